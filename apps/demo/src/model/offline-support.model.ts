import {
  assistantMessage,
  type ChatModelCall,
  ChatModel,
  type ChatResponse,
  type ChatStream,
  type Prompt,
  textOf,
} from 'toolgate/model';
import { asksForHistory, history } from './offline/history.js';
import { asksForLastAnswer, lastAnswer } from './offline/last-answer.js';
import { progressOf } from './offline/progress.js';
import { doNotUnderstand } from './offline/do-not-understand.js';
import { toolResults, type ToolResults, type WantedCall } from './offline/tool-results.js';
import { understand } from './offline/understand.js';

const answer = (text: string): ChatResponse => ({
  message: assistantMessage(text),
  finishReason: { unified: 'stop' },
  usage: {},
});

const callTools = (calls: readonly WantedCall[], round: number): ChatResponse => ({
  message: assistantMessage(
    calls.map((call, index) => ({ type: 'tool-call', toolCallId: `call-${round}-${index}`, ...call })),
  ),
  finishReason: { unified: 'tool-calls' },
  usage: {},
});

/** Knows which calls were answered; a tool that was not offered has failed before it is called. */
const resultsOf = ({ messages, tools = [] }: Prompt): ToolResults => {
  const results = toolResults(messages);
  const offered = new Set(tools.map(({ name }) => name));
  return (call) =>
    offered.has(call.toolName)
      ? results(call)
      : { type: 'failed', reason: `I was not given the tool "${call.toolName}".` };
};

const respond = (prompt: Prompt): ChatResponse => {
  const { messages } = prompt;
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[asked];
  if (message && asksForHistory(textOf(message))) return answer(history(messages.slice(0, asked)));
  if (message && asksForLastAnswer(textOf(message))) return answer(lastAnswer(messages.slice(0, asked)));
  const understanding = understand(message ? textOf(message) : '');
  if (understanding.type === 'unclear') return answer(doNotUnderstand(understanding));
  const progress = progressOf(understanding.requests, resultsOf(prompt));
  const calls = progress.flatMap((step) => (step.type === 'wants' ? [step.call] : []));
  const wanted = [...new Map(calls.map((call) => [`${call.toolName} ${call.input}`, call])).values()];
  if (wanted.length > 0) return callTools(wanted, messages.slice(asked).filter(({ role }) => role === 'tool').length);
  return answer(progress.flatMap((step) => (step.type === 'done' ? [step.sentence] : [])).join(' '));
};

/**
 * Understands a handful of support requests in plain English, by rules: for trying the demo without a provider. What
 * it says follows from the prompt alone.
 */
export class OfflineSupportModel extends ChatModel {
  override readonly modelName = { provider: 'demo', modelId: 'offline' };

  async call(prompt: Prompt, { signal }: ChatModelCall = {}): Promise<ChatResponse> {
    signal?.throwIfAborted();
    return respond(prompt);
  }

  async *stream(prompt: Prompt, { signal }: ChatModelCall = {}): ChatStream {
    const { message, ...end } = respond(prompt);
    for (const part of message.content) {
      if (part.type === 'tool-call') yield part;
      if (part.type !== 'text') continue;
      for (const delta of part.text.match(/\S+\s*/g) ?? []) {
        signal?.throwIfAborted();
        yield { type: 'text-delta', id: 'answer', delta };
      }
    }
    yield { type: 'finish', ...end };
    return { message, ...end };
  }
}
