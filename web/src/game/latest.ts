// Asks one question at a time; meanwhile only the latest wish waits.

export class Latest<A, R> {
  #wish: { value: A } | null = null;
  #running: Promise<void> | null = null;
  #age = 0;

  constructor(
    private readonly ask: (wish: A) => Promise<R>,
    private readonly tell: (answer: R, wish: A) => void,
    private readonly fail: (error: unknown) => void,
  ) {}

  /** Asks now, or replaces the wish that waits. */
  want(value: A): void {
    this.#wish = { value };
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when every question has been answered. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Ignores answers that are still on their way. */
  forget(): void {
    this.#age += 1;
    this.#wish = null;
  }

  async #run(): Promise<void> {
    while (this.#wish) {
      const { value } = this.#wish;
      const age = this.#age;
      this.#wish = null;
      try {
        const answer = await this.ask(value);
        if (age === this.#age) this.tell(answer, value);
      } catch (error) {
        if (age === this.#age) this.fail(error);
      }
    }
  }
}
