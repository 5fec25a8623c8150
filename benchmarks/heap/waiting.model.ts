import type { ChatResponse, ChatStream, Prompt } from 'toolgate/model';
import { InProcessModel } from '../in-process.model.js';

/** Answers at once, or only after `release()` in one round. */
export class WaitingModel extends InProcessModel {
  private round = 0;
  private gate = Promise.resolve();
  private open: () => void = () => {};

  /** Delays the answers of a round, counted from 1, until `release()`. */
  hold(round: number): void {
    this.round = round;
    this.gate = new Promise((resolve) => (this.open = resolve));
  }

  release(): void {
    this.round = 0;
    this.open();
  }

  override async call(prompt: Prompt): Promise<ChatResponse> {
    if (this.isHeld(prompt)) await this.gate;
    return super.call(prompt);
  }

  override async *stream(prompt: Prompt): ChatStream {
    if (this.isHeld(prompt)) await this.gate;
    return yield* super.stream(prompt);
  }

  private isHeld({ messages }: Prompt): boolean {
    return this.round === (messages.at(-1)!.role === 'user' ? 1 : 2);
  }
}
