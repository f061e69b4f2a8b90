// Plays the computer's side: think, play, pause, repeat. Never blocks the page.
import { failure } from '../engine/protocol';
import type { Game } from './game.svelte';
import { isComputer } from './save';
import { pace, settings } from '../settings/settings.svelte';

export class Robot {
  paused = $state(false);
  thinking = $state(false);
  /** Whether the rest of its turn is played without showing it. */
  hurry = $state(false);
  #running = false;
  #age = 0;

  constructor(private readonly game: Game) {}

  /** Starts if it is the computer's turn and nothing holds it back. */
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

  /** Discards the order that it is thinking about. */
  interrupt(): void {
    this.#age += 1;
  }

  /** Whether nobody at this screen gives orders: the battle is only watched. */
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
        // However fast the computers play, the player may look at the end of every turn.
        if (settings.eachTurn && this.watched && this.game.view.turn > view.turn) {
          this.paused = true;
          break;
        }
        if (this.hurry) continue;
        // Dice take time to read; a march has already been shown.
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
