// The words of the table described in words.
import type { Aim } from '../../contract/contract';

export const aloud = {
  title: 'The table in words',
  drawing: 'Show the drawing',
  overview: 'Overview',
  now: 'Now',
  happened: 'What happened',
  nothing: 'Nothing yet.',
  units: 'Units',
  ground: 'Ground',
  zones: 'Zones and objectives',
  from: (name: string) => `From ${name}`,
  around: 'Around it, nearest first',
  choose: 'Choose a unit to hear what is around it and what it may do.',
  ordersOf: 'Its orders',
  noOrders: 'It has no orders now.',
  ways: 'How it may move',
  inHand: (order: string) => `Ready to give: ${order}`,
  towards: (name: string) => `Move towards ${name}`,
  aims: (name: string) => `Move relative to ${name}`,
  aim: {
    'out-of-charge': 'just outside its charge',
    'out-of-shot': 'just outside its fire',
    'in-shot': 'just in range to shoot at it',
    'in-charge': 'just in reach to charge it',
    'in-arc': 'turned until it is in arc',
    'in-cover': 'behind cover from it',
  } satisfies Record<Aim, string>,
  place: (where: string) => `Place it in the ${where} of its zone`,
  placed: { west: 'west', middle: 'middle', east: 'east', south: 'south', north: 'north' },
  back: 'Back to the units',
  next: 'Next that may act',
  orders: (n: number, side: string) =>
    n === 1 ? `${side} gave 1 order` : `${side} gave ${n} orders`,
  rest: (n: number) => `and ${n} more under What happened`,
};
