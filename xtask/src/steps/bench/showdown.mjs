// Whole random battles by Pokemon Showdown: node showdown.mjs FORMAT SECONDS prints the choices per
// second. Its own random player drives the battle directly, and teams are made before the clock
// starts: this gives its best figure. Run it in the folder where it is installed.
import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/`);
const { Battle, PRNG, Teams } = require("pokemon-showdown");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai");

const [format, seconds] = process.argv.slice(2);
/** Limit for endless battles, which Showdown itself also abandons. */
const MOST = 2000;
const seeds = new PRNG("1,2,3,4");
const seed = () => [0, 1, 2, 3].map(() => seeds.random(0x10000)).join(",");

/** Its random player, which passes its choices to the battle without a stream in between. */
class Direct extends RandomPlayerAI {
  constructor(side) {
    super({ write() {} }, { seed: seed() });
    this.side = side;
  }

  choose(choice) {
    // If a hidden ability forbids a choice, it is asked for once more; then Showdown chooses.
    if (!this.battle.choose(this.side, choice)) this.battle.choose(this.side, "default");
  }
}

const teams = Array.from({ length: 64 }, () => Teams.generate(format, { seed: seed() }));

/** Plays one battle with the `n`th pair of teams and returns the number of choices. */
function fought(n) {
  const team = (k) => structuredClone(teams[(2 * n + k) % teams.length]);
  const battle = new Battle({
    formatid: format,
    seed: seed(),
    p1: { name: "One", team: team(0) },
    p2: { name: "Two", team: team(1) },
  });
  const players = ["p1", "p2"].map((side) => Object.assign(new Direct(side), { battle }));
  let choices = 0;
  while (!battle.ended && choices < MOST) {
    const before = choices;
    for (const [n, side] of battle.sides.entries()) {
      if (battle.ended || side.isChoiceDone() || !side.activeRequest) continue;
      players[n].receiveRequest(side.activeRequest);
      choices += 1;
    }
    if (choices === before) throw new Error(`nobody has a choice in turn ${battle.turn}`);
  }
  return choices;
}

/** Returns the choices per second, measured over some time. */
function pace(time) {
  const start = performance.now();
  let choices = 0;
  let n = 0;
  for (; performance.now() - start < time * 1000; n += 1) choices += fought(n);
  return (choices * 1000) / (performance.now() - start);
}

pace(Number(seconds) / 2);
console.log(pace(Number(seconds)));
