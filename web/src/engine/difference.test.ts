import { expect, test } from 'vitest';

import { Held, Sent } from './difference';

const unit = (id: number, x: number) => ({ id, centre: [x, 2], marks: [{ id: 'hits', value: x }] });
const view = (number: number, xs: number[]) => ({
  number,
  title: 'Two hills',
  sides: ['Blue', 'Red'],
  terrain: [{ ground: 'hill', area: [1, 2, 3] }],
  units: xs.map((x, id) => unit(id, x)),
});

/** Connects worker and page as in reality: everything crosses as text. */
function across() {
  const [sent, held] = [new Sent(), new Held()];
  let bytes = 0;
  return {
    bytes: () => bytes,
    send(ok: unknown): unknown {
      const short = sent.shorten(JSON.parse(JSON.stringify(ok)));
      const text = JSON.stringify(short ?? ok);
      bytes = text.length;
      return short ? held.changed(JSON.parse(text) as never) : held.whole(JSON.parse(text));
    },
  };
}

test('what arrives is what was sent, and what did not change stays the same object', () => {
  const line = across();
  const first = line.send(view(0, [1, 2, 3])) as ReturnType<typeof view>;
  const second = line.send({ view: view(1, [1, 5, 3]), entry: 'an order' }) as {
    view: ReturnType<typeof view>;
    entry: string;
  };
  expect(second).toEqual({ view: view(1, [1, 5, 3]), entry: 'an order' });
  expect(second.view.terrain).toBe(first.terrain);
  expect(second.view.units[0]).toBe(first.units[0]);
  expect(second.view.units[1]).not.toBe(first.units[1]);
});

test('units come and go', () => {
  const line = across();
  for (const xs of [[1, 2], [1, 2, 3], [9], [], [4, 4, 4, 4]])
    expect(line.send(view(1, xs))).toEqual(view(1, xs));
});

test('little is sent when little changed', () => {
  const line = across();
  const xs = Array.from({ length: 40 }, (_, x) => x);
  line.send(view(0, xs));
  const whole = line.bytes();
  line.send(view(1, [99, ...xs.slice(1)]));
  expect(line.bytes()).toBeLessThan(whole / 8);
});

test('a part that is gone is sent whole; what is no view too', () => {
  const line = across();
  line.send({ ...view(0, [1]), extra: 1 });
  expect(line.send(view(1, [1]))).toEqual(view(1, [1]));
  expect(line.send(null)).toBe(null);
  expect(line.send([1, 2])).toEqual([1, 2]);
});

test('of a journal what follows is sent, also after an order was taken back', () => {
  const [sent, held] = [new Sent(), new Held()];
  const texts = [
    'head\nend 0\n',
    'head\na\nend 1\n',
    'head\na\nb\nend 2\n',
    'head\na\nend 1\n',
    '',
  ];
  for (const text of texts) {
    const tail = sent.tail(text);
    expect(held.journal(tail)).toBe(text);
  }
  expect(sent.tail('head\n').keeps).toBe(0);
});
