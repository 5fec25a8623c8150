import { describe, expect, it } from 'vitest';
import {
  assistantMessage,
  type ChatResponse,
  hasToolCalls,
  type Prompt,
  type StreamPart,
  toolCallsOf,
  userMessage,
} from 'toolgate/model';
import type { AiSdkLanguageModel, AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel, type AiSdkChatModelSettings } from './ai-sdk-chat-model.js';

type Part = { readonly type: string } & Readonly<Record<string, unknown>>;

const PROMPT: Prompt = { messages: [userMessage('Hi')] };
const USAGE = { inputTokens: { total: 10, cacheRead: 4 }, outputTokens: { total: 5, reasoning: 2 } };
const STOP = { unified: 'stop', raw: 'end_turn' };

const streamOf = (parts: readonly unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

type More = Readonly<Record<string, object | null>>;

/** Returns the stream of a provider for the same content. */
const streamed = (content: readonly Part[], finishReason: unknown, { response = {}, ...more }: More): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', id: 'r1', modelId: 'fake-1-mini', timestamp: new Date(0), ...response },
  ...content.flatMap((part, index): Part[] => {
    const { providerMetadata } = part;
    const id = String(index);
    if (part.type === 'text' || part.type === 'reasoning') {
      const letters = [...(part.text as string)].map((delta) => ({ type: `${part.type}-delta`, id, delta }));
      return [{ type: `${part.type}-start`, id }, ...letters, { type: `${part.type}-end`, id, providerMetadata }];
    }
    if (part.type !== 'tool-call') return [part];
    const { toolCallId, toolName, input, providerExecuted } = part;
    const start = { type: 'tool-input-start', id: toolCallId, toolName, providerExecuted };
    const delta = { type: 'tool-input-delta', id: toolCallId, delta: input };
    return [start, delta, { type: 'tool-input-end', id: toolCallId }, part];
  }),
  { type: 'finish', finishReason, usage: USAGE, ...more },
];

interface Answer {
  readonly content: readonly Part[];
  readonly finishReason?: unknown;
  readonly more?: More;
}

/** Answers the n-th request with the n-th answer. */
const fake = (specificationVersion: AiSdkSpecificationVersion, ...answers: Answer[]) => {
  const sent: { prompt: unknown[] }[] = [];
  const next = (options: never) => {
    const { content, finishReason = STOP, more = {} } = answers[sent.length] as Answer;
    sent.push(options);
    return { content, finishReason, more };
  };
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'fake.chat',
    modelId: 'fake-1',
    async doGenerate(options: never) {
      const { content, finishReason, more } = next(options);
      const response = { id: 'r1', modelId: 'fake-1-mini', timestamp: new Date(0) };
      return { content, finishReason, usage: USAGE, warnings: [], response, ...more };
    },
    async doStream(options: never) {
      const { content, finishReason, more } = next(options);
      return { stream: streamOf(streamed(content, finishReason, more)) };
    },
  };
  return { model, sent };
};

const collect = async (model: AiSdkLanguageModel, settings?: AiSdkChatModelSettings, prompt = PROMPT) => {
  const stream = aiSdkChatModel(model, settings).stream(prompt);
  const parts: StreamPart[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) return { parts, response: step.value };
    parts.push(step.value);
  }
};

/** Returns the results of call and stream for the same answers, which must be equal. */
const answerTo = async (
  version: AiSdkSpecificationVersion,
  answers: Answer[],
  settings?: AiSdkChatModelSettings,
  prompt = PROMPT,
): Promise<ChatResponse> => {
  const called = await aiSdkChatModel(fake(version, ...answers).model, settings).call(prompt);
  const { response } = await collect(fake(version, ...answers).model, settings, prompt);
  expect(response).toEqual(called);
  expect(JSON.parse(JSON.stringify(called))).toEqual(called);
  return called;
};

