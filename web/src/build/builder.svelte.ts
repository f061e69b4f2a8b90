// A battle in the builder: the draft, undo and redo, and what the engine says about it.
import { startDesk } from '../engine/client';
import type { SideKey, UnitView, Xy } from '../contract/contract';
import { EngineFailure, failure } from '../engine/protocol';
import { Hold } from '../game/hold.svelte';
import { newId } from '../game/save';
import type { DeskCalls, DraftView, FlawView, Kit } from '../contract/contract';
import {
  added,
  changed,
  freeName,
  over,
  sidesOf,
  thing,
  thingAt,
  without,
  write,
  type Draft,
  type Keys,
  type List,
  type Thing,
  type Top,
  type Victory,
  type Written,
} from './draft';
import { keep, type Kept } from './kept';
import { open, Undrawn } from './open';
import { middleOf, moved, outline, rotated, spanOf, type Symmetry } from './shapes';
import { b } from '../words/build';
import { allMirrored, inStep, loose, withImage } from './twins';

/** What the next touch of the table lays. */
export type Tool =
  | { what: 'terrain'; ground: string; form: 'size' | 'oval' | 'shape' | 'line' }
  | { what: 'zone'; side: SideKey | null }
  | { what: 'unit'; kind: string; side: SideKey };

/** A change that can be undone. */
interface Step {
  draft: Draft;
  /** Consecutive changes with the same name count as one. */
  name: string;
}

/** Units as the engine drew them, with the keys they had then, by number of the thing. */
type Bodies = Record<number, { view: UnitView; keys: Keys }>;

/** Number of changes that can be undone. */
const MOST = 200;
/** Most things that a file may draw: a battle may have 200 units, and a thousand still draw in seconds. */
const MOST_THINGS = 1000;
/** Milliseconds after the last change before the engine is asked. */
const REST = 180;

export class Builder {
  draft: Draft | null = $state.raw(null);
  kit: Kit | null = $state.raw(null);
  checked: DraftView | null = $state.raw(null);
  /** The text that `checked` is about. */
  written: Written | null = $state.raw(null);
  trouble: EngineFailure | null = $state.raw(null);
  selected: number | null = $state(null);
  tool: Tool | null = $state.raw(null);
  /** Points so far of a line or an outline being laid. */
  points: Xy[] = $state.raw([]);
  symmetry: Symmetry | null = $state(null);
  step = $state(0.5);
  busy = $state(false);
  /** Text for a screen reader. */
  spoken = $state('');
  past: Step[] = $state.raw([]);
  future: Draft[] = $state.raw([]);
  /** Units as the engine last drew them, with the keys they had then, by number of the thing. */
  bodies: Bodies = $state.raw({});
  id = newId();
  #engine: DeskCalls | null = null;
  /** This tab's claim to the saved draft. */
  #hold: Hold | null = null;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #kitFor = '';

  /** The builder's own desk: it does not touch the battle in play. */
  get engine(): DeskCalls {
    this.#engine ??= startDesk();
    return this.#engine;
  }

  get one(): Thing | null {
    return this.draft && thing(this.draft, this.selected);
  }

  get table(): Xy {
    return this.draft?.top.table ?? this.kit?.table ?? [36, 36];
  }

  /** Flaws and warnings, with the things they are about. */
  get flaws(): (FlawView & { thing: number | null; grave: boolean })[] {
    const places = this.written?.places ?? [];
    const told = (grave: boolean) => (flaw: FlawView) => ({
      ...flaw,
      grave,
      thing: thingAt(places, flaw.line),
    });
    return [
      ...(this.checked?.flaws ?? []).map(told(true)),
      ...(this.checked?.warnings ?? []).map(told(false)),
    ];
  }

