import {
  ChatModel,
  type ChatOptions,
  type ChatResponse,
  type ChatStream,
  type Prompt,
  type ToolDefinition,
} from 'toolgate/model';
import {
  isPromiseLike,
  type ToolCallingChatOptions,
  type ToolCallingManager,
  type ToolContext,
  untilAborted,
} from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ModelLink } from './advisor-chain.js';
import type { ChatClientRequest } from './chat-client-request.js';
import { later } from './later.js';
import { ChatClientException } from './chat.errors.js';
import { ModelCall } from './model-call.js';
import { ModelStream } from './model-stream.js';
import type { RetryPolicy } from './retry/retry-policy.js';

type Sent = Omit<Prompt, 'messages'>;

/** Makes the end of a turn's chain: the prompt as plain JSON, asked of the model in the turn's mode. */
export const modelLink = (model: ChatModel, manager: ToolCallingManager, retry?: RetryPolicy): ModelLink => {
  // The options rarely change from round to round.
  let known: { readonly options: ToolCallingChatOptions; readonly sent: Sent | Promise<Sent> } | undefined;
  const sentWith = (options: ToolCallingChatOptions, context: ToolContext): Sent | Promise<Sent> => {
    if (known?.options === options) return known.sent;
    const { tools, toolContext: _, ...settings } = options;
    const definitions = tools && manager.resolveToolDefinitions(options, context);
    const sent = isPromiseLike(definitions)
      ? Promise.resolve(definitions).then((ready) => sentOf(settings, ready))
      : sentOf(settings, definitions);
    known = { options, sent };
    return sent;
  };
  const ask = (request: ChatClientRequest, sent: Sent): AdvisedStream => {
    const { turn, messages } = request;
    const prompt = { messages, ...sent };
    // Its reader has had it from a loop of the application's own.
    if (turn.continueFrom && request.round === 0) {
      return new ModelCall(new GivenAnswer(turn.continueFrom), prompt, request) as unknown as AdvisedStream;
    }
    const answer =
      turn.mode === 'call'
        ? new ModelCall(model, prompt, request, retry)
        : new ModelStream(model, prompt, request, retry);
    return answer as unknown as AdvisedStream;
  };
  return (request) => {
    // Behind a suspension nothing goes on, whatever an advisor makes of it.
    const { keeping } = request.turn;
    if (keeping?.suspended) throw keeping.suspended;
    if (request.messages.length === 0) {
      throw new ChatClientException('The prompt has no message. Give it one with prompt(text), user() or messages().');
    }
    const { options, turn } = request;
    const sent = sentWith(options, turn.context);
    if (!isPromiseLike(sent)) return ask(request, sent);
    return later(untilAborted(sent, turn.abort), (ready) => ask(request, ready));
  };
};

/** Returns the answer that a prompt brings, and asks no model. */
class GivenAnswer extends ChatModel {
  constructor(private readonly response: ChatResponse) {
    super();
  }

  async call(): Promise<ChatResponse> {
    return this.response;
  }

  async *stream(): ChatStream {
    return this.response;
  }
}

const sentOf = (options: ChatOptions, tools: readonly ToolDefinition[] | undefined): Sent => ({
  options,
  ...(tools?.length && { tools }),
});