describe('an answer', () => {
  const meta = (value: string) => ({ providerMetadata: { acme: { value } } });

  it('is the same for a call and a stream', async () => {
    const content: Part[] = [
      { type: 'reasoning', text: 'Hm', ...meta('signature') },
      { type: 'reasoning', text: '', ...meta('redacted') },
      { type: 'text', text: 'Hello', ...meta('item') },
      { type: 'text', text: '' },
      { type: 'custom', kind: 'acme.marker', ...meta('custom') },
      { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com', title: undefined, ...meta('source') },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([0, 1]) } },
      { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://example.com/a.png') } },
      { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' }, ...meta('thought') },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{"a":1}', ...meta('call') },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'find', input: '' },
    ];
    const finishReason = { unified: 'tool-calls', raw: 'tool_use' };
    const response = await answerTo('v4', [{ content, finishReason, more: meta('response') }]);
    expect(response).toEqual({
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm', ...meta('signature') },
          { type: 'reasoning', text: '', ...meta('redacted') },
          { type: 'text', text: 'Hello', ...meta('item') },
          { type: 'custom', kind: 'acme.marker', ...meta('custom') },
          {
            type: 'custom',
            kind: 'ai-sdk.source',
            data: { sourceType: 'url', id: 's1', url: 'https://example.com' },
            ...meta('source'),
          },
          { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'AAE=' } },
          { type: 'file', mediaType: 'image/png', source: { type: 'url', url: 'https://example.com/a.png' } },
          {
            type: 'custom',
            kind: 'ai-sdk.reasoning-file',
            data: { mediaType: 'image/png', source: { type: 'data', base64: 'AA==' } },
            ...meta('thought'),
          },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{"a":1}', ...meta('call') },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'find', input: '{}' },
        ],
      },
      finishReason,
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, cacheReadTokens: 4, reasoningTokens: 2 },
      metadata: { id: 'r1', model: 'fake-1-mini', timestamp: '1970-01-01T00:00:00.000Z' },
      ...meta('response'),
    });
  });

  it.each(['v2', 'v3', 'v4'] as const)(
    'has no time and no usage of a provider that reports invalid ones (%s)',
    async (version) => {
      const response = { id: 'r1', modelId: 'fake-1-mini', timestamp: new Date(Number.NaN) };
      const content = [{ type: 'text', text: 'Hi' }];
      const finishReason = version === 'v2' ? 'stop' : STOP;
      const answer = await answerTo(version, [{ content, finishReason, more: { response, usage: null } }]);
      expect(answer).toMatchObject({ usage: {}, metadata: { id: 'r1', model: 'fake-1-mini' } });
      expect(answer.metadata).not.toHaveProperty('timestamp');
    },
  );

  it('has no count of tokens that is not a number', async () => {
    const content = [{ type: 'text', text: 'Hi' }];
    const usage = { inputTokens: Number.NaN, outputTokens: 5, totalTokens: Number.NaN };
    expect(await answerTo('v2', [{ content, finishReason: 'stop', more: { usage } }])).toMatchObject({
      usage: { outputTokens: 5 },
    });
  });

  it('streams text and arguments as they come', async () => {
    const content = [
      { type: 'text', text: 'Yo' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{}' },
    ];
    const { parts } = await collect(fake('v4', { content }).model);
    expect(parts.map(({ type }) => type)).toEqual([
      'text-delta',
      'text-delta',
      'tool-input-delta',
      'tool-call',
      'finish',
    ]);
    expect(parts[2]).toEqual({ type: 'tool-input-delta', toolCallId: 'c1', toolName: 'find', delta: '{}' });
  });

  it('streams the arguments of two calls with one id under the ids of these calls, in order', async () => {
    const start = { type: 'tool-input-start', id: 'c1', toolName: 'find' };
    const argument = (delta: string) => ({ type: 'tool-input-delta', id: 'c1', delta });
    const call = (input: string) => ({ type: 'tool-call', toolCallId: 'c1', toolName: 'find', input });
    const finish = { type: 'finish', finishReason: STOP, usage: USAGE };
    const sent = [start, argument(''), argument('1'), start, argument('2'), call('1'), call('2'), finish];
    const { parts } = await collect({ ...fake('v4').model, doStream: async () => ({ stream: streamOf(sent) }) });
    expect(parts.slice(0, -1)).toMatchObject([
      { type: 'tool-input-delta', toolCallId: 'c1', delta: '1' },
      { type: 'tool-input-delta', toolCallId: 'c1_2', delta: '2' },
      { type: 'tool-call', toolCallId: 'c1', input: '1' },
      { type: 'tool-call', toolCallId: 'c1_2', input: '2' },
    ]);
  });

  it('joins the data of a response that a stream states in parts, and has no part for its start', async () => {
    const content: Part[] = [
      { type: 'response-metadata', id: 'r2', modelId: undefined },
      { type: 'custom', kind: 'anthropic.message_start', providerMetadata: { anthropic: { id: 'm1' } } },
      { type: 'text', text: 'Hi' },
    ];
    const { parts, response } = await collect(fake('v4', { content }).model);
    expect(parts[0]).toMatchObject({ type: 'text-delta' });
    expect(response.message.content).toMatchObject([{ type: 'text', text: 'Hi' }]);
    expect(response.metadata).toMatchObject({ id: 'r2', model: 'fake-1-mini' });
  });

  it('separates two blocks with the same id', async () => {
    const block = (delta: string) => [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta },
      { type: 'text-end', id: '0' },
    ];
    const { model } = fake('v4', { content: [...block('One'), ...block('Two')] });
    const { response } = await collect(model);
    expect(response.message).toEqual(
      assistantMessage([
        { type: 'text', text: 'One' },
        { type: 'text', text: 'Two' },
      ]),
    );
  });

  it('reads usage, finish reason and files of v2', async () => {
    const content: Part[] = [
      { type: 'text', text: 'Hello' },
      { type: 'file', mediaType: 'image/png', data: new Uint8Array([0, 1]) },
    ];
    const usage = { inputTokens: 3, outputTokens: 4, totalTokens: 8, reasoningTokens: 1, cachedInputTokens: 2 };
    const response = await answerTo('v2', [{ content, finishReason: 'length', more: { usage } }]);
    expect(response.finishReason).toEqual({ unified: 'length' });
    expect(response.usage).toEqual({
      inputTokens: 3,
      outputTokens: 4,
      totalTokens: 8,
      cacheReadTokens: 2,
      reasoningTokens: 1,
    });
    expect(response.message.content[1]).toEqual({
      type: 'file',
      mediaType: 'image/png',
      source: { type: 'data', base64: 'AAE=' },
    });
  });

  it('carries the warnings of its provider', async () => {
    const warnings = [
      { type: 'unsupported', feature: 'seed', details: 'ignored' },
      { type: 'unsupported-setting', setting: 'topK' },
      { type: 'unsupported-tool', tool: { name: 'find' } },
      { type: 'other', message: 'Beware.' },
    ];
    const expected = ['unsupported: seed (ignored)', 'unsupported-setting: topK', 'unsupported-tool: find', 'Beware.'];
    const { model } = fake('v4', { content: [{ type: 'stream-start', warnings }] });
    expect((await collect(model)).response.metadata?.warnings).toEqual(expected);
    const called = await aiSdkChatModel(fake('v4', { content: [], more: { warnings } }).model).call(PROMPT);
    expect(called.metadata?.warnings).toEqual(expected);
  });
});

