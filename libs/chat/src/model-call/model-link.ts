import { ignore, isPromiseLike, settleQuietly, untilAborted } from '#core';
import {
  ChatModel,
  type ChatOptions,
  type ChatResponse,
  type ChatStream,
  type Prompt,
  type ToolDefinition,
} from 'toolgate/model';
import type { ToolCallingManager } from 'toolgate/tool';
import { assertNamedTools, namesTools } from './assert-named-tools.js';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ModelLink } from '../advisors/advisor-chain.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { SentPrompt } from '../contract/chat-turn.js';
import { streamAfter } from '../stream/stream-after.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { ModelCall } from './model-call.js';
import { ModelStream } from './model-stream.js';
import type { RetryPolicy } from './retry-options.js';

/**
 * Creates the last link of a client's advisor chains. It converts the request to a prompt of plain JSON, and calls the
 * model in the turn's mode.
 */
export const modelLink = (model: ChatModel, manager: ToolCallingManager, retry?: RetryPolicy): ModelLink => {
  const promptOf = (request: ChatClientRequest): SentPrompt | Promise<SentPrompt> => {
    const { options, turn } = request;
    if (turn.sent?.options === options) return turn.sent.prompt;
    const { tools, toolContext, ...settings } = options;
    if (toolContext) throw new ChatClientException(FIXED_CONTEXT);
    const definitions = tools && manager.resolveToolDefinitions(options, turn.context);
    const plain = isPromiseLike(definitions) ? withToolsLater(settings, definitions) : withTools(settings, definitions);
    const prompt = namesTools(request) ? checked(plain, request, manager) : plain;
    turn.sent = { options, prompt };
    // An error is not cached, so a round that an advisor repeats asks for the tools again.
    if (isPromiseLike(prompt)) prompt.then(ignore, () => (turn.sent = undefined));
    return prompt;
  };
  const ask = (request: ChatClientRequest, { options, tools }: SentPrompt): AdvisedStream => {
    const { turn, messages } = request;
    const prompt: Prompt = tools ? { messages, options, tools } : { messages, options };
    // The application's own loop has this answer already.
    if (turn.continueFrom && request.round === 0) {
      return new ModelCall(new KnownAnswer(turn.continueFrom), prompt, request);
    }
    return turn.mode === 'call'
      ? new ModelCall(model, prompt, request, retry)
      : new ModelStream(model, prompt, request, retry);
  };
  const askLater = (request: ChatClientRequest, prompt: Promise<SentPrompt>): AdvisedStream => {
    const ready = untilAborted(prompt, request.turn.abort);
    // A stream that is opened and never read must not end the process.
    settleQuietly(ready);
    return streamAfter(ready, (sent) => ask(request, sent));
  };
  return (request) => {
    // After a suspension no model is called, even if an advisor swallows the exception.
    const { durable } = request.turn;
    if (durable?.suspended) throw durable.suspended;
    if (request.messages.length === 0) {
      throw new ChatClientException('The prompt has no message. Add one with prompt(text), user() or messages().');
    }
    const prompt = promptOf(request);
    return isPromiseLike(prompt) ? askLater(request, prompt) : ask(request, prompt);
  };
};

// It would not reach the tools: their context is that of the turn, which is saved while the turn waits.
const FIXED_CONTEXT =
  'An advisor set "toolContext" in the options of a request, but the tool context does not change after the turn has started. Pass it to toolContext() of the prompt, or set it as a default of the client.';

/** A model that returns an answer which the application already has. */
class KnownAnswer extends ChatModel {
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

const withTools = (options: ChatOptions, tools: readonly ToolDefinition[] | undefined): SentPrompt =>
  tools?.length ? { options, tools } : { options };

const withToolsLater = async (
  options: ChatOptions,
  tools: PromiseLike<readonly ToolDefinition[]>,
): Promise<SentPrompt> => withTools(options, await tools);

const checked = async (
  unchecked: SentPrompt | Promise<SentPrompt>,
  request: ChatClientRequest,
  manager: ToolCallingManager,
): Promise<SentPrompt> => {
  const prompt = await unchecked;
  await assertNamedTools(request, prompt.tools, manager);
  return prompt;
};
