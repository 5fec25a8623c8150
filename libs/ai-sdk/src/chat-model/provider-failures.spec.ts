import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropic as createAnthropicV3 } from 'ai-sdk-anthropic-v3';
import { createGoogleGenerativeAI as createGoogleV3 } from 'ai-sdk-google-v3';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-sdk-openai-v3';
import { causeOf, ChatClient, functionTool } from 'toolgate';
import { ChatModelException, drain, userMessage } from 'toolgate/model';
import type { AiSdkLanguageModel } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel } from './ai-sdk-chat-model.js';
import { type ProviderReply, serveProvider } from './local-provider.fixture.js';

const KEY = 'hunter2-hunter2';
const PROMPT = { messages: [userMessage('Hi')] };

type Provider = (baseURL: string) => AiSdkLanguageModel;
const settings = (baseURL: string) => ({ baseURL, apiKey: KEY });

const OPENAI: Record<string, Provider> = {
  'openai chat v4': (url) => createOpenAI(settings(url)).chat('gpt-4o'),
  'openai chat v3': (url) => createOpenAIV3(settings(url)).chat('gpt-4o'),
  'openai chat v2': (url) => createOpenAIV2(settings(url)).chat('gpt-4o'),
  'openai responses v4': (url) => createOpenAI(settings(url)).responses('gpt-5'),
  'openai responses v3': (url) => createOpenAIV3(settings(url)).responses('gpt-5'),
  'openai responses v2': (url) => createOpenAIV2(settings(url)).responses('gpt-5'),
  'openai-compatible': (url) => createOpenAICompatible({ ...settings(url), name: 'acme' })('m'),
};
const ANTHROPIC: Record<string, Provider> = {
  'anthropic v4': (url) => createAnthropic(settings(url))('claude-sonnet-4-5'),
  'anthropic v3': (url) => createAnthropicV3(settings(url))('claude-sonnet-4-5'),
};
const GOOGLE: Record<string, Provider> = {
  'google v4': (url) => createGoogle(settings(url))('gemini-2.5-pro'),
  'google v3': (url) => createGoogleV3(settings(url))('gemini-2.5-pro'),
};

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const setUp = async (provider: Provider, ...replies: ProviderReply[]) => {
  const { baseURL, requests, close } = await serveProvider(replies);
  closing.push(close);
  return { model: aiSdkChatModel(provider(baseURL)), requests };
};
const failureOf = (work: Promise<unknown>): Promise<ChatModelException> =>
  work.then(
    () => Promise.reject(new Error('The request did not fail.')),
    (error) => error as ChatModelException,
  );

/** Returns the failure of a call and of a stream; each must send one request to its provider. */
const failures = async (provider: Provider, reply: ProviderReply) => {
  const { model, requests } = await setUp(provider, reply);
  const called = await failureOf(model.call(PROMPT));
  const streamed = await failureOf(drain(model.stream(PROMPT)));
  expect(requests).toHaveLength(2);
  for (const failure of [called, streamed]) {
    expect(failure).toBeInstanceOf(ChatModelException);
    expect(failure.message).not.toContain(KEY);
  }
  return [called, streamed] as const;
};

type Expected = Pick<ChatModelException, 'kind' | 'isRetryable'> & Partial<ChatModelException>;
type Row = readonly [name: string, reply: ProviderReply, expected: Expected];

const openai = (status: number, code: string | null, type: string, message = `no: ${KEY}`): ProviderReply => ({
  status,
  json: { error: { message: status === 401 ? message : message.replace(KEY, 'x'), type, param: null, code } },
});
const anthropic = (status: number, type: string, message = 'no'): ProviderReply => ({
  status,
  json: { type: 'error', error: { type, message: status === 401 ? `no: ${KEY}` : message } },
});
const google = (code: number, status: string, message = 'no', details: object[] = []): ProviderReply => ({
  status: code,
  json: { error: { code, message, status, details } },
});
const withHeaders = (reply: ProviderReply, headers: Record<string, string>): ProviderReply => ({ ...reply, headers });

const RATE_LIMIT = { kind: 'rate-limit', isRetryable: true, status: 429 } as const;
const UNAVAILABLE = { kind: 'unavailable', isRetryable: true } as const;