describe('the id of a call', () => {
  const call = (toolCallId: string | undefined) => ({ type: 'tool-call', toolCallId, toolName: 'find', input: '{}' });
  const idsOf = async (prompt: Prompt, ...ids: (string | undefined)[]) => {
    const response = await answerTo('v4', [{ content: ids.map(call) }], {}, prompt);
    return toolCallsOf(response.message).map(({ toolCallId }) => toolCallId);
  };

  it('is generated if it is missing, and occurs nowhere else in the prompt', async () => {
    expect(await idsOf(PROMPT, undefined, '', 'c1')).toEqual(['call_1_0', 'call_1_1', 'c1']);
    const taken = { type: 'tool-call', toolCallId: 'call_1_0', toolName: 'find', input: '{}' } as const;
    expect(await idsOf({ messages: [assistantMessage([taken])] }, undefined)).toEqual(['call_1_0_x']);
  });

  it('is unique within the answer', async () => {
    expect(await idsOf(PROMPT, 'c1', 'c1', 'c1_2')).toEqual(['c1', 'c1_2', 'c1_2_2']);
  });

  it('may repeat in another round', async () => {
    const earlier = { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{}' } as const;
    expect(await idsOf({ messages: [assistantMessage([earlier])] }, 'c1')).toEqual(['c1']);
  });
});

describe('an answer that paused', () => {
  const pause = { unified: 'stop', raw: 'pause_turn' };
  const part = (text: string): Answer => ({ content: [{ type: 'text', text }], finishReason: pause });

  it('is continued with the same request and the answer so far', async () => {
    const last: Answer = { content: [{ type: 'text', text: 'Three' }] };
    const response = await answerTo('v4', [part('One'), part('Two'), last]);
    expect(response.message.content.map((entry) => entry.type === 'text' && entry.text)).toEqual([
      'One',
      'Two',
      'Three',
    ]);
    expect(response.finishReason).toEqual(STOP);
    expect(response.usage.totalTokens).toBe(45);

    const { model, sent } = fake('v4', part('One'), part('Two'), last);
    await collect(model);
    const called = fake('v4', part('One'), part('Two'), last);
    await aiSdkChatModel(called.model).call(PROMPT);
    expect(called.sent).toEqual(sent);
    const said = (...texts: string[]) => ({
      role: 'assistant',
      content: texts.map((text) => ({ type: 'text', text })),
    });
    const asked = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
    expect(sent.map(({ prompt }) => prompt)).toEqual([[asked], [asked, said('One')], [asked, said('One', 'Two')]]);
  });

  it('is returned unchanged after ten continuations', async () => {
    const response = await answerTo(
      'v3',
      Array.from({ length: 11 }, (_, n) => part(String(n))),
    );
    expect(response.message.content).toHaveLength(11);
    expect(response.finishReason).toEqual({ unified: 'other', raw: 'pause_turn' });
  });

  it('has the warnings of all its requests, each once', async () => {
    const warned = (...messages: string[]): More => ({
      warnings: messages.map((message) => ({ type: 'other', message })),
    });
    const { model } = fake(
      'v4',
      { ...part('One'), more: warned('Slow.', 'Old.') },
      { content: [], more: warned('Old.') },
    );
    expect((await aiSdkChatModel(model).call(PROMPT)).metadata?.warnings).toEqual(['Slow.', 'Old.']);
  });

  it('is not continued if it has a call for the application', async () => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: '{}' };
    const response = await answerTo('v4', [{ content: [call], finishReason: pause }]);
    expect(toolCallsOf(response.message)).toMatchObject([{ toolCallId: 'c1' }]);
  });
});