  /** Starts work on a draft; `kept` continues a saved one. */
  async take(draft: Draft, kept?: Kept): Promise<boolean> {
    this.busy = true;
    this.trouble = null;
    try {
      const { text } = write(draft);
      this.kit = await this.engine.kit(draft.top.rules, text);
      this.#kitFor = switchesOf(draft);
      if (!(await this.#claim(kept?.id ?? newId()))) {
        await this.#claim(newId());
        this.trouble = new EngineFailure({ message: b.copied, hint: b.copiedHint });
      }
      this.symmetry = kept?.symmetry ?? null;
      this.past = [];
      this.future = [];
      this.selected = null;
      this.tool = null;
      this.points = [];
      this.bodies = {};
      this.checked = null;
      this.draft = draft;
      this.#settle();
      return true;
    } catch (error) {
      this.trouble = failure(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Claims a draft for this tab; false if another tab works on it. */
  async #claim(id: string): Promise<boolean> {
    this.#hold?.release();
    this.#hold = new Hold(id, 'draft');
    this.id = id;
    await this.#hold.take();
    return this.#hold.own;
  }

  /** Opens the text of a battle file. */
  async open(text: string): Promise<boolean> {
    try {
      const draft = await this.#read(text);
      if (draft.things.length > MOST_THINGS) {
        throw new EngineFailure({ message: b.tooMany(draft.things.length, MOST_THINGS) });
      }
      if (typeof draft.top.rules !== 'string') {
        throw new EngineFailure({ message: b.noRules, hint: b.noRulesHint });
      }
      return await this.take(draft);
    } catch (error) {
      this.trouble = failure(error);
      return false;
    }
  }

  /** Reads a file. What the builder cannot draw is refused as the engine refuses it, with its place. */
  async #read(text: string): Promise<Draft> {
    try {
      return open(text);
    } catch (error) {
      const [flaw] = (await this.engine.draft(text)).flaws;
      const key = error instanceof Undrawn ? error.key : '';
      throw new EngineFailure(flaw ?? { message: b.undrawn(key), hint: null });
    }
  }

  async generate(rules: string, seed: number, same: boolean): Promise<boolean> {
    this.busy = true;
    try {
      const made = await this.engine.generate(rules, seed, same);
      return await this.open(made.text);
    } catch (error) {
      this.trouble = failure(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Makes a change; consecutive changes with the same name are undone together. */
  change(next: Draft, name = ''): void {
    const now = this.draft;
    if (!now || next === now) return;
    const last = this.past.at(-1);
    if (!name || last?.name !== name || this.future.length > 0) {
      this.past = [...this.past.slice(1 - MOST), { draft: now, name }];
    }
    this.future = [];
    this.draft = next;
    this.#settle();
  }

  /** Ends a group of changes: the next one can be undone by itself. */
  rest(): void {
    const last = this.past.at(-1);
    if (last?.name) this.past = [...this.past.slice(0, -1), { ...last, name: '' }];
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last || !this.draft) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.draft, ...this.future];
    this.#back(last.draft);
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (!next || !this.draft) return;
    this.past = [...this.past, { draft: this.draft, name: '' }];
    this.future = rest;
    this.#back(next);
  }

  #back(draft: Draft): void {
    this.draft = draft;
    if (!thing(draft, this.selected)) this.selected = null;
    this.points = [];
    this.#settle();
  }

  // Changes to things.

  /** Changes keys of a thing; its mirror image follows. */
  set(id: number, keys: Keys, name = ''): void {
    if (!this.draft) return;
    let next = changed(this.draft, id, keys);
    if (this.symmetry) next = inStep(next, id, this.symmetry);
    this.change(next, name);
  }

  add(list: List, keys: Keys): number | null {
    if (!this.draft) return null;
    const [next, id] = added(this.draft, list, keys);
    this.change(this.symmetry ? withImage(next, id, this.symmetry) : next);
    return id;
  }

  remove(id: number): void {
    const one = this.draft && thing(this.draft, id);
    if (!this.draft || !one) return;
    const both = this.symmetry && one.twin !== undefined ? [id, one.twin] : [id];
    this.change(without(this.draft, both));
    if (both.includes(this.selected ?? -1)) this.selected = null;
  }

  duplicate(id: number): void {
    const one = this.draft && thing(this.draft, id);
    if (!this.draft || !one) return;
    const [w] = this.table;
    const at = middleOf(one.keys);
    const by: Xy = [at[0] + 2 < w ? 2 : -2, at[1] - 2 > 0 ? -2 : 2];
    const name = one.keys.name && freeName(this.draft, one.list, one.keys.name);
    const keys = over<Keys>({ ...one.keys, ...moved(one.keys, by) }, { name });
    this.selected = this.add(one.list, keys);
  }

  nudge(id: number, by: Xy): void {
    const one = this.draft && thing(this.draft, id);
    if (one) this.set(id, moved(one.keys, by), `nudge ${id}`);
  }

  rotate(id: number, degrees: number): void {
    const one = this.draft && thing(this.draft, id);
    if (one) this.set(id, rotated(one.keys, degrees), `rotate ${id}`);
  }

  /** Changes keys in the head of the file. */
  top(keys: Partial<Top>, name = ''): void {
    if (this.draft) this.change({ ...this.draft, top: over(this.draft.top, keys) }, name);
  }

  victory(keys: Partial<Victory>, name = ''): void {
    if (!this.draft) return;
    const victory = over<Victory>(this.draft.top.victory ?? {}, keys);
    this.top(
      { victory: Object.keys(victory).length > 0 ? victory : undefined } as Partial<Top>,
      name,
    );
  }

  /** Makes the other half of the table a mirror image of this one. */
  mirror(how: Symmetry): void {
    if (this.draft) this.change(allMirrored(this.draft, how));
  }

  /** Keeps both halves the same from now on; null lets each change alone. */
  keepAlike(how: Symmetry | null): void {
    this.symmetry = how;
    if (this.draft) this.change(how ? allMirrored(this.draft, how) : loose(this.draft));
  }

  // Laying things by touching the table.

  pick(tool: Tool | null): void {
    this.tool = tool;
    this.points = [];
    if (tool) this.selected = null;
  }

  /** Lays something of its usual size at a point, or continues a line or an outline there. */
  layAt(at: Xy): void {
    const tool = this.tool;
    if (!tool || !this.draft || !this.kit) return;
    if (tool.what === 'terrain' && (tool.form === 'line' || tool.form === 'shape')) {
      const last = this.points.at(-1);
      if (last && Math.hypot(last[0] - at[0], last[1] - at[1]) < 0.01) this.finish();
      else this.points = [...this.points, at];
      return;
    }
    if (tool.what === 'terrain') {
      const ground = this.kit.grounds.find((g) => g.id === tool.ground);
      this.#laid(
        this.add('terrain', { ground: tool.ground, at, [tool.form]: ground?.size ?? [6, 6] }),
      );
    } else if (tool.what === 'zone') {
      const size: Xy = tool.side ? [this.table[0], Math.round(this.table[1] / 4)] : [6, 6];
      this.#zone(at, size, tool.side);
    } else {
      this.#unit(at, tool.kind, tool.side);
    }
  }

  /** Lays something from one point to another. */
  layOver(from: Xy, to: Xy): void {
    const tool = this.tool;
    if (!tool || !this.draft) return;
    const at: Xy = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const size: Xy = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    if (tool.what === 'unit') this.layAt(to);
    else if (tool.what === 'zone') {
      if (size[0] > 0 && size[1] > 0) this.#zone(at, size, tool.side);
    } else if (tool.form === 'line') {
      this.points = [...(this.points.length > 0 ? this.points : [from]), to];
      this.finish();
    } else if (tool.form === 'shape') this.points = [...this.points, to];
    else if (size[0] > 0 && size[1] > 0) {
      this.#laid(this.add('terrain', { ground: tool.ground, at, [tool.form]: size }));
    }
  }

  /** Ends the line or the outline being laid. */
  finish(): void {
    const tool = this.tool;
    const points = this.points;
    this.points = [];
    if (tool?.what !== 'terrain' || !this.kit) return;
    const { ground } = tool;
    if (tool.form === 'line' && points.length > 1) {
      const width = this.kit.grounds.find((g) => g.id === ground)?.size[1] ?? 0;
      this.#laid(this.add('terrain', { ground, line: points, ...(width > 0 ? { width } : {}) }));
    } else if (tool.form === 'shape' && points.length > 2) {
      this.#laid(this.add('terrain', { ground, shape: points }));
    }
  }

  #laid(id: number | null): void {
    this.selected = id;
    this.tool = null;
  }