const OPENAI_ROWS: readonly Row[] = [
  [
    'a wrong key',
    openai(401, 'invalid_api_key', 'invalid_request_error'),
    { kind: 'authentication', isRetryable: false, status: 401 },
  ],
  [
    'no right',
    openai(403, null, 'insufficient_permissions'),
    { kind: 'authentication', isRetryable: false, status: 403 },
  ],
  [
    'a rate limit',
    withHeaders(openai(429, 'rate_limit_exceeded', 'requests'), { 'retry-after': '7' }),
    { ...RATE_LIMIT, retryAfterMs: 7000 },
  ],
  [
    'a rate limit in milliseconds',
    withHeaders(openai(429, 'rate_limit_exceeded', 'tokens'), { 'retry-after': '7', 'retry-after-ms': '6123' }),
    { ...RATE_LIMIT, retryAfterMs: 6123 },
  ],
  [
    'no credit',
    openai(429, 'insufficient_quota', 'insufficient_quota'),
    { kind: 'quota', isRetryable: false, status: 429 },
  ],
  [
    'a long prompt',
    openai(400, 'context_length_exceeded', 'invalid_request_error'),
    { kind: 'context-too-long', isRetryable: false, status: 400 },
  ],
  [
    'a filtered prompt',
    openai(400, 'content_filter', 'invalid_request_error'),
    { kind: 'content-filter', isRetryable: false },
  ],
  [
    'an unknown model',
    openai(404, 'model_not_found', 'invalid_request_error'),
    { kind: 'invalid-request', isRetryable: false, status: 404 },
  ],
  [
    'a wrong request',
    openai(400, null, 'invalid_request_error'),
    { kind: 'invalid-request', isRetryable: false, status: 400 },
  ],
  ['an error of its own', openai(500, null, 'server_error'), { ...UNAVAILABLE, status: 500 }],
  [
    'overload',
    openai(503, null, 'server_error', 'The engine is currently overloaded'),
    { kind: 'overloaded', isRetryable: true, status: 503 },
  ],
  ['a gateway that waited', openai(504, null, 'x'), { kind: 'timeout', isRetryable: true, status: 504 }],
  [
    'a header that forbids a retry',
    withHeaders(openai(500, null, 'server_error'), { 'x-should-retry': 'false' }),
    { kind: 'unavailable', isRetryable: false },
  ],
];
const ANTHROPIC_ROWS: readonly Row[] = [
  ['a wrong key', anthropic(401, 'authentication_error'), { kind: 'authentication', isRetryable: false, status: 401 }],
  [
    'a rate limit',
    withHeaders(anthropic(429, 'rate_limit_error'), { 'retry-after': '1.5' }),
    { ...RATE_LIMIT, retryAfterMs: 1500 },
  ],
  [
    'overload',
    anthropic(529, 'overloaded_error', 'Overloaded'),
    { kind: 'overloaded', isRetryable: true, status: 529 },
  ],
  [
    'a long prompt',
    anthropic(400, 'invalid_request_error', 'prompt is too long: 201120 tokens > 200000 maximum'),
    { kind: 'context-too-long', isRetryable: false },
  ],
  [
    'a long answer',
    anthropic(
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    ),
    { kind: 'context-too-long', isRetryable: false },
  ],
  ['a huge request', anthropic(413, 'request_too_large'), { kind: 'context-too-long', isRetryable: false }],
  [
    'no credit',
    anthropic(400, 'invalid_request_error', 'Your credit balance is too low to access the API'),
    { kind: 'quota', isRetryable: false },
  ],
  [
    'a filtered answer',
    anthropic(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
    { kind: 'content-filter', isRetryable: false },
  ],
  ['an error of its own', anthropic(500, 'api_error'), { ...UNAVAILABLE, status: 500 }],
];
const GOOGLE_ROWS: readonly Row[] = [
  [
    'a wrong key',
    google(400, 'INVALID_ARGUMENT', 'API key not valid.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
    { kind: 'authentication', isRetryable: false, status: 400 },
  ],
  ['no right', google(403, 'PERMISSION_DENIED'), { kind: 'authentication', isRetryable: false }],
  [
    'a rate limit',
    google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' },
    ]),
    { ...RATE_LIMIT, retryAfterMs: 34_500 },
  ],
  ['overload', google(503, 'UNAVAILABLE', 'The model is overloaded.'), { kind: 'overloaded', isRetryable: true }],
  ['an outage', google(503, 'UNAVAILABLE'), { ...UNAVAILABLE, status: 503 }],
  [
    'a long prompt',
    google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    { kind: 'context-too-long', isRetryable: false },
  ],
  ['a deadline', google(504, 'DEADLINE_EXCEEDED'), { kind: 'timeout', isRetryable: true }],
];

const cases = (providers: Record<string, Provider>, rows: readonly Row[]) =>
  Object.entries(providers).flatMap(([name, provider]) =>
    rows.map(([what, reply, expected]) => [`${name} reports ${what}`, { provider, reply, expected }] as const),
  );

