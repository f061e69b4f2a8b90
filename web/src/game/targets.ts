// Offers turned about: from the target to what may be done to it.
import type { OfferView, Order } from '../contract/contract';

export interface Choice {
  verb: string;
  label: string;
  order: Order;
  /** Why it cannot arrive, when it is a charge that cannot. */
  short?: string | null | undefined;
}

/** Turning towards a unit is no attack on it; it is a button, not a target. */
const ABOUT = new Set(['move', 'face', 'place', 'form']);

export function targetsOf(
  offers: OfferView[],
  foe: (unit: number) => boolean,
): Map<number, Choice[]> {
  const targets = new Map<number, Choice[]>();
  for (const offer of offers) {
    if (ABOUT.has(offer.verb)) continue;
    for (const { order, label, target, short } of offer.orders) {
      if (target === null || !foe(target)) continue;
      const choices = targets.get(target) ?? [];
      targets.set(target, [...choices, { verb: offer.verb, label, order, short }]);
    }
  }
  return targets;
}
