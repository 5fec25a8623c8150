import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropic as createAnthropicV3 } from 'ai-sdk-anthropic-v3';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { ChatClient, ChatTurnException } from 'toolgate';
import { type FilePart, filePart, type ProviderMetadata, type TextPart } from 'toolgate/model';
import type { AiSdkLanguageModel } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel, type AiSdkChatModelSettings } from './ai-sdk-chat-model.js';
import { type ProviderReply, serveProvider } from './local-provider.fixture.js';

const SECRET = 'hunter2-hunter2';

const CHAT = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Seen.' } }] };
const CLAUDE = {
  type: 'message',
  id: 'msg_1',
  model: 'm',
  role: 'assistant',
  content: [{ type: 'text', text: 'Seen.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
};
const GEMINI = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Seen.' }] }, finishReason: 'STOP', index: 0 }],
};

const PROVIDERS = {
  'openai v4': [CHAT, (url: string) => createOpenAI({ baseURL: url, apiKey: SECRET }).chat('gpt-4o')],
  'openai v2': [CHAT, (url: string) => createOpenAIV2({ baseURL: url, apiKey: SECRET }).chat('gpt-4o')],
  'anthropic v4': [CLAUDE, (url: string) => createAnthropic({ baseURL: url, apiKey: SECRET })('claude-sonnet-4-5')],
  'anthropic v3': [CLAUDE, (url: string) => createAnthropicV3({ baseURL: url, apiKey: SECRET })('claude-sonnet-4-5')],
  'google v4': [GEMINI, (url: string) => createGoogle({ baseURL: url, apiKey: SECRET })('gemini-2.5-pro')],
} satisfies Record<string, [object, (url: string) => AiSdkLanguageModel]>;

type Name = keyof typeof PROVIDERS;
const NAMES = Object.keys(PROVIDERS) as Name[];

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

interface Setting {
  readonly settings?: AiSdkChatModelSettings;
  readonly defaults?: Parameters<typeof ChatClient.create>[1];
  readonly reply?: ProviderReply;
}

const setUp = async (name: Name, { settings, defaults, reply }: Setting = {}) => {
  const [json, provider] = PROVIDERS[name];
  const { baseURL, requests, close } = await serveProvider([reply ?? { json }]);
  closing.push(close);
  return { chat: ChatClient.create(aiSdkChatModel(provider(baseURL), settings), defaults), requests };
};

describe('headers', () => {
  it.each(NAMES)('reach %s: the model, the client and the prompt may each set some', async (name) => {
    const { chat, requests } = await setUp(name, {
      settings: { options: { headers: { 'x-app': 'shop', 'x-team': 'model' } } },
      defaults: { options: { headers: { 'x-team': 'client', 'x-tenant': 'a' } } },
    });
    await chat.prompt('Hi').call().content();
    await chat
      .prompt('Hi')
      .options({ headers: { 'x-tenant': 'b' } })
      .call()
      .content();
    expect(requests[0]?.headers).toMatchObject({ 'x-app': 'shop', 'x-team': 'client', 'x-tenant': 'a' });
    expect(requests[1]?.headers).toMatchObject({ 'x-app': 'shop', 'x-team': 'client', 'x-tenant': 'b' });
  });

  it.each(NAMES)('reach %s in a stream', async (name) => {
    const { chat, requests } = await setUp(name, { reply: { status: 400, json: { error: { message: 'enough' } } } });
    const prompt = chat.prompt('Hi').options({ headers: { 'x-tenant': 'b' } });
    await expect(prompt.stream().outcome()).rejects.toThrow(ChatTurnException);
    expect(requests[0]?.headers).toMatchObject({ 'x-tenant': 'b' });
  });

  it('are not part of the error of a failure', async () => {
    const { chat } = await setUp('openai v4', { reply: { status: 400, json: { error: { message: 'no' } } } });
    const failing = chat
      .prompt('Hi')
      .options({ headers: { 'x-token': SECRET } })
      .call()
      .content();
    const failure = (await failing.catch((error: unknown) => error)) as ChatTurnException;
    expect(`${failure.message} ${failure.stack}`).not.toContain(SECRET);
  });
});

describe('settings of one provider', () => {
  it.each([
    [
      'openai v4',
      { openai: { user: 'ada' } },
      { openai: { logitBias: { 50256: -100 } } },
      { user: 'ada', logit_bias: { 50256: -100 } },
    ],
    ['openai v2', { openai: { user: 'ada' } }, { openai: { user: 'bob' } }, { user: 'bob' }],
    [
      'anthropic v4',
      { anthropic: { metadata: { userId: 'ada' } } },
      { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
      { metadata: { user_id: 'ada' }, thinking: { type: 'enabled', budget_tokens: 1024 } },
    ],
    [
      'google v4',
      { google: { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] } },
      { google: { labels: { team: 'shop' } } },
      { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }], labels: { team: 'shop' } },
    ],
  ] as [Name, ProviderMetadata, ProviderMetadata, object][])(
    'reach %s: those of a prompt override the defaults',
    async (name, ofClient, ofPrompt, expected) => {
      const { chat, requests } = await setUp(name, { defaults: { options: { providerOptions: ofClient } } });
      await chat.prompt('Hi').options({ providerOptions: ofPrompt }).call().content();
      expect(requests[0]?.body).toMatchObject(expected);
    },
  );

  it('may belong to a part of a message', async () => {
    const { chat, requests } = await setUp('anthropic v4');
    const cached: TextPart = {
      type: 'text',
      text: 'The whole catalogue',
      providerMetadata: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    await chat
      .prompt()
      .user([cached, { type: 'text', text: 'What is new?' }])
      .call()
      .content();
    expect(requests[0]?.body['messages']).toMatchObject([
      {
        role: 'user',
        content: [{ text: 'The whole catalogue', cache_control: { type: 'ephemeral' } }, { text: 'What is new?' }],
      },
    ]);
  });
});

