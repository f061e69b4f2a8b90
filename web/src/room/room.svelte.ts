// A battle played with others. The server umpires: an order goes there and comes back as a line of
// the journal, which the page's own engine follows. So everything shown and worked out (odds,
// reach, why not) comes from the engine here, and every die roll from the server.

import type {
  Answer,
  Engine,
  Happened,
  Hear,
  Kept,
  Order,
  Played,
  Phrase,
  RoomView,
  Say,
  Seat,
  Trouble,
  View,
  Welcome,
  Wish,
} from '../contract/contract';
import { EngineFailure, failure } from '../engine/protocol';
import type { AnyRoom, RoomTable } from '../game/room';
import { offline } from '../offline/offline.svelte';
import { w } from '../words/room';
import { known, type Known, remember, storesAll } from './device';
import { Dice } from './dice';
import { Line, type Shows } from './line';
import { Ruling } from './ruling.svelte';
import { needRooms, troubled } from './server';

/** Names the player who leads a side from another device. */
export const remote = (side: 'a' | 'b') => `remote-${side}`;
/** Returns whether this tab was loaded anew for this reason before, and notes that it is now. Where
 * that cannot be noted, loading might never end. */
function renewed(why: 'page' | 'battle'): boolean {
  const key = `sandtable.renewed.${why}`;
  try {
    const before = sessionStorage.getItem(key) !== null;
    sessionStorage.setItem(key, '1');
    return before;
  } catch {
    return true;
  }
}

/** Milliseconds between two checks whether the table is free. */
const SOON = 60;

/** Troubles that explain why an order was not taken. */
const ABOUT_ORDERS: Trouble[] = [
  'notYourTurn',
  'notKept',
  'over',
  'bound',
  'unpledged',
  'diceUsedUp',
  'journalFull',
  'tooFast',
];

/**
 * Something that happened in the battle and is not shown yet. A ruling or an opening is `whole`: no
 * order that the robot could give, so the table takes up the battle as it is after it.
 */
type Next = { line: string; n: number; whole: boolean } | { back: number };

/** The parts of a journal line that a room must know. */
interface Lined {
  n: number;
  order: unknown;
  stated?: { ruling?: { by: string; reason: string } };
}

/** An order that was sent, until it comes back as a line. */
interface Sent {
  order: Order;
  number: number;
  faces: number[] | null;
  resolve(line: string): void;
  reject(why: EngineFailure): void;
}

/** What the robot gets in place of an order when the other player has given one. */
interface Token {
  remote: number;
}

export class Room implements AnyRoom {
  view: RoomView = $state.raw() as RoomView;
  you: Seat = $state('watch');
  /** Whether the page only watches because this device signed out of the account that plays. */
  signedOut = $state(false);
  /** Whether the server answers. */
  on = $state(false);
  /** Why the room can no longer be entered. */
  shut: EngineFailure | null = $state.raw(null);
  /** The chat so far. */
  talk: Kept[] = $state.raw([]);
  /** Number of messages since the player last looked at the chat. */
  unread = $state(0);
  /** Whether the messages of the others are hidden. */
  muted = $state(false);
  /** The code by which another device takes the seat, and until when it is valid. */
  code: { code: string; until: number } | null = $state.raw(null);
  /** The last refusal of anything but an order. */
  refused: EngineFailure | null = $state.raw(null);
  /** The seat that declined last, until the player asks for something else. */
  declined: Seat | null = $state(null);
  /** The last ruling that arrived while this page was open, until the player dismisses it. */
  ruled: { by: string; reason: string } | null = $state.raw(null);
  /** The ruling this page prepares, if its seat is the umpire's. */
  ruling: Ruling | null = $state.raw(null);
  /** Whether a throw waits for a part that only another device of this player can open. */
  elsewhere = $state(false);
  /** Whether this device can take part in the dice only if the other, who is away, seals them again. */
  sealing = $state(false);
  /** Whether the browser could not store what this device needs for its seat and its dice. */
  fleeting = $state(false);
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  skew = 0;

