// Offers turned about: from the target to what may be done to it.
import type { OfferView, Order } from '../engine/contract';

export interface Choice {
  verb: string;
  label: string;
  order: Order;
}

export function targetsOf(offers: OfferView[]): Map<number, Choice[]> {
  const targets = new Map<number, Choice[]>();
  for (const offer of offers) {
    for (const { order, label, target } of offer.orders) {
      if (target === null) continue;
      const choices = targets.get(target) ?? [];
      targets.set(target, [...choices, { verb: offer.verb, label, order }]);
    }
  }
  return targets;
}