describe('a tool that the provider runs itself', () => {
  const content: Part[] = [
    { type: 'tool-call', toolCallId: 'w1', toolName: 'web_search', input: '{}', providerExecuted: true },
    { type: 'tool-result', toolCallId: 'w1', toolName: 'web_search', result: [], preliminary: true },
    {
      type: 'tool-result',
      toolCallId: 'w1',
      toolName: 'web_search',
      result: [{ url: 'https://example.com' }],
      providerMetadata: { acme: { id: 'i1' } },
    },
    { type: 'text', text: 'Found.' },
  ];

  it('fails the answer, because the tool bypasses the gate', async () => {
    const says =
      "The model fake-1 of fake.chat ran its own tool 'web_search', which bypasses the gate. Remove the tool from the provider's settings, or accept it";
    const [call, , result] = content as [Part, Part, Part];
    for (const each of [content, [call], [result]]) {
      await expect(aiSdkChatModel(fake('v4', { content: each }).model).call(PROMPT)).rejects.toThrow(says);
      // The first part that a stream would yield is an argument of the tool.
      const stream = aiSdkChatModel(fake('v4', { content: each }).model).stream(PROMPT);
      await expect(stream.next()).rejects.toThrow(says);
    }
  });

  it('is saved, sent back and never a call for the application if it is allowed', async () => {
    const response = await answerTo('v4', [{ content }], { allowProviderExecutedTools: true });
    expect(hasToolCalls(response)).toBe(false);
    expect(response.message.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'text']);

    const { model, sent } = fake('v4', { content: [] });
    await aiSdkChatModel(model).call({ messages: [response.message] });
    expect(sent[0]?.prompt).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'w1', toolName: 'web_search', input: {}, providerExecuted: true },
          {
            type: 'tool-result',
            toolCallId: 'w1',
            toolName: 'web_search',
            output: { type: 'json', value: [{ url: 'https://example.com' }] },
            providerOptions: { acme: { id: 'i1' } },
          },
          { type: 'text', text: 'Found.' },
        ],
      },
    ]);
  });

  it('has each result beside its call if ids repeat, and states a failure', async () => {
    const [call, , result] = content as [Part, Part, Part];
    const repeated = [call, result, call, { ...result, isError: true }];
    const { message } = await answerTo('v4', [{ content: repeated }], { allowProviderExecutedTools: true });
    expect(message.content).toMatchObject([
      { type: 'tool-call', toolCallId: 'w1' },
      { type: 'tool-result', toolCallId: 'w1', outcome: { type: 'success' } },
      { type: 'tool-call', toolCallId: 'w1_2' },
      { type: 'tool-result', toolCallId: 'w1_2', outcome: { type: 'error' } },
    ]);
  });

  it('cannot request an approval of its own', async () => {
    const request: Part = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'w1' };
    const { model } = fake('v4', { content: [request] });
    await expect(collect(model, { allowProviderExecutedTools: true })).rejects.toThrow('asks for the approval');
  });
});
