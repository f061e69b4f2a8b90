import { expect, test } from 'vitest';

import { Latest } from './latest';

function slow() {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const told: number[] = [];
  const latest = new Latest<number, number>(
    (n) => {
      asked.push(n);
      return new Promise((resolve) => answers.push(() => resolve(n * 10)));
    },
    (answer) => told.push(answer),
    () => told.push(-1),
  );
  return { asked, answers, told, latest };
}

test('one question under way, the latest wish wins', async () => {
  const { asked, answers, told, latest } = slow();
  latest.want(1);
  latest.want(2);
  latest.want(3);
  expect(asked).toEqual([1]);
  answers[0]?.();
  await Promise.resolve();
  await new Promise((r) => setTimeout(r));
  expect(asked).toEqual([1, 3]);
  answers[1]?.();
  await latest.settled();
  expect(told).toEqual([10, 30]);
});

test('what is forgotten is not told', async () => {
  const { answers, told, latest } = slow();
  latest.want(1);
  latest.forget();
  answers[0]?.();
  await latest.settled();
  expect(told).toEqual([]);
});
