import { setTimeout as delay } from 'node:timers/promises';
import {
  assistantMessage,
  type ChatModelCall,
  ChatModel,
  type ChatResponse,
  type ChatStream,
  type Prompt,
  textOf,
} from 'toolgate/model';
import { TOOL_SEARCH_TOOL } from 'toolgate/tool-search';
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

const offeredIn = ({ tools = [] }: Prompt): ReadonlySet<string> => new Set(tools.map(({ name }) => name));

/** The search for a tool that the prompt does not have. */
const searchFor = (toolName: string): WantedCall => ({
  toolName: TOOL_SEARCH_TOOL,
  input: JSON.stringify({ query: toolName.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) }),
});

/** Returns the results of answered calls. A tool that is neither in the prompt nor can be found fails without a call. */
const resultsOf = (prompt: Prompt): ToolResults => {
  const results = toolResults(prompt.messages);
  const offered = offeredIn(prompt);
  return (call) => {
    const { toolName } = call;
    if (offered.has(toolName)) return results(call);
    if (offered.has(TOOL_SEARCH_TOOL) && !results(searchFor(toolName))) return undefined;
    return { type: 'failed', reason: `the tool "${toolName}" is not available to me.` };
  };
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
  const offered = offeredIn(prompt);
  const calls = progress
    .flatMap((step) => (step.type === 'wants' ? [step.call] : []))
    .map((call) => (offered.has(call.toolName) ? call : searchFor(call.toolName)));
  const wanted = [...new Map(calls.map((call) => [`${call.toolName} ${call.input}`, call])).values()];
  if (wanted.length > 0) return callTools(wanted, messages.slice(asked).filter(({ role }) => role === 'tool').length);
  return answer(progress.flatMap((step) => (step.type === 'done' ? [step.sentence] : [])).join(' '));
};

/**
 * Understands some support requests in plain English, by rules, so that the demo runs without a provider. Its answers
 * depend only on the prompt. `wordMs` is the pause before each word of a stream.
 */
export class OfflineSupportModel extends ChatModel {
  override readonly modelName = { provider: 'demo', modelId: 'offline' };

  constructor(private readonly wordMs = 0) {
    super();
  }

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
        if (this.wordMs > 0) await delay(this.wordMs, undefined, { signal });
        signal?.throwIfAborted();
        yield { type: 'text-delta', id: 'answer', delta };
      }
    }
    yield { type: 'finish', ...end };
    return { message, ...end };
  }
}