  readonly #line: Line;
  #agreed = false;
  #from = 0;
  #queue: Next[] = [];
  #sent: Sent | null = null;
  #awaited: (() => void) | null = null;
  #table: RoomTable | null = null;
  /** The page's own engine, which follows the battle. */
  #base: Engine | null = null;
  #pumping = false;
  #closed = false;
  /** This device's part in joint dice, if the battle uses them. */
  #dice: Dice | null = null;
  #come: ((journal: string) => void) | null = null;
  #fail: ((why: EngineFailure) => void) | null = null;

  private constructor(
    readonly id: string,
    readonly shows: Shows,
  ) {
    this.#line = new Line(id, shows, {
      hear: (what) => this.#hear(what),
      state: (on) => (this.on = on),
      from: () => this.#from,
    });
  }

  /** Enters the room while that is wanted; resolves with the room and the battle so far, as a journal. */
  static enter(
    id: string,
    shows: Shows,
    wanted: AbortSignal,
  ): Promise<{ room: Room; journal: string }> {
    return new Promise((resolve, reject) => {
      const room = new Room(id, shows);
      const left = () => room.#fail?.(new EngineFailure({ message: w.lost }));
      wanted.addEventListener('abort', left, { once: true });
      room.#come = (journal) => resolve({ room, journal });
      room.#fail = (why) => {
        room.close();
        reject(why);
      };
      needRooms().catch((why: unknown) => room.#fail?.(failure(why)));
      if (wanted.aborted) left();
    });
  }

  close(): void {
    this.#closed = true;
    this.#line.close();
    this.#dice?.close();
    this.#sent?.reject(new EngineFailure({ message: w.lost }));
    this.#sent = null;
  }

  /** Connects the room to the table that shows its battle. */
  seat(table: RoomTable): void {
    this.#table = table;
    if (this.you === 'umpire') this.ruling = new Ruling(this, table);
    // Before, nobody knew whether this tab plays.
    if (this.view.joint) void this.#dice?.stands(this.view.joint);
    void this.#pump();
  }

  /** Whether the players throw real dice: the page then asks for the faces. */
  get asksDice(): boolean {
    return this.view.dice === 'hand';
  }

  /** Index of the own side; null for spectators and the umpire. */
  get place(): 0 | 1 | null {
    return this.you === 'a' ? 0 : this.you === 'b' ? 1 : null;
  }

  /** Returns the name of the person in a seat. */
  who(seat: Seat): string {
    if (seat === 'a' || seat === 'b') return this.name(seat === 'a' ? 0 : 1);
    const name = this.view.umpire?.name ?? '';
    return seat === this.you ? w.you(name) : name || w.rule.umpire;
  }

  /** Until when this player is away; null if present. */
  get isAway(): number | null {
    return this.place === null ? null : this.away(this.place);
  }

  /** Until when a player is away; null if present. */
  away(place: 0 | 1, now = Date.now()): number | null {
    const until = this.view.clock.away[place];
    return until > now + this.skew ? until - this.skew : null;
  }

  get other(): 0 | 1 {
    return this.place === 0 ? 1 : 0;
  }

  /** Whether this seat may still give orders. */
  get open(): boolean {
    return this.place !== null && !this.view.over && !this.shut;
  }

  /** Returns the name of the player in a seat. */
  name(place: 0 | 1): string {
    const seat = this.view.seats[place];
    if (place === this.place) return w.you(seat.name);
    const unnamed = this.place === null ? w.someone : w.unnamed;
    const missing = this.view.tournament ? w.notHere : w.nobody;
    return seat.name || (seat.taken ? unnamed : missing);
  }

  /** What joint dice wait for, in words; null if nothing. */
  get dicing(): string | null {
    const { joint, over, seats } = this.view;
    if (!joint || over) return null;
    if (this.sealing) {
      const yourTurn = this.view.awaits === this.you && this.view.clock.runs !== null;
      return w.dicing.sealing(this.name(this.place === 0 ? 1 : 0), yourTurn);
    }
    const missing = ([0, 1] as const).find((place) => {
      const computer = typeof seats[place].sitter === 'object';
      return !computer && !joint.pledges.some(({ by }) => by === (place === 0 ? 'a' : 'b'));
    });
    if (missing !== undefined) {
      // Your own device seals them at once.
      const awaited = seats[missing].taken && missing !== this.place;
      return awaited ? w.dicing.unpledged(this.name(missing)) : null;
    }
    if (!joint.waits) return null;
    if (joint.waits === this.you) return this.elsewhere ? w.dicing.elsewhere : w.dicing.own;
    return w.dicing.other(this.name(joint.waits === 'a' ? 0 : 1));
  }

  /** What the other player asks for. */
  get asked(): Wish | null {
    return this.place === null ? null : this.view.wishes[this.other];
  }

  /** What this player asked of the other. */
  get asking(): Wish | null {
    return this.place === null ? null : this.view.wishes[this.place];
  }

  say(what: Say): boolean {
    this.refused = null;
    const said = this.#line.say(what);
    if (!said) this.refused = new EngineFailure({ message: w.lost });
    return said;
  }

  ask(wish: Wish): void {
    this.declined = null;
    this.say({ ask: wish });
  }

  answer(yes: boolean): void {
    const wish = this.asked;
    if (wish) this.say({ answer: { wish, yes } });
  }

  chat(text: string): void {
    if (text.trim()) this.say({ chat: { text } });
  }

  phrase(phrase: Phrase): void {
    this.say({ chat: { phrase } });
  }

  /** Marks the chat as read. */
  read(): void {
    this.unread = 0;
  }

  /** Returns the engine as the table uses it: calls that change the battle go to the server. */
  engine(base: Engine): Engine {
    this.#base = base;
    this.#join();
    const not = () =>
      Promise.reject(new EngineFailure({ message: w.notInRoom, hint: w.notInRoomHint }));
    return {
      ...base,
      play: (order, number, faces) => this.#play(base, order, number, faces ?? null),
      think: () => this.#think(),
      follow: not,
      undo: not,
      fork: not,
      strike: not,
      opening: not,
      declare: not,
      leaveToTable: not,
      learn: not,
      next: not,
      leave: not,
    };
  }

  async #play(base: Engine, order: Order, number: number, faces: number[] | null): Promise<Answer> {
    const remote = (order as Partial<Token> | null)?.remote;
    if (remote !== undefined) {
      const [next] = this.#queue;
      if (!next || !('line' in next) || next.n !== remote) {
        throw new EngineFailure({ message: w.trouble.missed });
      }
      const played = await this.#follow(base, next.line);
      this.#queue.shift();
      void this.#pump();
      return played;
    }
    if (this.place === null) throw new EngineFailure({ message: w.watchOnly });
    if (this.asksDice) {
      const wanted = await base.wanted(order, faces ?? []);
      if (wanted) return { wanted };
    }
    const line = await new Promise<string>((resolve, reject) => {
      this.#sent = { order, number, faces, resolve, reject };
      // Without a connection, the order is sent as soon as there is one.
      this.#line.say({ order: { number, order, faces } });
    });
    return this.#follow(base, line);
  }

  #follow(base: Engine, line: string): Promise<Played> {
    const { n } = JSON.parse(line) as Lined;
    if (this.#table && n > 0 && n !== this.#table.view.number + 1 && !renewed('battle')) {
      // The server's battle is another one by now: its database is an older copy.
      location.reload();
      return new Promise(() => {});
    }
    return this.#followed(base.follow(line, this.#dice?.told ?? null));
  }

  /** Joins the joint dice, once the engine that does the hashing is there. */
  #join(): void {
    const { joint } = this.view;
    if (!joint || !this.#base || this.#dice) return;
    const { chain } = this.#base;
    const side = this.you === 'a' || this.you === 'b' ? this.you : null;
    const say = (what: Say) => this.#line.say(what);
    const elsewhere = (is: boolean) => (this.elsewhere = is);
    const reseals = () => {
      const other = this.view.seats[this.place === 0 ? 1 : 0];
      this.sealing = !other.here && !this.#agreed;
      return !this.sealing;
    };
    const plays = () => this.#table?.hold.own ?? false;
    const ahead = this.ahead ?? false;
    this.#dice = new Dice(this.id, side, say, chain, ahead, elsewhere, reseals, plays);
    this.#dice.read(joint);
    void this.#dice.stands(joint);
  }

  /** Seals the dice anew, though the other player has to do so as well. */
  reseal(): void {
    this.#agreed = true;
    this.sealing = false;
    if (this.view.joint) void this.#dice?.stands(this.view.joint);
  }

  /** Whether this device opens its part ahead, by default if turns take days; null without one. */
  get ahead(): boolean | null {
    const { joint, kind } = this.view;
    if (!joint || this.place === null) return null;
    return known(this.id)?.ahead ?? (typeof kind === 'object' && 'days' in kind);
  }

  openAhead(ahead: boolean): void {
    remember(this.id, { link: null, links: null, ...known(this.id), ahead });
    if (!this.#dice || !this.view.joint) return;
    this.#dice.ahead = ahead;
    void this.#dice.stands(this.view.joint);
  }

  /** Waits for the engine to follow a line. After a refusal it follows nothing more. */
  async #followed<T>(what: Promise<T>): Promise<T> {
    try {
      return await what;
    } catch (error) {
      this.#line.close();
      this.on = false;
      this.shut = failure(error);
      throw error;
    }
  }

  /** Returns the other player's next order: the robot treats them as a slow computer. */
  async #think(): Promise<Order> {
    for (;;) {
      const [next] = this.#queue;
      if (next && 'line' in next && !next.whole) return { remote: next.n } satisfies Token;
      await new Promise<void>((resolve) => (this.#awaited = resolve));
    }
  }

  #hear(heard: Hear): void {
    if (typeof heard === 'string' || this.#closed) return;
    if ('welcome' in heard) this.#welcome(heard.welcome);
    else if ('deed' in heard) this.#deed(heard.deed);
    else if ('room' in heard) this.#seated(heard.room);
    else if ('code' in heard) this.code = heard.code;
    else if ('here' in heard) this.skew = heard.here.now - Date.now();
    else if ('refused' in heard) this.#refuse(heard.refused);
    else this.#bye(heard.bye);
  }

  #welcome({ room, you, signedOut, journal, next, deeds, now }: Welcome): void {
    // Somebody else has signed in on this device: the page shows another seat.
    if (!this.#come && you !== this.you) {
      location.reload();
      return;
    }
    this.fleeting = !storesAll();
    this.view = room;
    this.you = you;
    // After a break of the connection, the page comes back to this seat.
    this.shows.own = you;
    this.signedOut = signedOut;
    this.skew = now - Date.now();
    if (journal !== null && this.#come) {
      this.#from = next;
      this.talk = deeds;
      this.#remember();
      this.#come(journal);
      this.#come = null;
      this.#fail = null;
      return;
    }
    if (journal !== null) {
      // The server knows less than this page: its database is an older copy.
      location.reload();
      return;
    }
    for (const kept of deeds) this.#happened(kept);
    // A ruling that did not arrive can be given again.
    this.ruling?.refused();
    this.#dice?.again();
    if (room.joint) void this.#dice?.stands(room.joint);
    const sent = this.#sent;
    // The connection broke before the server kept the order: send it again.
    if (sent && !this.#isBound(sent)) {
      const { number, order, faces } = sent;
      this.#line.say({ order: { number, order, faces } });
    }
  }

  /** Takes in who sits where, and who is here. */
  #seated(view: RoomView): void {
    this.view = view;
    // The other may have come back, and then seals the dice at once.
    if (this.sealing && view.joint) void this.#dice?.stands(view.joint);
  }

  #remember(): void {
    const { link } = this.shows;
    const before = known(this.id);
    // Whoever came in at a side without a link needs none the next time.
    const own = link === null && this.you !== 'watch';
    const first = own ? null : (before?.link ?? link);
    const watched = this.you === 'watch';
    const what: Known = { ...before, link: first, links: before?.links ?? null, watched };
    remember(this.id, what);
  }

  #deed({ kept, clock, wishes, joint, now }: Happened): void {
    this.fleeting = !storesAll();
    this.skew = now - Date.now();
    const { awaits, over } = kept;
    this.view = { ...this.view, clock, wishes, joint, awaits, over };
    this.#happened(kept);
    if (joint) void this.#dice?.stands(joint);
  }

  /** Returns whether an order that was sent waits for its dice. */
  #isBound({ number }: Sent): boolean {
    const bound = this.view.joint?.bound;
    return bound?.by === this.you && bound.number === number;
  }

  #happened(kept: Kept): void {
    if (kept.n !== this.#from) return;
    this.#from = kept.n + 1;
    const { deed } = kept;
    if ('line' in deed) this.#arrived(deed.line, false);
    else if ('opening' in deed) this.#arrived(deed.opening, true);
    else if ('said' in deed) {
      this.talk = [...this.talk, kept];
      if (deed.said.by !== this.you && !this.muted) this.unread += 1;
    } else if ('answered' in deed) {
      const { by, wish, yes } = deed.answered;
      this.declined = yes ? null : by;
      if (yes && typeof wish === 'object') {
        this.#queue.push({ back: wish.back });
        void this.#pump();
      }
    } else if ('again' in deed) this.view = { ...this.view, again: deed.again.room };
  }

  #arrived(line: string, opening: boolean): void {
    const { n, order, stated } = JSON.parse(line) as Lined;
    const ruling = n > 0 && order === null ? (stated?.ruling ?? null) : null;
    let sent = this.#sent;
    if (ruling) {
      this.ruled = ruling;
      this.ruling?.given(n);
      // The order was meant for a battle that has changed since.
      sent?.reject(troubled({ late: { stands: n } }));
      this.#sent = sent = null;
    }
    if (sent && sent.number + 1 === n && this.#queue.length === 0) {
      this.#sent = null;
      sent.resolve(line);
      return;
    }
    this.#queue.push({ line, n, whole: opening || ruling !== null });
    void this.#pump();
  }

  #refuse(trouble: Trouble): void {
    const why = troubled(trouble);
    const sent = this.#sent;
    const late = typeof trouble === 'object' && 'late' in trouble;
    // The order was sent twice, and the first copy arrived.
    if (late && sent && trouble.late.stands > sent.number) return;
    this.ruling?.refused();
    const about = typeof trouble === 'object' || ABOUT_ORDERS.includes(trouble);
    if (trouble === 'notPledged') this.#dice?.again();
    // It may have been this device's part in a throw that everybody waits for.
    if (trouble === 'notKept' || trouble === 'tooFast') this.#dice?.later(() => this.view.joint);
    if (sent && about && !(trouble === 'bound' && this.#isBound(sent))) {
      this.#sent = null;
      sent.reject(why);
    } else this.refused = why;
  }

  #bye(trouble: Trouble): void {
    // The line comes back by itself.
    if (trouble === 'missed' || trouble === 'notKept') return;
    if (trouble === 'oldPage' && !renewed('page')) {
      void offline.renew();
      return;
    }
    const why = troubled(trouble);
    this.#line.close();
    this.on = false;
    this.shut = why;
    this.#fail?.(why);
  }

  /** Shows on the table what happened, in order. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (!this.#closed && !this.shut && this.#table && this.#queue.length > 0) {
        const table = this.#table;
        const next = this.#queue[0] as Next;
        // In a tab that only looks on there is no robot.
        const robot = table.computerToMove && table.hold.own;
        if ('line' in next && !next.whole && robot && !table.busy) {
          // The robot takes this line from the queue.
          this.#awaited?.();
          this.#awaited = null;
          return;
        }
        if (table.busy || table.replay.on) {
          await new Promise((later) => setTimeout(later, SOON));
          continue;
        }
        await table.change(() => this.#caught(next));
      }
    } finally {
      this.#pumping = false;
    }
  }

  /** Follows what happened without this page: an order from another device, or an undo. */
  async #caught(next: Next): Promise<View> {
    const base = this.#base;
    if (!base) throw new EngineFailure({ message: w.trouble.missed });
    const view =
      'back' in next
        ? await this.#followed(base.fork(next.back))
        : (await this.#follow(base, next.line)).view;
    this.#queue.shift();
    return view;
  }
}
