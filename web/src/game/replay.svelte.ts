// Looking back: the battle after each order, without changing it.
import type { View } from '../contract/contract';
import { failure } from '../engine/protocol';
import type { Game } from './game.svelte';
import { Latest } from './latest';
import { difference } from '../table/pose';
import { calm } from '../settings/settings.svelte';

export class Replay {
  on = $state(false);
  /** Number of the order after which the battle is shown. */
  at = $state(0);
  view: View | null = $state.raw(null);
  playing = $state(false);
  speed = $state(1);
  /** Number of the order after which the replay ends by itself, if it shows only a part. */
  #until: number | null = null;
  /** Number of times that it was started: an earlier run that is still waiting ends. */
  #runs = 0;
  #asked: Latest<number, View>;

  constructor(private readonly game: Game) {
    this.#asked = new Latest(
      (n) => game.engine.at(n),
      (view) => {
        if (this.on) this.view = view;
      },
      (error) => {
        this.playing = false;
        game.trouble = failure(error);
      },
    );
  }

  get last(): number {
    return this.game.view.number;
  }

  start(at = this.last): void {
    this.game.robot.interrupt();
    this.game.hand.clear();
    this.game.thrown = null;
    this.on = true;
    this.seek(at);
  }

  /** Replays some orders, then returns to the battle. */
  async watch(from: number, to: number): Promise<void> {
    this.start(from - 1);
    this.#until = to;
    await this.play();
    if (this.on && this.#until === to && this.at >= to) this.stop();
  }

  stop(): void {
    this.#until = null;
    if (!this.on) return;
    this.playing = false;
    this.on = false;
    this.view = null;
    this.#asked.forget();
    this.game.hand.ready();
    this.game.robot.wake();
  }

  seek(n: number): void {
    this.at = Math.max(0, Math.min(this.last, Math.round(n)));
    this.#asked.want(this.at);
  }

  step(by: number): void {
    this.#until = null;
    this.playing = false;
    this.seek(this.at + by);
  }

  async play(): Promise<void> {
    if (this.playing) {
      this.playing = false;
      return;
    }
    this.playing = true;
    this.#runs += 1;
    const run = this.#runs;
    const goes = () => this.playing && this.on && this.#runs === run;
    if (this.at >= this.last) this.seek(0);
    const until = this.#until ?? this.last;
    await this.#asked.settled();
    while (goes() && this.at < until) {
      const before = this.view;
      const next = this.at + 1;
      let after: View;
      try {
        after = await this.game.engine.at(next);
      } catch (error) {
        if (goes()) this.game.trouble = failure(error);
        break;
      }
      // The player asked for something else meanwhile.
      if (!goes() || this.at !== next - 1) break;
      this.at = next;
      if (before && !calm())
        await this.game.motions.run(difference(before, after), 300 / this.speed);
      if (this.on && this.at === next) this.view = after;
      this.game.motions.clear();
      await new Promise((resolve) => setTimeout(resolve, 350 / this.speed));
    }
    if (this.#runs === run) this.playing = false;
  }

  /** Continues the battle from here and drops what came after. */
  async fork(): Promise<void> {
    const n = this.at;
    this.playing = false;
    this.on = false;
    this.view = null;
    await this.game.fork(n);
  }
}
