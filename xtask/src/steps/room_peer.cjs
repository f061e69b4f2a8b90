// How many moves a second of processor time boardgame.io's own server takes, over socket.io on
// loopback, with its database in memory: what `cargo xtask load` measures of ours, of the server
// that somebody would take otherwise. Its game is a skirmish of eight against eight on squares,
// about as small as rules can be; clients do not run ahead, so a move counts when the server has it.
//
//   node room_peer.cjs [MATCHES] [SECONDS]      with boardgame.io where Node finds it
'use strict';

const { spawn } = require('node:child_process');
const { readFileSync } = require('node:fs');
const net = require('node:net');

const SIZE = 12;
const TICKS = 100;

/** Eight a side; who has none left has lost. */
const skirmish = {
  name: 'skirmish',
  setup: () => ({
    units: [0, 1].flatMap((side) =>
      Array.from({ length: 8 }, (_, i) => ({ side, x: i + 2, y: side ? SIZE - 2 : 1, hits: 0 })),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    act: {
      client: false,
      move: ({ G, ctx, random }, unit, x, y) => {
        const mine = G.units[unit];
        const far = Math.abs(mine.x - x) + Math.abs(mine.y - y);
        const inside = x >= 0 && y >= 0 && x < SIZE && y < SIZE;
        if (mine.side !== Number(ctx.currentPlayer) || mine.hits > 2 || far !== 1 || !inside)
          return 'INVALID_MOVE';
        const other = G.units.find((it) => it.x === x && it.y === y && it.hits < 3);
        if (!other) Object.assign(mine, { x, y });
        else if (other.side !== mine.side && random.D6() >= 4) other.hits += 1;
        return undefined;
      },
    },
  },
  endIf: ({ G }) => {
    const alive = [0, 1].map((side) => G.units.some((it) => it.side === side && it.hits < 3));
    return alive[0] && alive[1] ? undefined : { winner: alive[0] ? '0' : '1' };
  },
};

async function serve() {
  const { Server } = require('boardgame.io/server');
  const server = Server({ games: [skirmish], origins: [/./] });
  // Its lobby has a port of its own: behind the same one it answers 404 with a newer Koa.
  const lobby = await freePort();
  const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: lobby } });
  process.send({ lobby, game: appServer.address().port });
}

function freePort() {
  return new Promise((resolve) => {
    const taken = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address();
      taken.close(() => resolve(port));
    });
  });
}

/** Seconds of processor time that a process has taken. */
function spent(pid) {
  const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').pop().trim().split(' ');
  return (Number(after[11]) + Number(after[12])) / TICKS;
}

/** A unit that lives, one step in some direction that is on the board. */
function anyMove({ units }, side, chance) {
  const living = units.map((unit, i) => [unit, i]).filter(([it]) => it.side === side && it.hits < 3);
  const [unit, i] = living[Math.floor(chance() * living.length)];
  const steps = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => [unit.x + dx, unit.y + dy]);
  const legal = steps.filter(([x, y]) => x >= 0 && y >= 0 && x < SIZE && y < SIZE);
  return [i, ...legal[Math.floor(chance() * legal.length)]];
}

async function play(ports, counts) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const made = await fetch(`http://127.0.0.1:${ports.lobby}/games/skirmish/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ numPlayers: 2 }),
  });
  const { matchID } = await made.json();
  for (const playerID of ['0', '1']) {
    const client = Client({
      game: skirmish,
      numPlayers: 2,
      matchID,
      playerID,
      debug: false,
      multiplayer: SocketIO({ server: `http://127.0.0.1:${ports.game}` }),
    });
    let seen = -1;
    client.subscribe((state) => {
      if (!state || state._stateID <= seen) return;
      seen = state._stateID;
      if (playerID === '0') counts.moves += 1;
      if (state.ctx.gameover && playerID === '0' && !counts.over) void play(ports, counts);
      if (counts.over || state.ctx.gameover || state.ctx.currentPlayer !== playerID) return;
      client.moves.act(...anyMove(state.G, Number(playerID), Math.random));
    });
    client.start();
  }
}

async function main(matches, seconds) {
  const child = spawn(process.execPath, [__filename, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const ports = await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error('the server ended')));
    });
    const counts = { moves: 0, over: false };
    for (let i = 0; i < matches; i += 1) await play(ports, counts);
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    // What is compiled on the way, and coming in, is not counted.
    await wait(3000);
    const [before, moves] = [spent(child.pid), counts.moves];
    await wait(seconds * 1000);
    const [cpu, given] = [spent(child.pid) - before, counts.moves - moves];
    counts.over = true;
    console.log(
      `boardgame.io: ${given} moves in ${seconds} s; a second of the server's processor: ` +
        `${Math.round(given / Math.max(cpu, 0.01))}`,
    );
  } finally {
    child.kill();
  }
  process.exit(0);
}

if (process.argv[2] === 'serve') void serve();
else void main(Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 15));
