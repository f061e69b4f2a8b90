// A selected piece of terrain: which, where it would lie, and what the engine says about it.
import type { Preview, Xy } from '../contract/contract';
import { failure } from '../engine/protocol';
import { t } from '../words/page';
import type { Game } from './game.svelte';

const tenth = (length: number) => Math.round(length * 10) / 10;

export class Laying {
  piece: number | null = $state(null);
  at: Xy | null = $state.raw(null);
  /** Degrees turned clockwise from how the piece was drawn. */
  turned = $state(0);
  preview: Preview | null = $state.raw(null);
  #asked = 0;

  constructor(private readonly game: Game) {}

  /** Whether there is terrain to lay now. */
  get open(): boolean {
    return this.game.mine && this.game.view.pieces.some((piece) => piece.offered);
  }

  /** Says which piece is selected and where it would lie, for players who cannot see the table. */
  get says(): string {
    const { at, turned, preview } = this;
    return at && preview ? t.at(preview.says, tenth(at[0]), tenth(at[1]), turned) : '';
  }

  take(piece: number | null): void {
    this.piece = piece;
    this.turned = 0;
    this.preview = null;
    const [width, height] = this.game.view.table;
    this.at = piece === null ? null : [width / 2, height / 2];
    if (piece !== null) void this.#judge();
  }

  put(at: Xy): Promise<void> {
    this.at = at;
    return this.#judge();
  }

  turn(by: number): Promise<void> {
    this.turned = (this.turned + by + 360) % 360;
    return this.#judge();
  }

  nudge(by: Xy): Promise<void> {
    if (this.at) this.at = [this.at[0] + by[0], this.at[1] + by[1]];
    return this.#judge();
  }

  /** Lays the piece where it is shown. */
  async give(): Promise<void> {
    const preview = this.preview;
    if (!preview?.legal || !this.game.mine) return;
    this.take(null);
    await this.game.give(preview.order);
  }

  async #judge(): Promise<void> {
    if (this.piece === null || !this.at) return;
    const asked = ++this.#asked;
    try {
      const preview = await this.game.engine.laying(this.piece, this.at, this.turned);
      if (asked !== this.#asked || this.piece === null) return;
      this.preview = preview;
      const why = preview.refusals.map((one) => one.says);
      this.game.spoken = [this.says, ...why].filter(Boolean).join('. ');
    } catch (error) {
      this.game.trouble = failure(error);
    }
  }
}
