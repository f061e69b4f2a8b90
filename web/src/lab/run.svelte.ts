// A running study: a worker plays, the page shows the progress and the results so far.
import type { LabCalls, StudyOpened } from '../contract/contract';
import { failure, type EngineFailure } from '../engine/protocol';
import { startLab } from '../engine/client';
import type { Page } from '../game/page.svelte';
import { dropLines, keepLines, keptLines } from './kept';

/** Target length of one portion in milliseconds: short, so that a stop takes effect soon. */
const PORTION = 250;
/** Milliseconds between two reports; longer if a report takes long. */
const NEWS = 2500;

export class StudyRun {
  opened: StudyOpened | null = $state.raw(null);
  done = $state(0);
  running = $state(false);
  html = $state('');
  trouble: EngineFailure | null = $state.raw(null);
  /** Seconds until all battles are played; NaN while unknown. */
  left = $state(NaN);
  /** Whether this browser could save every battle played so far. */
  kept = $state(true);
  #engine: LabCalls;
  readonly #page: Page;
  #lines: string[] = [];
  /** Number of lines that are saved. */
  #saved = 0;
  /** Whether the engine must read the study again: it stopped, and another one took its place. */
  #lost = false;
  #shown = -1;
  #stop = false;

  readonly text: string;

  constructor(engine: LabCalls, page: Page, text: string) {
    this.#engine = engine;
    this.#page = page;
    this.text = text;
  }

  get all(): number {
    return this.opened?.battles ?? 0;
  }

  /** Reads the study, loads the battles played before, and plays on. */
  async begin(): Promise<void> {
    try {
      const first = await this.#engine.study(this.text);
      this.#lines = await keptLines(first.print);
      this.opened =
        this.#lines.length > 0
          ? await this.#engine.study(this.text, this.#lines).catch(() => {
              // Another engine played these battles: they do not count for this one.
              this.#lines = [];
              void dropLines(first.print);
              return this.#engine.study(this.text);
            })
          : first;
      this.done = this.opened.done;
      this.#saved = this.#lines.length;
      await this.play();
    } catch (error) {
      this.trouble = failure(error);
    }
  }

  async play(): Promise<void> {
    if (!this.opened || this.running) return;
    this.running = true;
    this.#stop = false;
    this.#page.study = this;
    const { print } = this.opened;
    const begun = { at: performance.now(), done: this.done };
    let portion = 1;
    let news = performance.now();
    let cost = 0;
    try {
      await this.#again();
      while (!this.#stop && this.done < this.all) {
        const before = performance.now();
        const played = await this.#engine.studyOn(portion);
        const now = performance.now();
        this.#lines.push(...played.lines);
        await this.#keep(print);
        this.done = played.done;
        this.left = ((now - begun.at) / 1000 / (this.done - begun.done)) * (this.all - this.done);
        const each = Math.max(0.5, (now - before) / Math.max(1, played.lines.length));
        portion = Math.max(1, Math.round(PORTION / each));
        if (now - news > Math.max(NEWS, 10 * cost)) {
          await this.#tell();
          news = performance.now();
          cost = news - now;
        }
      }
      await this.#tell();
    } catch (error) {
      this.#lost = true;
      this.trouble = failure(error);
    }
    this.running = false;
    if (this.#page.study === this) this.#page.study = null;
  }

  /** Stops after the battles in progress, which are saved too. */
  stop(): void {
    this.#stop = true;
  }

  /** Writes every battle as a row of comma-separated values. */
  async csv(): Promise<string | null> {
    try {
      await this.#again();
      return await this.#engine.studyCsv(this.#lines);
    } catch (error) {
      this.#lost = true;
      this.trouble = failure(error);
      return null;
    }
  }

  /** Has an engine that took the place of another read the study and its battles. */
  async #again(): Promise<void> {
    if (!this.#lost) return;
    const { done } = await this.#engine.study(this.text, this.#lines);
    this.#lost = false;
    this.done = done;
    this.trouble = null;
  }

  /** Saves the lines that are not saved yet, those in vain before as well. */
  async #keep(print: string): Promise<void> {
    this.kept = await keepLines(print, this.#saved, this.#lines.slice(this.#saved));
    if (this.kept) this.#saved = this.#lines.length;
  }

  async #tell(): Promise<void> {
    if (this.#shown === this.done || this.done === 0) return;
    this.html = await this.#engine.studyReport();
    this.#shown = this.done;
  }
}

/** What runs in the lab, whether or not its screen is open. */
class Bench {
  run: StudyRun | null = $state.raw(null);
  #engine: LabCalls | null = null;

  /** The lab's own engine: a battle on the table never waits for it. */
  get engine(): LabCalls {
    this.#engine ??= startLab();
    return this.#engine;
  }

  study(page: Page, text: string): void {
    this.run?.stop();
    this.run = new StudyRun(this.engine, page, text);
    void this.run.begin();
  }

  clear(): void {
    this.run?.stop();
    this.run = null;
  }
}

export const bench = new Bench();
