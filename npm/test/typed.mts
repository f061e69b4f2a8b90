// What the types of the package promise, and what they refuse: compiled, never run.
import { open, type Battle, type UnitView, type View } from "sandtable";
import { SandtableBoard } from "sandtable/board";

const sandtable = await open(new URL("https://example.org/engine.wasm"));
const battle: Battle = sandtable.scenario("three-hit/two-hills", { seed: 1 });
const view: View = battle.view();
export const unit: UnitView | undefined = view.units[0];
export const chances: string[] = battle.odds("end").rows.map(({ p }) => p);
export const clauses: string[] = battle.call("whyNot", 0).flatMap((why) => Object.keys(why));
export const board: SandtableBoard = document.createElement("sandtable-board");
export const journal: string | null = board.journal;
// @ts-expect-error a seed is a number
sandtable.scenario("three-hit/two-hills", { seed: "1" });
// @ts-expect-error there is no such call
battle.call("conquer");
// @ts-expect-error a unit is a number
battle.offers("Blue Hussars");
