import type { Message } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import { runSteps } from '../stream/run-steps.js';
import { settled, type Steps } from '../stream/steps.js';
import type { CallableTurn } from './readable-turn.js';
import { endTurn } from './turn-end.js';
import { thrownBy, turnFailure } from './turn-failure.js';

/** A call that no signal and no time limit can end. Nothing is sent before it is drained. */
export class DirectTurn implements CallableTurn {
  private readonly messages: readonly Message[];
  private readonly turn: ChatTurn;

  constructor(
    request: ChatClientRequest,
    private readonly stream: AdvisedStream,
  ) {
    this.messages = request.messages;
    this.turn = request.turn;
  }

  get runId(): string {
    return this.turn.context.runId;
  }

  drain(): Promise<ChatClientResponse> {
    return runSteps(this.steps());
  }

  failure(reason: unknown): unknown {
    return turnFailure(this.turn, this.messages, reason);
  }

  private *steps(): Steps {
    const { turn } = this;
    try {
      const response = settled(this.stream, yield this.stream);
      // An advisor may have turned the suspension into an answer.
      if (turn.durable?.suspended) throw turn.durable.suspended;
      const ending = endTurn(turn, { type: 'completed', response });
      if (ending) yield ending;
      return response;
    } catch (cause) {
      const ending = endTurn(turn, { type: 'failed', cause });
      if (ending) yield ending;
      throw thrownBy(turn, this.messages, cause);
    }
  }
}
