// Sixty frames per second with forty units on a phone's budget: how much work a frame takes. Times
// are printed and saved beside the pictures; the assertions count work, not time.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, sampled, type Table } from './harness';
import { frames, mine, players, still, takeOver } from './play';

/** How many times slower a mid-range phone is than the test machine. */
const SLOWER = 4;
/** Milliseconds without news after which a gesture counts as finished, less a frame (camera). */
const REST = 120;

interface Measured {
  frames: number;
  /** Milliseconds between two frames. */
  median: number;
  p95: number;
  longest: number;
  /** Milliseconds of work per frame in the page's main thread, slowed down four times. */
  busy: number;
  /** Style recalculations per frame. */
  styles: number;
  layouts: number;
  /** How often no frame came for so long that the drawing took the gesture for finished. */
  rests: number;
  /** Total number of repaints of units and ground. */
  painted: number;
}

const KEPT = path.resolve(
  import.meta.dirname,
  '../..',
  process.env['SANDTABLE_PICTURES'] ?? 'target/pictures',
  'frames.json',
);
const all: Record<string, Measured | number> = {};

async function counters(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Counts repaints of the drawing's sheets, until the returned function is called. */
async function paints(cdp: CDPSession): Promise<() => Promise<number>> {
  let count = 0;
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as { name?: string; args?: { data?: { nodeName?: string } } }[])
      if (event.name === 'Paint' && /^svg /.test(event.args?.data?.nodeName ?? '')) count += 1;
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  return async () => {
    const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await done;
    return count;
  };
}

/** Does something on the table in each of this many frames, and measures the result. */
async function measure(
  page: Page,
  cdp: CDPSession,
  what: 'pan' | 'wheel' | 'watch',
  frames: number,
): Promise<Measured> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const before = await counters(cdp);
  const gaps = await page.evaluate(
    async ([what, frames]) => {
      const table = document.querySelector('[data-testid=table]');
      if (!table) throw new Error('no table');
      const box = table.getBoundingClientRect();
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const pointer = (type: string, x: number, y: number) =>
        table.dispatchEvent(
          new PointerEvent(type, {
            clientX: x,
            clientY: y,
            pointerId: 7,
            bubbles: true,
            pointerType: 'touch',
          }),
        );
      const gaps: number[] = [];
      if (what === 'pan') pointer('pointerdown', cx, cy);
      let last = await next();
      for (let i = 0; i < frames; i += 1) {
        const a = (i / frames) * 4 * Math.PI;
        if (what === 'pan')
          pointer('pointermove', cx + 90 * Math.sin(a), cy + 60 * Math.sin(2 * a));
        if (what === 'wheel')
          table.dispatchEvent(
            new WheelEvent('wheel', {
              deltaY: -22 * Math.cos(a),
              clientX: cx,
              clientY: cy,
              bubbles: true,
              cancelable: true,
            }),
          );
        const now = await next();
        gaps.push(now - last);
        last = now;
      }
      if (what === 'pan') pointer('pointerup', cx, cy);
      return gaps;
    },
    [what, frames] as const,
  );
  const after = await counters(cdp);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (part: number) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1));
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  return {
    frames,
    median: at(0.5),
    p95: at(0.95),
    longest: at(0.999),
    busy: Number(((grown('ThreadTime') * 1000) / frames).toFixed(1)),
    styles: Number((grown('RecalcStyleCount') / frames).toFixed(2)),
    layouts: Number((grown('LayoutCount') / frames).toFixed(2)),
    rests: gaps.filter((gap) => gap > REST).length,
    painted: 0,
  };
}

const SCREENS = [
  ['phone', PHONE],
  ['laptop', LAPTOP],
] as const;

describe.each(sampled(SCREENS, 0))('forty units on a %s', (name, browser) => {
  let table: Table;
  let cdp: CDPSession;

  beforeAll(async () => {
    table = await openTable({ scenario: 'web/e2e/forty.battle.toml', browser });
    await mine(table.page);
    cdp = await table.context.newCDPSession(table.page);
    await cdp.send('Performance.enable');
  });

  afterAll(async () => {
    await table?.close();
    if (process.env['SANDTABLE_PICTURES'] !== '') {
      await mkdir(path.dirname(KEPT), { recursive: true });
      await writeFile(KEPT, `${JSON.stringify(all, null, 1)}\n`);
    }
    console.log(JSON.stringify(all));
  });

  test('the drawing is small enough to be drawn often', async () => {
    const { page } = table;
    expect(await page.locator('[data-unit]').count()).toBe(40);
    const nodes = await page.locator('[data-testid=table] *').count();
    all[`${name}: nodes of the drawing`] = nodes;
    await table.picture(`forty-${name}`);
    expect(nodes).toBeLessThan(6000);
  });

  test.each(['pan', 'wheel'] as const)('%s lays nothing out anew', async (what) => {
    const { page } = table;
    // Zoom in: a drag then has room, and there is more to draw.
    if (what === 'pan')
      for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await still(page);
    const m = (all[`${name}: ${what}`] = await measure(page, cdp, what, 180));
    // Once more for counting, because the tracing itself takes time.
    const painted = await paints(cdp);
    const { rests } = await measure(page, cdp, what, 60);
    m.painted = await painted();
    expect(m.styles).toBeLessThanOrEqual(1.6);
    expect(m.layouts).toBeLessThanOrEqual(0.1);
    // The drawing becomes sharp again only after the gesture, or when a busy machine makes it rest.
    expect(m.painted).toBeLessThanOrEqual((what === 'pan' ? 4 : 24) * (1 + rests));
  });

  test('units on their way', async () => {
    const { page } = table;
    await page.getByRole('button', { name: 'Whole table' }).click();
    // Let the computer play a few turns, then replay them: nobody thinks meanwhile.
    await players(page, { a: 'random', b: 'random' });
    await takeOver(page, { a: 'you', b: 'you' }, () =>
      expect
        .poll(() => page.getByTestId('turn').innerText(), { timeout: 120_000 })
        .toMatch(/Turn [3-9]/),
    );
    await mine(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    const replay = page.getByTestId('replay');
    await replay.waitFor();
    await replay.getByRole('button', { name: 'Play', exact: true }).click();
    await frames(page, 30);
    const m = (all[`${name}: moves`] = await measure(page, cdp, 'watch', 240));
    const painted = await paints(cdp);
    await measure(page, cdp, 'watch', 60);
    m.painted = await painted();
    expect(m.styles).toBeLessThanOrEqual(1.6);
    expect(m.layouts).toBeLessThanOrEqual(1.2);
    expect(table.errors).toEqual([]);
  });
});
