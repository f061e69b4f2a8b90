// A connection to a room that reconnects by itself.

import { PROTOCOL, type Hear, type Say, type Seat } from '../contract/contract';
import { deviceKey, playerName } from './device';
import { socketOf } from './server';

/** Milliseconds between two attempts. */
const TRIES = [200, 500, 1000, 2000, 4000];
/** Milliseconds between two signs of life that the page sends. */
const PULSE = 10_000;
/** A connection counts as dead after this many milliseconds without a message... */
const SILENCE = 25_000;
/** ...or after this many unanswered signs of life, because the clock may jump. */
const UNHEARD = 3;

/** What the page presents in order to come in. */
export interface Shows {
  link: string | null;
  /** A free seat to take. */
  take: Seat | null;
  /** Which of several own seats the page wants. */
  own: Seat | null;
}

/** Callbacks of a line. */
export interface Told {
  hear(what: Hear): void;
  /** Reports whether the line works. */
  state(on: boolean): void;
  /** Returns the number of the next deed that the page lacks. */
  from(): number;
}

export class Line {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #unheard = 0;
  readonly #pulse: ReturnType<typeof setInterval>;

  constructor(
    private readonly room: string,
    private readonly shows: Shows,
    private readonly told: Told,
  ) {
    addEventListener('online', this.#online);
    addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#online);
    this.#pulse = setInterval(() => this.#beat(), PULSE);
    this.#open();
  }

  /** Sends a message. Returns false if there is no connection now. */
  say(what: Say): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(what));
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    clearInterval(this.#pulse);
    removeEventListener('online', this.#online);
    removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#online);
    this.#drop();
  }

  readonly #online = () => {
    if (this.#closed || document.hidden || this.#socket) return;
    this.#tries = 0;
    clearTimeout(this.#again);
    this.#open();
  };

  readonly #offline = () => this.#lost();

  #open(): void {
    const socket = new WebSocket(socketOf(this.room));
    this.#socket = socket;
    this.#hears();
    socket.addEventListener('open', () => {
      const { link, take, own } = this.shows;
      this.say({
        hello: {
          page: PROTOCOL,
          link,
          take,
          own,
          device: deviceKey(),
          name: playerName(),
          from: this.told.from(),
        },
      });
    });
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#hears();
      const heard = JSON.parse(event.data) as Hear;
      if (typeof heard === 'object' && 'welcome' in heard) {
        this.#tries = 0;
        this.told.state(true);
      }
      this.told.hear(heard);
    });
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#lost();
    });
  }

  #hears(): void {
    this.#heard = Date.now();
    this.#unheard = 0;
  }

  #beat(): void {
    if (!this.#socket) return;
    if (Date.now() - this.#heard > SILENCE || this.#unheard >= UNHEARD) this.#lost();
    else {
      this.#unheard += 1;
      this.say('here');
    }
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost(): void {
    this.#drop();
    if (this.#closed) return;
    this.told.state(false);
    clearTimeout(this.#again);
    const wait = TRIES[Math.min(this.#tries, TRIES.length - 1)] ?? 0;
    this.#tries += 1;
    this.#again = setTimeout(() => this.#open(), wait);
  }
}
