import type { ChatModel, Prompt } from 'toolgate/model';
import type { ToolCallingChatOptions, ToolCallingManager } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ModelLink } from './advisor-chain.js';
import { modelCallOf } from './chat-turn.js';
import { ChatClientException } from './chat.errors.js';
import { ModelCall } from './model-call.js';
import { ModelStream } from './model-stream.js';

/** Makes the end of a turn's chain: the prompt as plain JSON, asked of the model in the turn's mode. */
export const modelLink = (model: ChatModel, manager: ToolCallingManager): ModelLink => {
  // The options rarely change from round to round.
  let known: { readonly options: ToolCallingChatOptions; readonly sent: Omit<Prompt, 'messages'> } | undefined;
  const sentWith = (options: ToolCallingChatOptions): Omit<Prompt, 'messages'> => {
    if (known?.options === options) return known.sent;
    const { tools, toolContext: _, ...settings } = options;
    const definitions = tools && manager.resolveToolDefinitions(options);
    known = { options, sent: { options: settings, ...(definitions?.length && { tools: definitions }) } };
    return known.sent;
  };
  return (request) => {
    if (request.messages.length === 0) {
      throw new ChatClientException('The prompt has no message. Give it one with prompt(text), user() or messages().');
    }
    const { turn } = request;
    const prompt = { messages: request.messages, ...sentWith(request.options) };
    const answer =
      turn.mode === 'call'
        ? new ModelCall(model, prompt, request)
        : new ModelStream(model.stream(prompt, modelCallOf(turn)), request);
    return answer as unknown as AdvisedStream;
  };
};
