import type { ChatModel, Prompt, StreamPart } from 'toolgate/model';
import { type ToolCallingManager, untilAborted } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ModelLink } from './advisor-chain.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';
import { generatorOf } from './generator-of.js';

/** Makes the end of a chain: the prompt as plain JSON, asked of the model in the turn's mode. */
export const modelLink = (model: ChatModel, manager: ToolCallingManager): ModelLink => {
  const promptOf = ({ messages, options }: ChatClientRequest): Prompt => {
    const { tools, toolContext: _, ...settings } = options;
    const definitions = tools && manager.resolveToolDefinitions(options);
    return { messages, options: settings, ...(definitions?.length && { tools: definitions }) };
  };
  return (request) => {
    const prompt = promptOf(request);
    return request.turn.mode === 'call' ? called(model, prompt, request) : streamed(model, prompt, request);
  };
};

const called = (model: ChatModel, prompt: Prompt, { turn, context, options }: ChatClientRequest): AdvisedStream =>
  generatorOf<StreamPart, ChatClientResponse>({
    async pull() {
      const chatResponse = await untilAborted(model.call(prompt, { signal: turn.signal }), turn.signal);
      return { done: true, value: { chatResponse, context, sent: options } };
    },
    leave: () => {},
  });

const streamed = (model: ChatModel, prompt: Prompt, request: ChatClientRequest): AdvisedStream => {
  const { turn, context, options, round } = request;
  const stream = model.stream(prompt, { signal: turn.signal });
  return generatorOf<StreamPart, ChatClientResponse>({
    async pull() {
      const { done, value } = await untilAborted(stream.next(), turn.signal);
      if (done) return { done, value: { chatResponse: value, context, sent: options } };
      return { done: false, value: { ...value, round } };
    },
    // Not awaited: return() of a generator waits for a next() that may never come.
    leave: () => void stream.return(undefined as never).catch(() => {}),
  });
};
