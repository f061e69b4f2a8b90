// Where a unit is drawn, and what moved between two views.
import type { Motion, View, Xy } from '../contract/contract';

export interface Pose {
  centre: Xy;
  facing: number;
}

export function between(from: Pose, to: Pose, t: number): Pose {
  const turn = ((to.facing - from.facing + 540) % 360) - 180;
  return {
    centre: [
      from.centre[0] + (to.centre[0] - from.centre[0]) * t,
      from.centre[1] + (to.centre[1] - from.centre[1]) * t,
    ],
    facing: (from.facing + turn * t + 360) % 360,
  };
}

/** Returns what moved from one view to the next, for replays. */
export function difference(before: View, after: View): Motion[] {
  const old = new Map(before.units.map((u) => [u.id, u]));
  return after.units.flatMap((u) => {
    const was = old.get(u.id);
    if (!was || was.status !== 'table' || u.status !== 'table') return [];
    const same =
      was.centre[0] === u.centre[0] && was.centre[1] === u.centre[1] && was.facing === u.facing;
    return same
      ? []
      : [
          {
            unit: u.id,
            gait: 'moved',
            from: { centre: was.centre, facing: was.facing },
            to: { centre: u.centre, facing: u.facing },
          },
        ];
  });
}
