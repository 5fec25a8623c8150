import type { LanguageModelV4, LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  assistantMessage,
  type ChatModel,
  type JsonValue,
  type Message,
  type Prompt,
  type ToolResultPart,
  toolMessage,
  userMessage,
} from 'toolgate/model';

const DENIED = 'Tool execution was denied: ';

/** The first words of the text that a call has in place of a result while it has none. */
const OPEN = 'This call ';

const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

type Part = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];
type ResultPart = Extract<Part, { type: 'tool-result' }>;

/** The offline model of the demo as a language model of the AI SDK, so that `streamText` runs without a provider. */
export const offlineLanguageModel = (model: ChatModel): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'offline',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('The offline model streams only. Call streamText().')),
  doStream: async ({ prompt, tools = [], abortSignal }) => {
    const offered = tools.map(({ name }) => ({ name, description: '', inputSchema: { type: 'object' } as const }));
    const request: Prompt = { messages: prompt.flatMap(messagesFrom), tools: offered };
    return { stream: ReadableStream.from(partsOf(model, request, abortSignal)) };
  },
});

async function* partsOf(
  model: ChatModel,
  prompt: Prompt,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'stream-start', warnings: [] };
  const { message } = await model.call(prompt, { signal });
  const asksForCalls = message.content.some(({ type }) => type === 'tool-call');
  for (const part of message.content) {
    if (part.type === 'tool-call') yield part;
    if (part.type !== 'text') continue;
    yield { type: 'text-start', id: 'answer' };
    for (const delta of part.text.match(/\S+\s*/g) ?? []) yield { type: 'text-delta', id: 'answer', delta };
    yield { type: 'text-end', id: 'answer' };
  }
  const unified = asksForCalls ? 'tool-calls' : 'stop';
  yield { type: 'finish', usage: NO_TOKENS, finishReason: { unified, raw: undefined } };
}

const messagesFrom = (message: LanguageModelV4Message): readonly Message[] => {
  const parts = typeof message.content === 'string' ? [] : (message.content as readonly Part[]);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (message.role === 'user') return [userMessage(text)];
  if (message.role === 'assistant') {
    const calls = parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ ...part, input: JSON.stringify(part.input) } as const] : [],
    );
    return [assistantMessage([...(text ? [{ type: 'text', text } as const] : []), ...calls])];
  }
  const results = parts.flatMap((part) => (part.type === 'tool-result' ? [resultFrom(part)] : []));
  return results.length > 0 ? [toolMessage(results)] : [];
};

const resultFrom = ({ toolCallId, toolName, output }: ResultPart): ToolResultPart => {
  const value = 'value' in output ? (output.value as JsonValue) : `${DENIED}${output.reason ?? ''}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const call = { type: 'tool-result', toolCallId, toolName } as const;
  if (text.startsWith(DENIED)) {
    const reason = text.slice(DENIED.length);
    return { ...call, output: { type: 'text', text }, outcome: { type: 'denied', decision: 'reject', reason } };
  }
  if (output.type.startsWith('error') || text.startsWith(OPEN)) {
    return { ...call, output: { type: 'text', text }, outcome: { type: 'error', kind: 'execution' } };
  }
  return { ...call, output: { type: 'json', value }, outcome: { type: 'success' } };
};