describe('a provider that rejects a request', () => {
  it.each([...cases(OPENAI, OPENAI_ROWS), ...cases(ANTHROPIC, ANTHROPIC_ROWS), ...cases(GOOGLE, GOOGLE_ROWS)])(
    '%s, called and streamed, and receives one request',
    async (_, { provider, reply, expected }) => {
      for (const failure of await failures(provider, reply)) expect(failure).toMatchObject(expected);
    },
  );

  it('may state the date after which to send the request again', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    const reply = withHeaders(openai(429, null, 'requests'), { 'retry-after': inTenSeconds });
    const [{ retryAfterMs }] = await failures(OPENAI['openai chat v4']!, reply);
    expect(retryAfterMs).toBeGreaterThan(5_000);
    expect(retryAfterMs).toBeLessThanOrEqual(10_000);
  });

  it.each([['soon'], ['-5'], [''], ['Infinity'], [new Date(0).toUTCString()]])(
    'causes no delay with the retry-after "%s"',
    async (retryAfter) => {
      const [{ retryAfterMs }] = await failures(
        OPENAI['openai chat v4']!,
        withHeaders(openai(429, null, 'requests'), { 'retry-after': retryAfter }),
      );
      expect(retryAfterMs).toBe(retryAfter.includes('1970') ? 0 : undefined);
    },
  );
});

describe('a provider that fails in a stream', () => {
  const chatText = { choices: [{ index: 0, delta: { content: 'Hel' } }] };
  const chatError = (code: string, type: string) => ({ error: { message: 'no', type, code, param: null } });
  const anthropicStart = {
    type: 'message_start',
    message: {
      type: 'message',
      id: '1',
      model: 'm',
      role: 'assistant',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  };
  const anthropicText = [
    anthropicStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
  ];
  const anthropicError = (type: string) => ({ type: 'error', error: { type, message: 'no' } });
  const geminiText = { candidates: [{ content: { role: 'model', parts: [{ text: 'Hel' }] }, index: 0 }] };
  const geminiError = { error: { code: 429, message: 'no', status: 'RESOURCE_EXHAUSTED' } };
  const responsesStart = { type: 'response.created', response: { id: '1', created_at: 0, model: 'm' } };
  const responsesError = {
    type: 'error',
    sequence_number: 1,
    error: { type: 'server_error', code: 'server_is_overloaded', message: 'no', param: null },
  };

  const chats = ['openai chat v4', 'openai chat v3', 'openai chat v2'].map((name) => [name, OPENAI[name]!] as const);
  const rows: readonly (readonly [string, Provider, readonly object[], ChatModelException['kind']])[] = [
    ...chats.flatMap(([name, provider]) => [
      [`${name} at once`, provider, [chatError('rate_limit_exceeded', 'requests')], 'rate-limit'] as const,
      [
        `${name} in midst of its text`,
        provider,
        [chatText, chatError('server_error', 'server_error')],
        'unavailable',
      ] as const,
      [
        `${name} where the prompt grew`,
        provider,
        [chatText, chatError('context_length_exceeded', 'invalid_request_error')],
        'context-too-long',
      ] as const,
    ]),
    ...Object.entries(ANTHROPIC).flatMap(([name, provider]) => [
      [`${name} at once`, provider, [anthropicStart, anthropicError('overloaded_error')], 'overloaded'] as const,
      [
        `${name} in midst of its text`,
        provider,
        [...anthropicText, anthropicError('overloaded_error')],
        'overloaded',
      ] as const,
      [`${name} at its limit`, provider, [...anthropicText, anthropicError('rate_limit_error')], 'rate-limit'] as const,
    ]),
    ['google v4', GOOGLE['google v4']!, [geminiText, geminiError], 'rate-limit'],
    ['openai responses v4', OPENAI['openai responses v4']!, [responsesStart, responsesError], 'overloaded'],
    ['openai responses v3', OPENAI['openai responses v3']!, [responsesStart, responsesError], 'overloaded'],
  ];

  it.each(rows)('%s', async (_name, provider, events, kind) => {
    const { model } = await setUp(provider, { events });
    expect(await failureOf(drain(model.stream(PROMPT)))).toMatchObject({ kind });
  });

  it.each(Object.entries({ ...OPENAI, ...ANTHROPIC, ...GOOGLE }))(
    '%s: a cut connection is reported as a cut',
    async (_, provider) => {
      const { model } = await setUp(provider, { after: 'cut' });
      for (const work of [() => model.call(PROMPT), () => drain(model.stream(PROMPT))]) {
        expect(await failureOf(work())).toMatchObject({ kind: 'cut', isRetryable: true });
      }
    },
  );

  it('a server that cannot be reached is unavailable', async () => {
    const { baseURL, close } = await serveProvider([]);
    close();
    for (const provider of [OPENAI['openai chat v4']!, ANTHROPIC['anthropic v3']!, GOOGLE['google v4']!]) {
      const failure = await failureOf(aiSdkChatModel(provider(baseURL)).call(PROMPT));
      expect(failure).toMatchObject(UNAVAILABLE);
      expect(failure.status).toBeUndefined();
    }
  });

  it('a missing key is named', async () => {
    const model = aiSdkChatModel(createOpenAI({ apiKey: undefined, baseURL: 'http://127.0.0.1:1' }).chat('gpt-4o'));
    expect(await failureOf(model.call(PROMPT))).toMatchObject({ kind: 'authentication', isRetryable: false });
  });
});

describe('an answer that ends without a failure', () => {
  it('has the filter or the limit as its finish reason', async () => {
    const chat = (finish_reason: string) => ({
      choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: 'Hel' } }],
    });
    const { model } = await setUp(
      OPENAI['openai chat v4']!,
      { json: chat('content_filter') },
      { json: chat('length') },
    );
    expect((await model.call(PROMPT)).finishReason).toEqual({ unified: 'content-filter', raw: 'content_filter' });
    expect((await model.call(PROMPT)).finishReason).toEqual({ unified: 'length', raw: 'length' });
  });

  it.each(Object.entries(GOOGLE))('may end with SAFETY of %s', async (_name, provider) => {
    const { model } = await setUp(provider, { json: { candidates: [{ finishReason: 'SAFETY', index: 0 }] } });
    expect((await model.call(PROMPT)).finishReason).toEqual({ unified: 'content-filter', raw: 'SAFETY' });
  });

  it('may belong to a prompt that Google blocks', async () => {
    const { model } = await setUp(GOOGLE['google v4']!, { json: { promptFeedback: { blockReason: 'SAFETY' } } });
    expect((await model.call(PROMPT)).finishReason.unified).toBe('content-filter');
  });
});

