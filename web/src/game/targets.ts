// Offers by target: what may be done to each.
import type { OfferView, Order } from '../contract/contract';

export interface Choice {
  verb: string;
  label: string;
  order: Order;
  /** Why a charge cannot arrive, if it cannot. */
  short?: string | null | undefined;
}

/** Verbs that are no attack on the unit they point at: buttons, not targets. */
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
