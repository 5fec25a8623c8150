import type { ChatModel, Prompt } from 'toolgate/model';
import { type ToolCallingManager, untilAborted } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ModelLink } from './advisor-chain.js';
import type { ChatClientRequest } from './chat-client-request.js';
import { ModelStream } from './model-stream.js';

/** Makes the end of a chain: the prompt as plain JSON, asked of the model in the turn's mode. */
export const modelLink = (model: ChatModel, manager: ToolCallingManager): ModelLink => {
  const promptOf = ({ messages, options }: ChatClientRequest): Prompt => {
    const { tools, toolContext: _, ...settings } = options;
    const definitions = tools && manager.resolveToolDefinitions(options);
    return { messages, options: settings, ...(definitions?.length && { tools: definitions }) };
  };
  return (request) => {
    const prompt = promptOf(request);
    const { mode, signal } = request.turn;
    if (mode === 'call') return called(model, prompt, request);
    return new ModelStream(model.stream(prompt, { signal }), request) as unknown as AdvisedStream;
  };
};

async function* called(model: ChatModel, prompt: Prompt, { turn, context, options }: ChatClientRequest): AdvisedStream {
  const chatResponse = await untilAborted(model.call(prompt, { signal: turn.signal }), turn.signal);
  return { chatResponse, context, sent: options };
}
