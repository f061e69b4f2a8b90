// The computer's side: think, play, pause, again. Never blocks the page.
import { failure } from '../engine/protocol';
import type { Game } from './game.svelte';
import { isComputer } from './save';
import { pace, settings } from '../settings/settings.svelte';

export class Robot {
  paused = $state(false);
  thinking = $state(false);
  /** Its turn is played on without showing it. */
  hurry = $state(false);
  #running = false;
  #age = 0;

  constructor(private readonly game: Game) {}

  /** Starts when it is the computer's turn and nothing holds it back. */
  wake(): void {
    if (!this.#running) void this.#run();
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.game.trouble = null;
    this.wake();
  }

  /** What it is thinking about no longer matters. */
  interrupt(): void {
    this.#age += 1;
  }

  /** Nobody at this screen gives orders: it is only watched. */
  get watched(): boolean {
    const { a, b } = this.game.players;
    return !this.game.room && isComputer(a) && isComputer(b);
  }

  get #may(): boolean {
    const { view, computerToMove, replay, busy, tutor } = this.game;
    if (!this.game.hold.own) return false;
    return !this.paused && computerToMove && !view.ended && !replay.on && !busy && !tutor.holds;
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (this.#may) {
        const age = this.#age;
        const { view, players, engine } = this.game;
        this.thinking = true;
        const order = await engine.think(players[view.toMove]);
        this.thinking = false;
        if (age !== this.#age || !this.#may) continue;
        if (!(await this.game.give(order))) {
          this.paused = true;
          break;
        }
        // However fast they play: who watches may look at every turn's end.
        if (settings.eachTurn && this.watched && this.game.view.turn > view.turn) {
          this.paused = true;
          break;
        }
        if (this.hurry) continue;
        // Dice want to be read; a march was seen.
        const { between } = pace();
        const wait = this.game.log.at(-1)?.rolls.length ? between : between / 2;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    } catch (error) {
      this.paused = true;
      this.game.trouble = failure(error);
    } finally {
      this.thinking = false;
      this.hurry = false;
      this.#running = false;
    }
  }
}
