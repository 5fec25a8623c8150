import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, it } from 'vitest';
import { createAnthropic as createAnthropicV3 } from 'ai-sdk-anthropic-v3';
import { createGoogleGenerativeAI as createGoogleV3 } from 'ai-sdk-google-v3';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-sdk-openai-v3';
import { type ChatOptions, type JsonSchema, type Prompt, userMessage } from 'toolgate/model';
import type { AiSdkLanguageModel } from '../provider/ai-sdk-language-model.js';
import { aiSdkChatModel } from './ai-sdk-chat-model.js';

const apiKey = 'key';
const strict: JsonSchema = {
  type: 'object',
  properties: { title: { type: 'string' } },
  required: ['title'],
  additionalProperties: false,
};
const openai = createOpenAI({ apiKey });
const compatible = (supportsStructuredOutputs?: boolean) =>
  createOpenAICompatible({ name: 'local', baseURL: 'http://127.0.0.1', supportsStructuredOutputs })('some-model');

describe('the structured output support of a model of the AI SDK', () => {
  it.each<[string, AiSdkLanguageModel, unknown]>([
    ['OpenAI, responses', openai('gpt-5-mini'), true],
    ['OpenAI, chat', openai.chat('gpt-4o'), true],
    ['OpenAI, v3', createOpenAIV3({ apiKey }).chat('gpt-4.1'), true],
    ['OpenAI, v2', createOpenAIV2({ apiKey }).chat('gpt-5-mini'), true],
    ['OpenAI, too old', openai.chat('gpt-4-turbo'), false],
    ['OpenAI, completion', openai.completion('gpt-3.5-turbo-instruct'), false],
    ['Anthropic', createAnthropic({ apiKey })('claude-sonnet-4-5'), true],
    ['Anthropic, v3', createAnthropicV3({ apiKey })('claude-sonnet-4-5'), true],
    ['Google', createGoogle({ apiKey })('gemini-2.5-flash'), 'without-tools'],
    ['Google, v3', createGoogleV3({ apiKey })('gemini-2.5-flash'), 'without-tools'],
    ['a compatible one', compatible(), false],
    ['a compatible one that can', compatible(true), true],
  ])('is known: %s', (_, model, expected) => {
    expect(aiSdkChatModel(model).supportsStructuredOutput).toBe(expected);
  });

  it('is the setting of the application', () => {
    expect(aiSdkChatModel(compatible(), { supportsStructuredOutput: true }).supportsStructuredOutput).toBe(true);
    expect(aiSdkChatModel(openai('gpt-5'), { supportsStructuredOutput: false }).supportsStructuredOutput).toBe(false);
  });
});

describe('the strict mode of OpenAI', () => {
  const sent = async (schema: JsonSchema, options: ChatOptions = {}): Promise<unknown> => {
    let body: { store?: unknown; response_format?: { json_schema?: { strict?: unknown } } } = {};
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{}' } }];
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      body = JSON.parse(init?.body as string) as typeof body;
      return Response.json({ choices });
    };
    const prompt: Prompt = {
      messages: [userMessage('Hi')],
      options: { ...options, responseFormat: { type: 'json', schema } },
    };
    await aiSdkChatModel(createOpenAI({ apiKey, fetch }).chat('gpt-5-mini')).call(prompt);
    expect(body.store).toBe(options.providerOptions?.['openai']?.['store']);
    return body.response_format?.json_schema?.strict;
  };

  it('remains enabled if it supports the schema', async () => {
    expect(await sent(strict)).toBe(true);
    expect(await sent({ ...strict, properties: { title: { type: 'array', items: strict } } })).toBe(true);
    const date = { anyOf: [{ type: ['string', 'null'], format: 'date-time' }, { $ref: '#/$defs/default' }] };
    expect(await sent({ ...strict, properties: { title: date }, $defs: { default: strict } })).toBe(true);
  });

  it.each<[string, JsonSchema]>([
    ['optional properties', { ...strict, required: [] }],
    ['other properties', { ...strict, additionalProperties: { type: 'number' } }],
    [
      'optional properties somewhere inside',
      { ...strict, properties: { title: { anyOf: [{ ...strict, required: [] }] } } },
    ],
    ['a length', { ...strict, properties: { title: { type: 'string', minLength: 1 } } }],
    ['something of any type', { ...strict, properties: { title: {} } }],
    ['a default', { ...strict, properties: { title: { type: 'string', default: '' } } }],
    ['a format of another kind', { ...strict, properties: { title: { type: 'string', format: 'uri' } } }],
    ['a shared definition of this kind', { ...strict, $defs: { Film: { type: 'object' } } }],
  ])('is disabled if a schema has %s, because it would be rejected', async (_, schema) => {
    expect(await sent(schema)).toBe(false);
  });

  it('changes no other option', async () => {
    expect(await sent({ ...strict, required: [] }, { providerOptions: { openai: { store: false } } })).toBe(false);
  });

  it('is the setting of the application', async () => {
    const providerOptions = { openai: { strictJsonSchema: true } };
    expect(await sent({ ...strict, required: [] }, { providerOptions })).toBe(true);
  });
});