describe('files and images of a user message', () => {
  const png = filePart(new Uint8Array([137, 80, 78, 71]), 'image/png');
  const pdf = filePart(new TextEncoder().encode('%PDF'), 'application/pdf', 'bill.pdf');
  const link: FilePart = {
    type: 'file',
    mediaType: 'image/*',
    source: { type: 'url', url: 'https://shop.test/a.png' },
  };
  const files = [png, link, pdf];
  const BASE64 = { png: 'iVBORw==', pdf: 'JVBERg==' };

  const openai = [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64.png}` } },
    { type: 'image_url', image_url: { url: 'https://shop.test/a.png' } },
    { type: 'file', file: { filename: 'bill.pdf', file_data: `data:application/pdf;base64,${BASE64.pdf}` } },
  ];
  const anthropic = [
    { type: 'text', text: 'What is it?' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64.png } },
    { type: 'image', source: { type: 'url', url: 'https://shop.test/a.png' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: BASE64.pdf } },
  ];

  it.each([
    ['openai v4', openai],
    ['openai v2', openai],
    ['anthropic v4', anthropic],
    ['anthropic v3', anthropic],
  ] as [Name, object[]][])('reach %s, beside a text and as parts', async (name, content) => {
    const { chat, requests } = await setUp(name);
    expect(await chat.prompt().user({ text: 'What is it?', files }).call().content()).toBe('Seen.');
    await chat
      .prompt()
      .user([{ type: 'text', text: 'What is it?' }, ...files])
      .call()
      .content();
    for (const { body } of requests) expect(body['messages']).toMatchObject([{ role: 'user', content }]);
    expect(requests).toHaveLength(2);
  });

  it('reach Google', async () => {
    const { chat, requests } = await setUp('google v4');
    await chat
      .prompt()
      .user({ text: 'What is it?', files: [png, pdf] })
      .call()
      .content();
    expect(requests[0]?.body['contents']).toMatchObject([
      {
        role: 'user',
        parts: [
          { text: 'What is it?' },
          { inlineData: { mimeType: 'image/png', data: BASE64.png } },
          { inlineData: { mimeType: 'application/pdf', data: BASE64.pdf } },
        ],
      },
    ]);
  });

  it.each(['anthropic v4', 'anthropic v3'] as const)(
    'that %s does not support are rejected before a request is sent',
    async (name) => {
      const { chat, requests } = await setUp(name);
      const song = filePart(new Uint8Array([1]), 'audio/mpeg');
      const asked = chat
        .prompt()
        .user({ text: 'What is it?', files: [song] })
        .call()
        .content();
      await expect(asked).rejects.toMatchObject({ cause: { name: 'ChatModelException', kind: 'invalid-request' } });
      expect(requests).toHaveLength(0);
    },
  );
});
