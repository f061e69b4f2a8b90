// A connection to a room that comes back by itself.

import { PROTOCOL, type Hear, type Say, type Seat } from '../contract/contract';
import { deviceKey, playerName } from './device';
import { socketOf } from './server';

/** Between two tries, in milliseconds. */
const TRIES = [200, 500, 1000, 2000, 4000];
/** How often the page says that it is here. */
const PULSE = 10_000;
/** After so long without a word the connection is taken for dead... */
const SILENCE = 25_000;
/** ...and after so many times that the page said so without a word back: the clock may jump. */
const UNHEARD = 3;

/** What the page shows who comes in. */
export interface Shows {
  link: string | null;
  take: Seat | null;
}

/** What a line tells. */
export interface Told {
  hear(what: Hear): void;
  /** It works, or does not. */
  state(on: boolean): void;
  /** The number of the next deed that is lacking. */
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

  /** Says something: false when nobody hears it now. */
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
      const { link, take } = this.shows;
      this.say({
        hello: {
          page: PROTOCOL,
          link,
          take,
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
