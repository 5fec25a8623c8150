import { generateText, isStepCount, streamText, tool } from 'ai';
import { z } from 'zod';
import { ANSWER, describe, findOrder, gate, INPUT, QUESTION, toolNames, WORDS } from '../script.mjs';

const CALL = { type: 'tool-call', toolCallId: 'call-1', toolName: 'findOrder0', input: JSON.stringify(INPUT) };
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const end = (isFirst) => ({ usage, finishReason: { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined } });
const answerParts = [
  { type: 'text-start', id: '0' },
  ...WORDS.map((delta) => ({ type: 'text-delta', id: '0', delta })),
  { type: 'text-end', id: '0' },
];

const model = {
  specificationVersion: 'v4',
  provider: 'fake',
  modelId: 'fake',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    if (gate.closed) await gate.closed;
    const isFirst = prompt.at(-1).role === 'user';
    return { content: isFirst ? [CALL] : [{ type: 'text', text: ANSWER }], warnings: [], ...end(isFirst) };
  },
  async doStream({ prompt }) {
    if (gate.closed) await gate.closed;
    const isFirst = prompt.at(-1).role === 'user';
    const parts = [
      { type: 'stream-start', warnings: [] },
      ...(isFirst ? [CALL] : answerParts),
      { type: 'finish', ...end(isFirst) },
    ];
    return { stream: ReadableStream.from(parts) };
  },
};

export const start = async (count) => {
  const inputSchema = z.object({ orderNumber: z.string() });
  const tools = Object.fromEntries(
    toolNames(count).map((name) => [
      name,
      tool({ description: describe(name), inputSchema, execute: async (input) => findOrder(input) }),
    ]),
  );
  const options = { model, tools, prompt: QUESTION, stopWhen: isStepCount(5) };
  return {
    call: async () => (await generateText(options)).text,
    stream: async () => {
      let text = '';
      for await (const delta of streamText(options).textStream) text += delta;
      return text;
    },
  };
};
