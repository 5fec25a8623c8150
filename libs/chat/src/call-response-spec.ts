import { type ChatResponse, textOf } from 'toolgate/model';
import type { ChatClientResponse } from './chat-client-response.js';
import type { RunningTurn } from './running-turn.js';

/** How a turn ended. */
export interface TurnOutcome {
  readonly status: 'completed';
  /** The text of the answer. */
  readonly content: string;
  readonly chatResponse: ChatResponse;
  /** What the advisors left. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** The outcome of a turn whose chain has answered. */
export const outcomeOf = ({ chatResponse, context }: ChatClientResponse): TurnOutcome => ({
  status: 'completed',
  content: textOf(chatResponse.message),
  chatResponse,
  context,
});

/** A turn that is called. It starts at the first read and runs once, however often it is read. */
export class CallResponseSpec {
  private response?: Promise<ChatClientResponse>;

  constructor(private readonly start: () => RunningTurn) {}

  /** The text of the answer; empty where it has none. */
  async content(): Promise<string> {
    return textOf((await this.chatClientResponse()).chatResponse.message);
  }

  async chatResponse(): Promise<ChatResponse> {
    return (await this.chatClientResponse()).chatResponse;
  }

  /** The answer with the context of the advisors. */
  chatClientResponse(): Promise<ChatClientResponse> {
    this.response ??= this.run();
    return this.response;
  }

  async outcome(): Promise<TurnOutcome> {
    return outcomeOf(await this.chatClientResponse());
  }

  private async run(): Promise<ChatClientResponse> {
    return this.start().drain();
  }
}
