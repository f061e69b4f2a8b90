import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTable, type Table } from './harness';

let table: Table;

beforeAll(async () => {
  table = await openTable();
});

afterAll(() => table?.close());

test('the page loads and its engine answers', async () => {
  await table.page.getByRole('heading', { name: 'Sandtable' }).waitFor();
  await table.page.getByText(/^Engine \d+\.\d+\.\d+/).waitFor();
  expect(table.errors).toEqual([]);
  await table.picture('first-screen');
});

test('axe finds nothing', async () => {
  expect(await table.accessibility()).toEqual([]);
});
