import { ignore } from '#core';
import type { TurnStep } from './readable-turn.js';

/** The step that a reader waits for; there is at most one at a time. */
export class StepRequest {
  /** Absent while no step is requested. */
  pending: Promise<TurnStep> | undefined = undefined;
  private onStep: (step: TurnStep) => void = ignore;
  private onError: (error: unknown) => void = ignore;

  open(): Promise<TurnStep> {
    const pending = new Promise<TurnStep>((resolve, reject) => {
      this.onStep = resolve;
      this.onError = reject;
    });
    this.pending = pending;
    return pending;
  }

  /** Settles the request; without one, does nothing. */
  resolve(step: TurnStep): void {
    const { onStep } = this;
    this.close();
    onStep(step);
  }

  /** Settles the request; without one, does nothing. */
  reject(error: unknown): void {
    const { onError } = this;
    this.close();
    onError(error);
  }

  // References that outlive the step would chain turn to turn for the garbage collector. A closure per turn, in place of
  // these fields, took half as much time again.
  private close(): void {
    this.onStep = ignore;
    this.onError = ignore;
    this.pending = undefined;
  }
}
