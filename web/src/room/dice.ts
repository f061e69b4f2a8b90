// This device's part in joint dice. It draws the root of a chain, pledges the chain's end, and
// opens one value for each throw. The root never leaves the device; the engine does the hashing.

import type { JointView, Pledge, Say } from '../contract/contract';
import { rooted, setRooted } from './device';

/** Number of throws possible while this device is away, if the player wants that. */
const AHEAD = 64;
/** When fewer open throws than this are left, the device opens more. */
const LOW = 32;
/** Number of throws in one chain. */
const THROWS = 4096;
/** Milliseconds until what the server could not take is sent again. */
const PAUSE = 3000;

/** Works out a value of a chain: the engine does that. */
export type Chain = (root: string, number: number) => Promise<string>;

export class Dice {
  /** Pledges when this device last opened its part: dice from any other pledge are refused. */
  told: Pledge[] = [];
  #busy: Promise<void> = Promise.resolve();
  /** The last message sent, so that each is sent only once. */
  #said = '';
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly id: string,
    private readonly side: 'a' | 'b' | null,
    private readonly say: (what: Say) => boolean,
    private readonly chain: Chain,
    /** Whether to open parts ahead, so that the other can play while this device is away. */
    public ahead: boolean,
    /** Hears whether a throw waits for a part that only another device of this player can open. */
    private readonly elsewhere: (is: boolean) => void,
    /** Asks whether to pledge although the other, who opened ahead, has to pledge again then. */
    private readonly reseals: () => boolean = () => true,
    /** Whether this tab plays: another one may have the chain of this side in its memory only. */
    private readonly plays: () => boolean = () => true,
  ) {}

  /** Accepts all pledges so far: the page has just read the battle, or only watches it. */
  read({ pledges }: JointView): void {
    this.told = pledges;
  }

  /** Allows the last message to be sent again: the old connection may have lost it. */
  again(): void {
    this.#said = '';
  }

  /** Sends again after a moment what the server could not store, or not so soon. */
  later(joint: () => JointView | null): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => {
      const now = joint();
      this.again();
      if (now) void this.stands(now);
    }, PAUSE);
  }

  close(): void {
    clearTimeout(this.#later);
  }

  /** Does what the room waits for, one thing after the other. */
  stands(joint: JointView): Promise<void> {
    this.#busy = this.#busy.then(() => this.#act(joint)).catch(() => {});
    return this.#busy;
  }

  async #act(joint: JointView): Promise<void> {
    const { side } = this;
    if (!side) return this.read(joint);
    const place = side === 'a' ? 0 : 1;
    const kept = rooted(this.id, side);
    const root = kept?.root ?? null;
    const own = joint.pledges.find(({ by }) => by === side);
    const mine = root && own ? (await this.chain(root, 0)) === own.top : false;
    const worn = own ? joint.throw + AHEAD - own.from >= THROWS : false;
    this.elsewhere(joint.bound !== null && joint.waits === side && !mine);
    if (mine && kept && !kept.pledged) setRooted(this.id, side, { ...kept, pledged: true });
    if (!joint.bound && (!mine || worn)) {
      if (own && !this.plays()) return;
      const ahead = own && (joint.opened[1 - place] ?? 0) > joint.throw;
      return ahead && !this.reseals() ? undefined : this.#pledge(joint, side);
    }
    if (!root || !own || !mine) return;
    const opened = joint.opened[place] ?? 0;
    const wanted = joint.bound && opened < joint.bound.throw ? joint.bound.throw : 0;
    // Before the other has pledged, this would make both pledge again.
    const early = this.ahead && joint.ready;
    const more = early && opened < joint.throw + LOW ? joint.throw + AHEAD : 0;
    const throw_ = Math.min(Math.max(wanted, more), own.from + THROWS);
    if (throw_ <= opened) return;
    this.told = joint.pledges;
    const value = await this.chain(root, throw_ - own.from);
    this.#once({ open: { throw: throw_, value } });
  }

  /** Pledges a chain: a new one, or an earlier one whose pledge did not arrive. A chain in use
   * cannot be pledged again, because others know values of it. */
  async #pledge(joint: JointView, side: 'a' | 'b'): Promise<void> {
    const before = rooted(this.id, side);
    let root = before?.pledged ? null : (before?.root ?? null);
    if (!root) {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      root = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      setRooted(this.id, side, { root, pledged: false });
    }
    this.told = joint.pledges;
    this.#once({ pledge: await this.chain(root, 0) });
  }

  #once(what: Say): void {
    const said = JSON.stringify(what);
    if (said === this.#said) return;
    if (this.say(what)) this.#said = said;
  }
}
