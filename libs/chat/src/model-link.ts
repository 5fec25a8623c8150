import type { ChatModel, Prompt } from 'toolgate/model';
import { type ToolCallingManager, untilAborted } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ModelLink } from './advisor-chain.js';
import type { ChatClientRequest } from './chat-client-request.js';

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

async function* called(model: ChatModel, prompt: Prompt, request: ChatClientRequest): AdvisedStream {
  const { turn, context, options } = request;
  const chatResponse = await untilAborted(model.call(prompt, { signal: turn.signal }), turn.signal);
  return { chatResponse, context, sent: options };
}

async function* streamed(model: ChatModel, prompt: Prompt, request: ChatClientRequest): AdvisedStream {
  const { turn, context, options, round } = request;
  const stream = model.stream(prompt, { signal: turn.signal });
  let ended = false;
  try {
    for (;;) {
      const step = await untilAborted(stream.next(), turn.signal);
      if (step.done) {
        ended = true;
        return { chatResponse: step.value, context, sent: options };
      }
      yield { ...step.value, round };
    }
  } finally {
    // Not awaited: return() of a generator waits for a next() that may never come.
    if (!ended) stream.return(undefined as never).catch(() => {});
  }
}
