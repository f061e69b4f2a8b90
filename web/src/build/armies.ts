// Armies: brought into a draft, and written as army files.
import type { ArmyView } from '../contract/contract';
import { added, freeName, over, sidesOf, without, type Draft, type Keys, type Top } from './draft';
import { block, entry } from './toml';

/** Gives a side of a draft the units of an army, in reserve, to be placed in its zone. */
export function mustered(draft: Draft, at: 0 | 1, army: ArmyView): Draft {
  const side = sidesOf(draft.top)[at].name;
  const old = draft.things.filter((one) => one.list === 'unit' && one.keys.side === side);
  let next = without(
    draft,
    old.map((one) => one.id),
  );
  const others = (draft.top.group ?? []).filter((group) => group.side !== side);
  const titles = new Map<string, string>();
  const group = [...others];
  for (const wanted of army.groups) {
    const taken = group.some((one) => one.name.toLowerCase() === wanted.toLowerCase());
    const name = taken ? `${side} ${wanted}` : wanted;
    titles.set(wanted, name);
    group.push({ name, side });
  }
  const switches = { ...draft.top.switches, ...Object.fromEntries(army.switches) };
  const top = over<Top>(draft.top, {
    group: group.length > 0 ? group : undefined,
    switches: Object.keys(switches).length > 0 ? switches : undefined,
  } as Partial<Top>);
  // Drop the arrivals of the removed units.
  const names = new Set(old.map((one) => one.keys.name));
  const arrival = (top['arrival'] as { unit: string }[] | undefined)?.filter(
    (a) => !names.has(a.unit),
  );
  next = {
    ...next,
    top: over<Top>(top, { arrival: arrival?.length ? arrival : undefined } as Partial<Top>),
  };
  for (const unit of army.units) {
    const keys: Keys = {
      name: freeName(next, 'unit', unit.name),
      side,
      kind: unit.kind,
      status: 'reserve',
      stands: unit.stands,
      ...Object.fromEntries(unit.ratings),
    };
    const rest = {
      group: unit.group ? titles.get(unit.group) : undefined,
      formation: unit.formation ?? undefined,
    };
    [next] = added(next, 'unit', over<Keys>(keys, rest as Keys));
  }
  return next;
}

/** Keys of a unit that belong to a battle, not to an army. */
const PLACED = new Set('side at facing status arrives with started'.split(' '));

/** Writes a side's units as an army file. */
export function armyText(draft: Draft, at: 0 | 1, marks: string[]): string {
  const { top } = draft;
  const side = sidesOf(top)[at].name;
  const own = draft.things.filter((one) => one.list === 'unit' && one.keys.side === side);
  const groups = (top.group ?? []).filter((group) => group.side === side);
  let text = entry('format', 1) + entry('rules', top.rules) + entry('name', side);
  if (top.title) text += entry('says', top.title);
  if (top.switches && Object.keys(top.switches).length > 0) text += entry('switches', top.switches);
  for (const { name } of groups) text += block('[[group]]', { name }, {});
  for (const { keys } of own) {
    const kept = Object.entries(keys).filter(([key]) => !PLACED.has(key) && !marks.includes(key));
    const stands = keys['started'] ?? keys.stands;
    const all = { ...Object.fromEntries(kept), ...(stands === undefined ? {} : { stands }) };
    text += block('[[unit]]', all, {
      order: ['name', 'group', 'kind', 'stands'],
      last: ['formation'],
    });
  }
  return text;
}
