import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAI as createOpenAIV4 } from '@ai-sdk/openai';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-sdk-openai-v3';
import { ChatModelException } from 'toolgate/model';
import type { AiSdkEmbedder } from '../provider/ai-sdk-embedder.js';
import { aiSdkEmbeddingModel, type AiSdkEmbeddingModelSettings } from './ai-sdk-embedding-model.js';
import { type ProviderReply, serveProvider } from '../chat-model/local-provider.fixture.js';

const ending: (() => void)[] = [];

afterEach(() => ending.splice(0).forEach((end) => end()));

const SIGNED = { apiKey: 'a-key-of-nobody' };

const provider = {
  v2: (baseURL: string) => createOpenAIV2({ ...SIGNED, baseURL }).embedding('text-embedding-3-small'),
  v3: (baseURL: string) => createOpenAIV3({ ...SIGNED, baseURL }).embedding('text-embedding-3-small'),
  v4: (baseURL: string) => createOpenAIV4({ ...SIGNED, baseURL }).embedding('text-embedding-3-small'),
};

const answering = (...embeddings: readonly (readonly number[])[]): ProviderReply => ({
  json: {
    object: 'list',
    model: 'text-embedding-3-small',
    data: embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 7, total_tokens: 7 },
  },
});

const refusing = (status: number, headers = {}): ProviderReply => ({
  status,
  headers,
  json: { error: { message: `Refused with the key ${SIGNED.apiKey}.`, type: 'x', code: 'x' } },
});

const served = async (replies: readonly ProviderReply[], settings?: AiSdkEmbeddingModelSettings) => {
  const server = await serveProvider(replies);
  ending.push(server.close);
  return { server, model: aiSdkEmbeddingModel(provider.v4(server.baseURL), settings) };
};

/** Embeds each text as its length, and records the requests. */
const fake = (settings: Partial<AiSdkEmbedder> = {}) => {
  const sent: { readonly values: readonly string[]; readonly abortSignal: AbortSignal }[] = [];
  let running = 0;
  const counts = { most: 0 };
  const model = {
    specificationVersion: 'v4',
    provider: 'fake.embedding',
    modelId: 'fake-1',
    maxEmbeddingsPerCall: 2,
    supportsParallelCalls: true,
    async doEmbed(call: { readonly values: readonly string[]; readonly abortSignal: AbortSignal }) {
      const batch = sent.push(call);
      counts.most = Math.max(counts.most, ++running);
      // The first batch takes longest.
      for (let step = batch; step <= 3; step++) await new Promise((resolve) => setImmediate(resolve));
      running--;
      return {
        embeddings: call.values.map(({ length }) => [length, 1]),
        usage: { tokens: call.values.length },
        providerMetadata: { fake: { [`batch${batch}`]: true } },
      };
    },
    ...settings,
  } as AiSdkEmbedder;
  return { model, sent, counts };
};

const TEXTS = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];

