// A guided battle on the page: its state, and what the learner does about it.
import type { Lesson, SideKey } from '../contract/contract';
import { failure } from '../engine/protocol';
import type { Game } from './game.svelte';
import { w } from '../words/guide';

/** The player who gives the orders that a tutorial names. */
export const GUIDE = 'guide';

export class Tutor {
  lesson: Lesson | null = $state.raw(null);
  /** Whether a phone's sheet shows the whole step instead of the orders. */
  open = $state(true);

  constructor(private readonly game: Game) {}

  get on(): boolean {
    return this.lesson !== null;
  }

  /** Whether the computer waits until the learner has read the step. */
  get holds(): boolean {
    return this.lesson !== null && this.lesson.stand !== 'watch';
  }

  get foe(): SideKey {
    return this.lesson?.side === 'a' ? 'b' : 'a';
  }

  /** Asks where the battle stands now. */
  async refresh(): Promise<void> {
    if (!this.lesson && !Object.values(this.game.players).includes(GUIDE)) return;
    this.#take(await this.game.engine.lesson());
  }

  #take(lesson: Lesson | null): void {
    const [before, after] = [this.lesson, lesson];
    this.lesson = lesson;
    if (after && (before?.step !== after.step || before.stand !== after.stand)) this.open = true;
  }

  /** Goes on to the next step after reading. */
  async goOn(): Promise<void> {
    if (!this.lesson || this.game.busy) return;
    const foe = this.foe;
    try {
      const lesson = await this.game.engine.next();
      if (lesson) this.#take(lesson);
      else this.#end(foe);
    } catch (error) {
      this.game.trouble = failure(error);
    }
    this.game.keep();
    this.game.robot.wake();
  }

  /** Lets the guide give the order that the step asks for. */
  async showMe(): Promise<void> {
    if (this.lesson?.stand !== 'do' || !this.game.mine) return;
    try {
      await this.game.give(await this.game.engine.think(GUIDE));
    } catch (error) {
      this.game.trouble = failure(error);
    }
  }

  /** Takes the battle back to where the step can go on. */
  async takeBack(): Promise<void> {
    const lesson = this.lesson;
    if (!lesson) return;
    const begun = lesson.begun.at(-1) ?? 0;
    await this.game.fork(lesson.stand === 'astray' ? lesson.back : begun);
  }

  /** Leaves the guide: the battle continues as an ordinary one. */
  async leave(): Promise<void> {
    if (!this.lesson) return;
    const foe = this.foe;
    try {
      await this.game.engine.leave();
    } catch (error) {
      this.game.trouble = failure(error);
    }
    this.#end(foe);
  }

  #end(foe: SideKey): void {
    this.lesson = null;
    if (this.game.players[foe] === GUIDE) {
      this.game.setPlayer(foe, this.game.around?.opponent ?? 'greedy');
      this.game.around?.say(w.left(this.game.side(foe).name));
    }
  }
}