  #zone(at: Xy, size: Xy, side: SideKey | null): void {
    if (!this.draft) return;
    const sides = sidesOf(this.draft.top);
    const owner = side && sides[side === 'a' ? 0 : 1].name;
    const fit: Xy = [
      Math.min(Math.max(at[0], size[0] / 2), this.table[0] - size[0] / 2),
      Math.min(Math.max(at[1], size[1] / 2), this.table[1] - size[1] / 2),
    ];
    const name = freeName(this.draft, 'zone', owner ? b.addZone(owner) : b.objective);
    this.#laid(this.add('zone', { name, ...(owner ? { side: owner } : {}), at: fit, size }));
  }

  #unit(at: Xy | null, kind: string, side: SideKey): number | null {
    const spec = this.kit?.kinds.find((k) => k.id === kind);
    if (!this.draft || !spec) return null;
    const own = sidesOf(this.draft.top)[side === 'a' ? 0 : 1].name;
    const group = this.draft.top.group?.find((g) => g.side === own)?.name;
    const name = freeName(this.draft, 'unit', `${own} ${spec.title}`);
    const facing = side === 'a' ? 0 : 180;
    const place = at ? { at, facing } : { status: 'reserve' };
    const id = this.add('unit', over<Keys>({ name, side: own, kind, ...place }, { group } as Keys));
    if (at) this.#laid(id);
    return id;
  }

  /** Adds a unit that waits in reserve, to be placed in its side's zone. */
  enlist(kind: string, side: SideKey): void {
    this.#unit(null, kind, side);
  }

  // Questions to the engine.

  #settle(): void {
    const draft = this.draft;
    if (!draft) return;
    keep({
      id: this.id,
      title: draft.top.title ?? '',
      rules: draft.top.rules,
      when: Date.now(),
      draft,
      symmetry: this.symmetry,
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), REST);
  }

  /** Asks the engine about the draft as it stands. */
  async check(): Promise<void> {
    const draft = this.draft;
    if (!draft) return;
    clearTimeout(this.#timer);
    this.#asked += 1;
    const mine = this.#asked;
    const written = write(draft);
    try {
      const said = await this.engine.draft(written.text);
      if (mine !== this.#asked) return;
      this.checked = said;
      this.written = written;
      if (said.units) this.bodies = bodiesOf(draft, said.units);
      const switches = switchesOf(draft);
      if (switches !== this.#kitFor) {
        const kit = await this.engine.kit(draft.top.rules, written.text);
        // Another check has begun meanwhile: it asks for the kit of its own draft.
        if (mine !== this.#asked) return;
        this.#kitFor = switches;
        this.kit = kit;
      }
    } catch (error) {
      if (mine === this.#asked) this.trouble = failure(error);
    }
  }
}

/** Returns the parts of a draft that its kit depends on. */
const switchesOf = ({ top }: Draft) => JSON.stringify([top.rules, top.switches, top['numbers']]);

/** Assigns the engine's drawings to the units: both are in the order of the file. */
function bodiesOf(draft: Draft, views: UnitView[]): Bodies {
  const units = draft.things.filter((one) => one.list === 'unit');
  return Object.fromEntries(
    units.flatMap(({ id, keys }, n) => {
      const view = views[n];
      return view ? [[id, { view, keys }] as const] : [];
    }),
  );
}

/** Returns the size that a thing covers. */
export const covers = (keys: Keys): Xy => spanOf(outline(keys));

/** The builder: it lives as long as the page, even while a battle is played. */
export const builder = new Builder();