describe('an embedding model of the AI SDK', () => {
  it.each(['v2', 'v3', 'v4'] as const)('embeds with the specification %s over real HTTP', async (version) => {
    const server = await serveProvider([answering([1, 2], [3, 4])]);
    ending.push(server.close);
    const model = aiSdkEmbeddingModel(provider[version](server.baseURL), {
      providerOptions: { openai: { dimensions: 2 } },
      headers: { 'x-shop': 'lamps' },
    });
    expect(await model.embed(['one', 'two'])).toEqual({
      embeddings: [
        [1, 2],
        [3, 4],
      ],
      usage: { inputTokens: 7, totalTokens: 7 },
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.body).toMatchObject({ input: ['one', 'two'], dimensions: 2 });
    expect(server.requests[0]!.headers['x-shop']).toBe('lamps');
  });

  it('sends the texts in batches of the provider’s size, and returns all in order', async () => {
    const { model, sent } = fake();
    expect(await aiSdkEmbeddingModel(model).embed(TEXTS)).toEqual({
      embeddings: TEXTS.map(({ length }) => [length, 1]),
      usage: { inputTokens: 5, totalTokens: 5 },
      providerMetadata: { fake: { batch1: true, batch2: true, batch3: true } },
    });
    expect(sent.map(({ values }) => values)).toEqual([['a', 'bb'], ['ccc', 'dddd'], ['eeeee']]);
  });

  it('has no usage of a provider that does not count', async () => {
    const { model } = fake({ doEmbed: async () => ({ embeddings: [[1]], usage: { tokens: Number.NaN } }) });
    expect(await aiSdkEmbeddingModel(model).embed(['a'])).toEqual({ embeddings: [[1]] });
  });

  it.each([
    ['one at a time if the provider accepts no more', { supportsParallelCalls: Promise.resolve(false) }, {}, 1],
    ['as many at once as the option allows', {}, { maxParallelCalls: 2 }, 2],
    ['four at once', { maxEmbeddingsPerCall: 1 }, {}, 4],
    ['all in one request without a limit', { maxEmbeddingsPerCall: undefined }, {}, 1],
  ])('sends the texts %s', async (_, provided, settings, most) => {
    const { model, counts } = fake(provided);
    const { embeddings } = await aiSdkEmbeddingModel(model, settings).embed(TEXTS);
    expect(embeddings).toHaveLength(5);
    expect(counts.most).toBe(most);
  });

  it('sends nothing for no texts', async () => {
    const { model, sent } = fake();
    expect(await aiSdkEmbeddingModel(model).embed([])).toEqual({ embeddings: [] });
    expect(sent).toEqual([]);
  });

  it('repeats a request that failed temporarily, up to the limit', async () => {
    const soon = refusing(429, { 'retry-after-ms': '1' });
    const { server, model } = await served([soon, soon, answering([1])]);
    expect((await model.embed(['one'])).embeddings).toEqual([[1]]);
    expect(server.requests).toHaveLength(3);
    const impatient = await served([soon, answering([1])], { maxRetries: 0 });
    await expect(impatient.model.embed(['one'])).rejects.toMatchObject({ kind: 'rate-limit', isRetryable: true });
    expect(impatient.server.requests).toHaveLength(1);
  });

  it('does not wait for a provider that asks for more than half a minute', async () => {
    const { server, model } = await served([refusing(429, { 'retry-after': '31' })]);
    await expect(model.embed(['one'])).rejects.toMatchObject({ kind: 'rate-limit', retryAfterMs: 31_000 });
    expect(server.requests).toHaveLength(1);
  });

  it('names itself if the provider rejects a request, and does not reveal the key', async () => {
    const { server, model } = await served([refusing(401)]);
    const error = await model.embed(['one']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChatModelException);
    expect((error as Error).message).toBe(
      'The model text-embedding-3-small of openai.embedding refused the request (HTTP 401): check the API key and its rights.',
    );
    expect(server.requests).toHaveLength(1);
  });

  it('rejects an answer that lacks embeddings', async () => {
    const { model } = fake({ doEmbed: async () => ({ embeddings: [[1]] }) });
    await expect(aiSdkEmbeddingModel(model).embed(['one', 'two'])).rejects.toThrow(
      'The model fake-1 of fake.embedding returned 1 embeddings for 2 texts.',
    );
  });
});

describe('an abort', () => {
  const reason = new Error('The reader left.');

  it('ends requests that are never answered, and sends no more', async () => {
    const calls: AbortSignal[] = [];
    const controller = new AbortController();
    const { model } = fake({
      maxEmbeddingsPerCall: 1,
      doEmbed: ({ abortSignal }: { abortSignal: AbortSignal }) => {
        if (calls.push(abortSignal) === 4) setImmediate(() => controller.abort(reason));
        return new Promise(() => {});
      },
    });
    await expect(aiSdkEmbeddingModel(model).embed(TEXTS, { signal: controller.signal })).rejects.toBe(reason);
    expect(calls.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
    await expect(aiSdkEmbeddingModel(model).embed(['x'], { signal: controller.signal })).rejects.toBe(reason);
    expect(calls).toHaveLength(4);
  });

  it('ends a wait between two requests', async () => {
    const controller = new AbortController();
    const { server, model } = await served([refusing(429, { 'retry-after': '20' })]);
    const embedding = model.embed(['one'], { signal: controller.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    setImmediate(() => controller.abort(reason));
    await expect(embedding).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('reaches the other batches if one of them fails', async () => {
    const signals: AbortSignal[] = [];
    const { model } = fake({
      maxEmbeddingsPerCall: 1,
      doEmbed: ({ values, abortSignal }: { values: readonly string[]; abortSignal: AbortSignal }) => {
        signals.push(abortSignal);
        return values[0] === 'bb' ? Promise.reject(new Error('Broken.')) : new Promise(() => {});
      },
    });
    await expect(aiSdkEmbeddingModel(model).embed(TEXTS)).rejects.toThrow('Broken.');
    expect(signals).toHaveLength(4);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});

describe('a value that is not an embedding model', () => {
  it.each<[string, unknown, string]>([
    ['an id', 'text-embedding-3-small', "takes a model object, not the id 'text-embedding-3-small'"],
    ['nothing', undefined, "received 'undefined' without doEmbed()"],
    ['a chat model', createOpenAIV4(SIGNED)('gpt-5-mini'), "received 'v4' without doEmbed()"],
    ['another version', { ...fake().model, specificationVersion: 'v9' }, "received 'v9'. Pass the model"],
  ])('%s is rejected by name', (_, model, message) => {
    expect(() => aiSdkEmbeddingModel(model as AiSdkEmbedder)).toThrow(message);
  });

  it('is rejected, as is an invalid count', () => {
    const { model } = fake();
    expect(() => aiSdkEmbeddingModel(model, { maxRetries: -1 })).toThrow(
      'maxRetries of aiSdkEmbeddingModel(): -1. Pass a whole number of at',
    );
    expect(() => aiSdkEmbeddingModel(model, { maxParallelCalls: 0 })).toThrow(
      'maxParallelCalls of aiSdkEmbeddingModel(): 0',
    );
  });
});
