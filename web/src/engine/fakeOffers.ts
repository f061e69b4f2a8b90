// The offers to units of the made-up battle.
import type { OfferView, UnitView, View, Xy } from '../contract/contract';

export const away = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function offersOf(view: View, u: UnitView): OfferView[] {
  if (!u.ready) return [];
  if (view.phase === 'Move') {
    const r = u.figure === 'cavalry' ? 12 : 6;
    const region = Array.from({ length: 36 }, (_, i): Xy => {
      const t = (i / 36) * 2 * Math.PI;
      return [u.centre[0] + r * Math.cos(t), u.centre[1] + r * Math.sin(t)];
    });
    return [
      {
        verb: 'move',
        label: 'Move',
        clause: 'THR-MOVE-01',
        orders: [],
        region: [region],
        turn: 180,
      },
      {
        verb: 'pass',
        label: 'Stand',
        clause: 'THR-MOVE-06',
        orders: [
          { label: 'Stand still', order: { verb: 'pass', unit: u.id }, target: null, fan: [] },
        ],
        region: [],
        turn: null,
      },
    ];
  }
  if (view.phase !== 'Shoot') return [];
  const targets = view.units.filter(
    (t) =>
      t.side !== u.side &&
      t.status === 'table' &&
      away(u.centre, t.centre) < (u.figure === 'artillery' ? 36 : 14),
  );
  return [
    {
      verb: 'shoot',
      label: 'Shoot',
      clause: 'THR-TURN-05',
      orders: targets.map((t) => ({
        label: `Shoot at ${t.name}`,
        order: { verb: 'shoot', unit: u.id, target: t.id },
        target: t.id,
        fan: [],
      })),
      region: [],
      turn: null,
    },
  ];
}

export function overlayOf(view: View, u: UnitView) {
  const arc = (r: number): Xy[] => [
    u.centre,
    ...Array.from({ length: 19 }, (_, i): Xy => {
      const t = ((u.facing - 45 + i * 5) * Math.PI) / 180;
      return [u.centre[0] + r * Math.sin(t), u.centre[1] + r * Math.cos(t)];
    }),
  ];
  return {
    areas: [
      ...[6, 12].map((r) => ({
        kind: 'range' as const,
        label: 'Shooting',
        far: r,
        outline: arc(r),
      })),
      { kind: 'arc' as const, label: '', far: 12, outline: arc(12) },
    ],
    command: null,
    sight: view.units
      .filter((t) => t.side !== u.side && t.status === 'table')
      .map((t) => ({
        unit: t.id,
        from: u.centre,
        to: t.centre,
        clear: t.id % 3 !== 0,
        length: away(u.centre, t.centre),
      })),
  };
}
