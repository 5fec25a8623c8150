import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropic as createAnthropicV3 } from 'ai-sdk-anthropic-v3';
import { createGoogleGenerativeAI as createGoogleV3 } from 'ai-sdk-google-v3';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-sdk-openai-v3';
import {
  type ChatModel,
  ChatModelException,
  type ChatResponse,
  drain,
  type Prompt,
  textOf,
  toolCallsOf,
  toolMessage,
  userMessage,
} from 'toolgate/model';
import type { AiSdkLanguageModel } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel } from './ai-sdk-chat-model.js';

const KEY = 'hunter2-hunter2';

type Body = Readonly<Record<string, unknown>>;

interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  readonly events?: readonly string[];
  /** What happens after the events are sent. */
  readonly after?: 'end' | 'cut' | 'silence';
}

const answer = (response: ServerResponse, { status = 200, json, events = [], after = 'end' }: Reply) => {
  response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/event-stream' });
  if (json) return response.end(JSON.stringify(json));
  response.write(events.join(''));
  if (after === 'end') return response.end();
  return after === 'cut' ? setTimeout(() => response.destroy(), 20) : undefined;
};

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Body;
};

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Answers the n-th request with the n-th reply. */
const serve = async (...replies: Reply[]) => {
  const bodies: Body[] = [];
  let left: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (left = resolve));
  const server = createServer((request, response) => {
    response.on('close', () => !response.writableEnded && left());
    void bodyOf(request).then((body) => {
      bodies.push(body);
      answer(response, replies[bodies.length - 1] ?? { status: 500, json: { error: { message: 'no more replies' } } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => (server.closeAllConnections(), server.close()));
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, gone };
};

const sse = (...data: object[]) => data.map((entry) => `data: ${JSON.stringify(entry)}\n\n`);

/** The same small conversation in the format of each provider: a call of `find`, then a text. */
interface Wire {
  call(): object;
  text(): object;
  callEvents(): string[];
  textEvents(): string[];
  /** Whether a second request contains the first answer unchanged, and its result. */
  echo(body: Body): void;
}

const chat: Wire = {
  call: () => {
    const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id":1}' } }];
    return { choices: [{ index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls } }] };
  },
  text: () => ({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Found.' } }] }),
  callEvents: () => {
    const first = { index: 0, id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id"' } };
    const second = { index: 0, function: { arguments: ':1}' } };
    return sse(
      { choices: [{ index: 0, delta: { role: 'assistant', tool_calls: [first] } }] },
      { choices: [{ index: 0, delta: { tool_calls: [second] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    );
  },
  textEvents: () =>
    sse(
      { choices: [{ index: 0, delta: { content: 'Fou' } }] },
      { choices: [{ index: 0, delta: { content: 'nd.' }, finish_reason: 'stop' }] },
    ),
  echo: ({ messages }: Body) =>
    expect((messages as object[]).slice(1)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'find', arguments: '{"id":1}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'order 1' },
    ]),
};

const REASONING = { type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed', summary: [] };
const FUNCTION_CALL = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'find', arguments: '{"id":1}' };
const MESSAGE = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Found.', annotations: [] }],
};
const responsesAnswer = (...output: object[]) => ({
  id: 'resp_1',
  created_at: 0,
  model: 'm',
  output,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const responses: Wire = {
  call: () => responsesAnswer(REASONING, FUNCTION_CALL),
  text: () => responsesAnswer(MESSAGE),
  callEvents: () =>
    sse(
      { type: 'response.created', response: { id: 'resp_1', created_at: 0, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { ...REASONING, encrypted_content: null } },
      { type: 'response.output_item.done', output_index: 0, item: REASONING },
      { type: 'response.output_item.added', output_index: 1, item: { ...FUNCTION_CALL, arguments: '' } },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta: '{"id":1}' },
      { type: 'response.output_item.done', output_index: 1, item: { ...FUNCTION_CALL, status: 'completed' } },
      { type: 'response.completed', response: responsesAnswer() },
    ),
  textEvents: () =>
    sse(
      { type: 'response.created', response: { id: 'resp_1', created_at: 0, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { ...MESSAGE, content: [] } },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'Found.' },
      { type: 'response.output_item.done', output_index: 0, item: MESSAGE },
      { type: 'response.completed', response: responsesAnswer() },
    ),
  echo: ({ input }: Body) =>
    expect((input as object[]).slice(1)).toMatchObject([
      { type: 'reasoning', encrypted_content: 'sealed' },
      { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"id":1}' },
      { type: 'function_call_output', call_id: 'c1', output: 'order 1' },
    ]),
};

const THINKING = { type: 'thinking', thinking: 'Hm.', signature: 'signed' };
const REDACTED = { type: 'redacted_thinking', data: 'hidden' };
const TOOL_USE = { type: 'tool_use', id: 'c1', name: 'find', input: { id: 1 } };
const anthropicAnswer = (stop_reason: string | null, ...content: object[]) => ({
  type: 'message',
  id: 'msg_1',
  model: 'm',
  role: 'assistant',
  content,
  stop_reason,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const anthropicEvents = (stop_reason: string, ...blocks: object[]) =>
  sse(
    { type: 'message_start', message: anthropicAnswer(null) },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  );

const anthropic: Wire = {
  call: () => anthropicAnswer('tool_use', THINKING, REDACTED, TOOL_USE),
  text: () => anthropicAnswer('end_turn', { type: 'text', text: 'Found.' }),
  callEvents: () =>
    anthropicEvents(
      'tool_use',
      ...block(
        0,
        { type: 'thinking', thinking: '' },
        { type: 'thinking_delta', thinking: 'Hm.' },
        { type: 'signature_delta', signature: 'signed' },
      ),
      ...block(1, REDACTED),
      ...block(2, { ...TOOL_USE, input: {} }, { type: 'input_json_delta', partial_json: '{"id":1}' }),
    ),
  textEvents: () =>
    anthropicEvents('end_turn', ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Found.' })),
  echo: ({ messages }: Body) =>
    expect((messages as object[]).slice(1)).toMatchObject([
      { role: 'assistant', content: [THINKING, REDACTED, TOOL_USE] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'order 1' }] },
    ]),
};

const geminiAnswer = (...parts: object[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});
const GEMINI_CALL = { functionCall: { name: 'find', args: { id: 1 } }, thoughtSignature: 'signed' };

const google: Wire = {
  call: () => geminiAnswer(GEMINI_CALL),
  text: () => geminiAnswer({ text: 'Found.' }),
  callEvents: () => sse(geminiAnswer(GEMINI_CALL)),
  textEvents: () =>
    sse(
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Fou' }] }, index: 0 }] },
      geminiAnswer({ text: 'nd.' }),
    ),
  echo: ({ contents }: Body) =>
    expect((contents as object[]).slice(1)).toMatchObject([
      { role: 'model', parts: [GEMINI_CALL] },
      { role: 'user', parts: [{ functionResponse: { name: 'find', response: { content: 'order 1' } } }] },
    ]),
};

const settings = (baseURL: string) => ({ baseURL, apiKey: KEY });
const stateless = { openai: { store: false, include: ['reasoning.encrypted_content'] } };

const PROVIDERS: [string, Wire, (baseURL: string) => AiSdkLanguageModel][] = [
  ['openai chat v4', chat, (url) => createOpenAI(settings(url)).chat('gpt-4o')],
  ['openai chat v3', chat, (url) => createOpenAIV3(settings(url)).chat('gpt-4o')],
  ['openai chat v2', chat, (url) => createOpenAIV2(settings(url)).chat('gpt-4o')],
  ['openai responses v4', responses, (url) => createOpenAI(settings(url)).responses('gpt-5')],
  ['openai responses v3', responses, (url) => createOpenAIV3(settings(url)).responses('gpt-5')],
  ['openai responses v2', responses, (url) => createOpenAIV2(settings(url)).responses('gpt-5')],
  ['openai-compatible', chat, (url) => createOpenAICompatible({ ...settings(url), name: 'acme' })('m')],
  ['anthropic v4', anthropic, (url) => createAnthropic(settings(url))('claude-sonnet-4-5')],
  ['anthropic v3', anthropic, (url) => createAnthropicV3(settings(url))('claude-sonnet-4-5')],
  ['google v4', google, (url) => createGoogle(settings(url))('gemini-2.5-pro')],
  ['google v3', google, (url) => createGoogleV3(settings(url))('gemini-2.5-pro')],
];

describe.each(PROVIDERS)('%s', (_name, wire, provider) => {
  const tools = [{ name: 'find', description: 'Finds.', inputSchema: { type: 'object', properties: {} } }];
  const prompt: Prompt = { messages: [userMessage('Find 1')], tools, options: { providerOptions: stateless } };

  const setUp = async (...replies: Reply[]) => {
    const server = await serve(...replies);
    return { ...server, model: aiSdkChatModel(provider(server.baseURL)) };
  };
  const playRound = async (ask: (prompt: Prompt) => Promise<ChatResponse>) => {
    const first = await ask(prompt);
    const [call] = toolCallsOf(first.message);
    expect(call).toMatchObject({ toolName: 'find' });
    expect(JSON.parse(call?.input ?? '')).toEqual({ id: 1 });
    expect(first.finishReason.unified).toBe('tool-calls');
    const result = {
      type: 'tool-result',
      toolCallId: call?.toolCallId ?? '',
      toolName: 'find',
      output: { type: 'text', text: 'order 1' },
      outcome: { type: 'success' },
    } as const;
    const second = await ask({ ...prompt, messages: [...prompt.messages, first.message, toolMessage([result])] });
    expect(textOf(second.message)).toBe('Found.');
    expect(second.finishReason.unified).toBe('stop');
  };
  const streamed = (model: ChatModel) => drain(model.stream(prompt));

  it('receives its opaque parts again with a tool result, called', async () => {
    const { model, bodies } = await setUp({ json: wire.call() }, { json: wire.text() });
    await playRound((next) => model.call(next));
    wire.echo(bodies[1] as Body);
  });

  it('receives its opaque parts again with a tool result, streamed', async () => {
    const { model, bodies } = await setUp({ events: wire.callEvents() }, { events: wire.textEvents() });
    await playRound((next) => drain(model.stream(next)));
    wire.echo(bodies[1] as Body);
  });

  it.each([401, 429, 500])('reports HTTP %i and never its key', async (status) => {
    const json = { type: 'error', error: { message: `no: ${KEY}`, type: 'oops', code: 7, status: 'OOPS' } };
    const { model } = await setUp({ status, json }, { status, json });
    for (const work of [() => model.call(prompt), () => streamed(model)]) {
      const failure = await work().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ChatModelException);
      expect((failure as Error).message).toContain(`HTTP ${status}`);
      expect((failure as Error).cause).toMatchObject({ statusCode: status });
      if (status === 401) expect((failure as Error).message).not.toContain(KEY);
    }
  });

  it.each(['cut', 'end'] as const)('reports a stream that was cut (%s)', async (after) => {
    const { model } = await setUp({ events: wire.textEvents().slice(0, -1), after });
    await expect(streamed(model)).rejects.toThrow(/the connection was cut|ended without a finish reason/);
  });

  it.each(['abort', 'return'])('closes its connection on %s', async (way) => {
    const { model, gone } = await setUp({ events: wire.textEvents().slice(0, -1), after: 'silence' });
    const leaving = new AbortController();
    const stream = model.stream(prompt, { signal: leaving.signal });
    await stream.next();
    if (way === 'abort') leaving.abort();
    else await stream.return(undefined as never);
    await gone;
  });

  it('closes its connection when a call is aborted', async () => {
    const { model, gone, bodies } = await setUp({ after: 'silence' });
    const leaving = new AbortController();
    const called = model.call(prompt, { signal: leaving.signal });
    while (bodies.length === 0) await new Promise(setImmediate);
    leaving.abort(new Error('left'));
    await expect(called).rejects.toThrow('left');
    await gone;
  });
});
