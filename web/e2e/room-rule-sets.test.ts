// A whole battle of every rule set in a room, by hand on both sides: on a laptop and on a phone,
// with the phone's network cut and the server killed in the middle. The battles are those of the
// lessons, which are small.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { PROTOCOL } from '../src/contract/contract';
import { BINARY, LAPTOP, PHONE, sampled, type Table } from './harness';
import { both, browser, connected, hands, killed, Server } from './rooms';

const LESSONS = path.join(import.meta.dirname, '../../tutorials');
const BATTLE = '.battle.toml';
const RULES = readdirSync(LESSONS)
  .filter((name) => name.endsWith(BATTLE))
  .map((name) => name.slice(0, -BATTLE.length));

const open: Table[] = [];
let server: Server | undefined;
afterEach(async () => {
  for (const table of open.splice(0)) await table.close();
  await server?.end();
  server = undefined;
});

/** Makes a room whose two sides are entered by links. */
async function made(address: string, battle: string): Promise<{ room: string; links: string[] }> {
  const answer = await fetch(new URL('api/rooms', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      page: PROTOCOL,
      from: { text: battle },
      you: 'watch',
      name: '',
      device: 'deviceofnobody00',
      sitters: ['person', 'person'],
    }),
  });
  const said = await answer.text();
  expect(answer.status, said).toBe(200);
  const { room, a, b } = JSON.parse(said) as { room: string; a: string; b: string };
  return { room, links: [a, b].map((secret) => `${address}#room=${room}.${secret}`) };
}

// These rules ask players for the most answers.
const BUSY = RULES.indexOf('favorite');

describe.each(sampled(RULES, BUSY))('%s', (rules) => {
  test('a laptop and a phone play a whole battle, through a dead network and a dead server', async () => {
    server = await Server.begin();
    const { folder } = server;
    const battle = readFileSync(path.join(LESSONS, rules + BATTLE), 'utf8');
    const { room, links } = await made(server.address, battle);
    const laptop = await browser(LAPTOP, links[0] ?? '');
    open.push(laptop);
    const phone = await browser(PHONE, links[1] ?? '');
    open.push(phone);
    const tables: [Table, Table] = [laptop, phone];
    for (const { page } of tables) await page.getByTestId('room').waitFor();
    const humans = await hands(laptop, phone);
    await both(tables, humans, 2);

    await phone.context.setOffline(true);
    await phone.page.getByTestId('room-lost').waitFor();
    await phone.context.setOffline(false);
    await connected([phone]);
    await both(tables, humans, 3);

    await killed(server, tables);
    await server.start();
    await connected(tables);
    await Promise.all(humans.map((human) => human.play()));

    const results = tables.map(({ page }) => page.getByTestId('result').innerText());
    const [one, other] = await Promise.all(results);
    expect(one?.split('\n')[0]).toBe(other?.split('\n')[0]);
    await laptop.picture('room-result');
    expect(await laptop.accessibility()).toEqual([]);
    for (const { errors } of tables) expect(errors.filter((error) => !isCut(error))).toEqual([]);
    const orders = humans.map((human) => human.orders);
    console.log(`${rules}: orders by hand: ${orders.join(' and ')}`);
    expect(Math.min(...orders)).toBeGreaterThan(2);

    // The server has kept this battle, and it agrees with the rules.
    const file = path.join(folder, `${rules}.journal.jsonl`);
    const ask = (...words: string[]) => execFileSync(BINARY, words, { encoding: 'utf8' });
    await writeFile(file, ask('rooms', '--data', folder, 'export', room));
    expect(ask('verify', file)).toContain('agree with the rules');
  }, 600_000);
});

/** Returns whether an error comes from a cut connection, as this test causes. */
function isCut(error: string): boolean {
  return /WebSocket|ERR_|Failed to (load|fetch)/.test(error);
}
