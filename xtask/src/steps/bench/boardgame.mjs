// Whole random games by boardgame.io: node boardgame.mjs GAME SECONDS prints the moves per second.
// A local client plays the moves of its own random bot. GAME is `ttt`, its first example, or
// `skirmish`, a small battle: 8 units per side on 12 by 12 squares move up to two squares or shoot
// up to four; a 4 or more removes one of two points. Run it in the folder where it is installed.
import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/`);
const { Client } = require("boardgame.io/client");
const { RandomBot } = require("boardgame.io/ai");
const { INVALID_MOVE } = require("boardgame.io/core");

const [name, seconds] = process.argv.slice(2);
/** Most moves in a game. */
const MOST = 400;

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const ttt = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf({ G, ctx }) {
    const own = (cell) => G.cells[cell] === ctx.currentPlayer;
    if (LINES.some((line) => line.every(own))) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
  ai: {
    enumerate: (G) =>
      G.cells.flatMap((cell, n) => (cell === null ? [{ move: "click", args: [n] }] : [])),
  },
};

const SIZE = 12;
const EACH = 8;
const far = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
const alive = (G, side) => G.units.filter((unit) => unit.side === side && unit.points > 0);
const free = (G, x, y) =>
  x >= 0 &&
  y >= 0 &&
  x < SIZE &&
  y < SIZE &&
  !G.units.some((unit) => unit.points > 0 && unit.x === x && unit.y === y);

const skirmish = {
  setup: () => ({
    units: ["0", "1"].flatMap((side) =>
      Array.from({ length: EACH }, (_, n) => ({
        id: `${side}-${n}`,
        side,
        x: 2 + n,
        y: side === "0" ? 1 : SIZE - 2,
        points: 2,
      })),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    go({ G, playerID }, id, x, y) {
      const unit = G.units.find((one) => one.id === id);
      if (!unit || unit.side !== playerID || unit.points === 0) return INVALID_MOVE;
      if (far(unit, { x, y }) > 2 || !free(G, x, y)) return INVALID_MOVE;
      unit.x = x;
      unit.y = y;
    },
    shoot({ G, playerID, random }, id, target) {
      const unit = G.units.find((one) => one.id === id);
      const enemy = G.units.find((one) => one.id === target);
      if (!unit || unit.side !== playerID || unit.points === 0) return INVALID_MOVE;
      if (!enemy || enemy.side === playerID || enemy.points === 0) return INVALID_MOVE;
      if (far(unit, enemy) > 4) return INVALID_MOVE;
      if (random.D6() >= 4) enemy.points -= 1;
    },
  },
  endIf({ G }) {
    const left = ["0", "1"].filter((side) => alive(G, side).length > 0);
    if (left.length === 1) return { winner: left[0] };
  },
  ai: {
    enumerate(G, ctx) {
      const out = [];
      const enemies = alive(G, ctx.currentPlayer === "0" ? "1" : "0");
      for (const unit of alive(G, ctx.currentPlayer)) {
        for (let x = unit.x - 2; x <= unit.x + 2; x += 1)
          for (let y = unit.y - 2; y <= unit.y + 2; y += 1)
            if (free(G, x, y)) out.push({ move: "go", args: [unit.id, x, y] });
        for (const enemy of enemies)
          if (far(unit, enemy) <= 4) out.push({ move: "shoot", args: [unit.id, enemy.id] });
      }
      return out;
    },
  },
};

const game = { ttt, skirmish }[name];

/** Plays one game and returns the number of moves. */
async function played(seed) {
  const client = Client({ game: { ...game, seed: String(seed) }, debug: false });
  client.start();
  const bot = new RandomBot({ game, enumerate: game.ai.enumerate, seed: String(seed) });
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover && moves < MOST; moves += 1) {
    const { action } = await bot.play(state, state.ctx.currentPlayer);
    client.store.dispatch(action);
    const next = client.getState();
    if (next._stateID === state._stateID) throw new Error("a move of the bot was refused");
    state = next;
  }
  client.stop();
  return moves;
}

/** Returns the moves per second, measured over some time. */
async function pace(time) {
  const start = performance.now();
  let moves = 0;
  for (let n = 1; performance.now() - start < time * 1000; n += 1) moves += await played(n);
  return (moves * 1000) / (performance.now() - start);
}

await pace(Number(seconds) / 2);
console.log(await pace(Number(seconds)));