describe('a chat client whose provider fails temporarily', () => {
  const chunk = (content: string, finish_reason?: string) => ({
    choices: [{ index: 0, delta: { content }, ...(finish_reason && { finish_reason }) }],
  });
  const whole = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello.' } }] };
  const streamed = { events: [chunk('Hel'), chunk('lo.', 'stop')] };
  const busy = withHeaders(openai(429, 'rate_limit_exceeded', 'requests'), { 'retry-after': '0' });

  const clientOf = async (...replies: ProviderReply[]) => {
    Logger.overrideLogger(false);
    const { model, requests } = await setUp(OPENAI['openai chat v4']!, ...replies);
    return { chat: ChatClient.create(model, { retry: { minDelayMs: 0 } }), requests };
  };

  it('receives its answer, called', async () => {
    const { chat, requests } = await clientOf(busy, { after: 'cut' }, { json: whole });
    expect(await chat.prompt('Hi').call().content()).toBe('Hello.');
    expect(requests).toHaveLength(3);
    expect(requests[2]?.body).toEqual(requests[0]?.body);
  });

  it('receives its answer, streamed', async () => {
    const failed = { events: [{ error: { message: 'no', type: 'server_error', code: null, param: null } }] };
    const { chat, requests } = await clientOf(busy, failed, streamed);
    expect((await chat.prompt('Hi').stream().outcome()).content).toBe('Hello.');
    expect(requests).toHaveLength(3);
  });

  it('does not send the request again after it has emitted text', async () => {
    const { chat, requests } = await clientOf({ events: [chunk('Hel')], after: 'cut' }, streamed);
    const texts: string[] = [];
    const reading = chat
      .prompt('Hi')
      .stream()
      .content()
      .forEach((text) => void texts.push(text));
    expect(causeOf(await failureOf(reading))).toMatchObject({ kind: 'cut', isRetryable: true });
    expect({ texts, asked: requests.length }).toEqual({ texts: ['Hel'], asked: 1 });
  });
});

describe('a model that takes no tools', () => {
  it.each<[string, Provider]>([
    ['v4', (url) => createOpenAI(settings(url)).completion('gpt-3.5-turbo-instruct')],
    ['v3', (url) => createOpenAIV3(settings(url)).completion('gpt-3.5-turbo-instruct')],
    ['v2', (url) => createOpenAIV2(settings(url)).completion('gpt-3.5-turbo-instruct')],
  ])('reports it at the first prompt with tools, and answers any other (%s)', async (_, provider) => {
    const choice = { text: 'Hello', index: 0, finish_reason: 'stop' };
    const json = { id: '1', created: 1, model: 'm', choices: [choice], usage: null };
    const { model } = await setUp(provider, { json }, { json }, { events: [json] });
    expect(await ChatClient.create(model).prompt('Hi').call().content()).toBe('Hello');
    const look = functionTool({ name: 'look', description: 'Looks', run: () => 'x' });
    const prompt = ChatClient.create(model).prompt('Hi').tools(look);
    for (const answer of [prompt.call(), prompt.stream()]) {
      expect(causeOf(await failureOf(answer.outcome()))).toMatchObject({
        name: 'ChatModelException',
        kind: 'invalid-request',
        message: expect.stringContaining('takes no tools. Choose another model, or send it none.'),
      });
    }
  });
});
