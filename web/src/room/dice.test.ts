import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JointView, Pledge, Say } from '../contract/contract';
import { remember, rooted, storesAll } from './device';
import { Dice } from './dice';

const chain = async (root: string, number: number) => `${root}.${number}`;
const HOST: Pledge = { by: 'host', from: 0, top: 'h' };

function view(more: Partial<JointView>): JointView {
  return {
    pledges: [HOST],
    throw: 0,
    bound: null,
    opened: [0, 0],
    waits: null,
    ready: true,
    ...more,
  };
}

const bound = (n: number) => ({ by: 'b' as const, number: 3, order: null, throw: n });

describe('a part in joint dice', () => {
  let said: Say[] = [];
  let elsewhere = false;
  const dice = (ahead: boolean, reseals = () => true, plays = () => true) =>
    new Dice(
      'r',
      'a',
      (what) => said.push(what) > 0,
      chain,
      ahead,
      (is) => (elsewhere = is),
      reseals,
      plays,
    );
  const pledged = () => {
    const root = rooted('r', 'a')?.root ?? '';
    return [HOST, { by: 'a' as const, from: 0, top: `${root}.0` }];
  };

  beforeEach(() => {
    said = [];
    localStorage.clear();
  });

  afterEach(() => vi.useRealTimers());

  it('pledges once, and again on a new connection until it came through', async () => {
    const own = dice(false);
    await own.stands(view({}));
    await own.stands(view({}));
    expect(said).toEqual([{ pledge: `${rooted('r', 'a')?.root}.0` }]);
    own.again();
    await own.stands(view({}));
    expect(said).toHaveLength(2);
    expect(said[1]).toEqual(said[0]);
  });

  it('keeps to its chain when the browser stores nothing more', async () => {
    remember('other', { link: 'x', links: null });
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const own = dice(false);
    await own.stands(view({}));
    expect(said).toEqual([{ pledge: `${rooted('r', 'a')?.root}.0` }]);
    expect(storesAll()).toBe(false);
    await own.stands(view({ pledges: pledged(), throw: 7, bound: bound(7), waits: 'a' as const }));
    expect(said.slice(1)).toEqual([{ open: { throw: 7, value: `${rooted('r', 'a')?.root}.7` } }]);
    full.mockRestore();
    remember('other', { link: 'x', links: null });
    expect(storesAll()).toBe(true);
    expect(rooted('r', 'a')?.root).toBeDefined();
  });

  it('asks before it makes an absent player seal again', async () => {
    let agrees = false;
    const own = dice(false, () => agrees);
    const other = { by: 'b' as const, from: 0, top: 'b.0' };
    const before = { by: 'a' as const, from: 0, top: 'of another device' };
    const now = view({ pledges: [HOST, before, other], throw: 7, opened: [7, 71] });
    await own.stands(now);
    expect(said).toEqual([]);
    agrees = true;
    await own.stands(now);
    expect(said).toEqual([{ pledge: `${rooted('r', 'a')?.root}.0` }]);
  });

  it('leaves pledging again to the tab that plays', async () => {
    let plays = false;
    const tab = dice(
      false,
      () => true,
      () => plays,
    );
    const other = { by: 'a' as const, from: 0, top: 'in the memory of another tab' };
    const now = view({ pledges: [HOST, other] });
    await tab.stands(now);
    expect(said).toEqual([]);
    plays = true;
    await tab.stands(now);
    expect(said).toEqual([{ pledge: `${rooted('r', 'a')?.root}.0` }]);
  });

  it('opens what a bound order asks for, and nothing before', async () => {
    const own = dice(false);
    await own.stands(view({}));
    const pledges = pledged();
    await own.stands(view({ pledges }));
    expect(said).toHaveLength(1);
    await own.stands(view({ pledges, throw: 7, bound: bound(7) }));
    await own.stands(view({ pledges, throw: 7, bound: bound(7), opened: [7, 0] }));
    expect(said.slice(1)).toEqual([{ open: { throw: 7, value: `${rooted('r', 'a')?.root}.7` } }]);
    expect(own.told).toEqual(pledges);
  });

  it('opens ahead where that is wished for, and more when few are left', async () => {
    const own = dice(true);
    await own.stands(view({}));
    const pledges = pledged();
    await own.stands(view({ pledges }));
    await own.stands(view({ pledges, throw: 20, opened: [64, 0] }));
    await own.stands(view({ pledges, throw: 40, opened: [64, 0] }));
    const opens = said.slice(1).map((one) => (one as { open: { throw: number } }).open.throw);
    expect(opens).toEqual([64, 104]);
  });

  it('opens nothing ahead before everybody has pledged', async () => {
    const own = dice(true);
    await own.stands(view({}));
    const pledges = pledged();
    await own.stands(view({ pledges, ready: false }));
    expect(said).toHaveLength(1);
    await own.stands(view({ pledges }));
    expect(said).toHaveLength(2);
  });

  it('knows when only another device can open the part that is awaited', async () => {
    const own = dice(false);
    await own.stands(view({}));
    const mine = { pledges: pledged(), throw: 7, bound: bound(7), waits: 'a' as const };
    await own.stands(view(mine));
    expect(elsewhere).toBe(false);
    const pledges = [HOST, { by: 'a' as const, from: 0, top: 'of another device' }];
    await own.stands(view({ ...mine, pledges }));
    expect(elsewhere).toBe(true);
    await own.stands(view({ pledges }));
    expect(elsewhere).toBe(false);
  });

  it('sends again what the server could not take, unless it is there by then', async () => {
    vi.useFakeTimers();
    const own = dice(false);
    await own.stands(view({}));
    const pledges = pledged();
    const asked = view({ pledges, throw: 7, bound: bound(7) });
    await own.stands(asked);
    own.later(() => asked);
    await vi.runAllTimersAsync();
    expect(said.slice(1)).toHaveLength(2);
    expect(said[2]).toEqual(said[1]);
    own.later(() => view({ pledges, throw: 7, bound: bound(7), opened: [7, 0] }));
    await vi.runAllTimersAsync();
    own.later(() => asked);
    own.close();
    await vi.runAllTimersAsync();
    expect(said.slice(1)).toHaveLength(2);
  });

  it('draws a new chain where the pledge that is known is not its own', async () => {
    const own = dice(false);
    await own.stands(view({ pledges: [HOST, { by: 'a', from: 0, top: 'of another device' }] }));
    expect(said).toEqual([{ pledge: `${rooted('r', 'a')?.root}.0` }]);
  });

  it('keeps a chain for each side that the device has', async () => {
    await dice(false).stands(view({}));
    const first = rooted('r', 'a')?.root;
    const other = new Dice(
      'r',
      'b',
      (what) => said.push(what) > 0,
      chain,
      false,
      () => {},
    );
    await other.stands(view({ pledges: pledged() }));
    expect(rooted('r', 'a')?.root).toBe(first);
    expect(said).toEqual([{ pledge: `${first}.0` }, { pledge: `${rooted('r', 'b')?.root}.0` }]);
    expect(rooted('r', 'b')?.root).not.toBe(first);
  });

  it('goes on with the chain that an earlier version stored', async () => {
    const before = { link: null, links: null, root: 'old', pledged: true };
    localStorage.setItem('sandtable.rooms', JSON.stringify([['r', before]]));
    await dice(false).stands(
      view({ pledges: pledged(), throw: 7, bound: bound(7), waits: 'a' as const }),
    );
    expect(said).toEqual([{ open: { throw: 7, value: 'old.7' } }]);
  });

  it('draws a new chain when its pledge was put aside: what it opened is known', async () => {
    const own = dice(false);
    await own.stands(view({}));
    const first = rooted('r', 'a')?.root;
    await own.stands(view({ pledges: pledged() }));
    await own.stands(view({ throw: 5 }));
    const second = rooted('r', 'a')?.root;
    expect(second).not.toBe(first);
    expect(said).toEqual([{ pledge: `${first}.0` }, { pledge: `${second}.0` }]);
  });

  it('watches without a part', async () => {
    const watching = new Dice(
      'r',
      null,
      (what) => said.push(what) > 0,
      chain,
      false,
      () => {},
    );
    await watching.stands(view({ throw: 1, bound: bound(1) }));
    expect(said).toEqual([]);
    expect(watching.told).toEqual([HOST]);
  });
});
