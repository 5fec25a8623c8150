/** What a hand-made generator does: gives its next step, and is told when its reader leaves or a step fails. */
export interface GeneratorSteps<P, R> {
  pull(): Promise<IteratorResult<P, R>>;
  leave(): void;
}

class StepGenerator<P, R> {
  private ended = false;

  constructor(private readonly steps: GeneratorSteps<P, R>) {}

  async next(): Promise<IteratorResult<P, R | undefined>> {
    if (this.ended) return { done: true, value: undefined };
    try {
      const step = await this.steps.pull();
      if (step.done) this.ended = true;
      return step;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  async return(value: R): Promise<IteratorResult<P, R>> {
    this.end();
    return { done: true, value };
  }

  async throw(error: unknown): Promise<never> {
    this.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private end(): void {
    if (!this.ended) this.steps.leave();
    this.ended = true;
  }
}

/** Makes a generator of its steps. A generator function costs several times more for each part that passes. */
export const generatorOf = <P, R>(steps: GeneratorSteps<P, R>): AsyncGenerator<P, R, void> =>
  new StepGenerator(steps) as unknown as AsyncGenerator<P, R, void>;
