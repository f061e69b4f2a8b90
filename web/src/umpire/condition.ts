// The state of a unit, in a line.
import type { UnitView, View } from '../contract/contract';
import { t } from '../words/page';

export function condition(unit: UnitView, view: View): string {
  return [
    unit.stands_started > 1 ? t.strength(unit.stands_now, unit.stands_started, view.counted) : '',
    ...unit.marks.filter((mark) => mark.value !== 0).map((mark) => mark.says),
    unit.formationTitle,
  ]
    .filter(Boolean)
    .join(' · ');
}
