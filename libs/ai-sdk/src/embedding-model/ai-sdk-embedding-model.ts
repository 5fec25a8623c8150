import {
  ChatModelException,
  EmbeddingModel,
  type EmbeddingModelCall,
  type EmbeddingResponse,
  type ProviderMetadata,
  toJson,
} from 'toolgate/model';
import type { AiSdkEmbedder } from '../provider/ai-sdk-embedder.js';
import { modelFailure } from '../failures/model-failure.js';
import { retryRequest } from '../failures/retry-request.js';
import { untilAborted } from '../failures/until-aborted.js';

/** The options of an embedding model of the AI SDK. */
export interface AiSdkEmbeddingModelSettings {
  /** Options for the provider, such as `{ openai: { dimensions: 512 } }`. */
  readonly providerOptions?: ProviderMetadata;
  /** The headers of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request is repeated after a temporary failure, such as a rate limit. @default 2 */
  readonly maxRetries?: number;
  /** How many requests run at the same time, if the provider accepts several. @default 4 */
  readonly maxParallelCalls?: number;
}

const VERSIONS: readonly unknown[] = ['v2', 'v3', 'v4'];

/** Creates an embedding model from any embedding model object of the AI SDK. Throws a TypeError for any other value. */
export const aiSdkEmbeddingModel = (
  model: AiSdkEmbedder,
  settings: AiSdkEmbeddingModelSettings = {},
): EmbeddingModel => {
  const example = "Pass the model that a provider package makes, such as openai.embedding('text-embedding-3-small').";
  if (typeof model === 'string') {
    throw new TypeError(`aiSdkEmbeddingModel() takes a model object, not the id '${String(model)}'. ${example}`);
  }
  if (typeof model?.doEmbed !== 'function' || !VERSIONS.includes(model.specificationVersion)) {
    throw new TypeError(
      `aiSdkEmbeddingModel() takes an embedding model of the AI SDK's specification v2, v3 or v4, and received ` +
        `'${String(model?.specificationVersion)}'${typeof model?.doEmbed === 'function' ? '' : ' without doEmbed()'}. ${example}`,
    );
  }
  return new AiSdkEmbeddingModel(model, {
    ...settings,
    maxRetries: checkCount('maxRetries', settings.maxRetries ?? 2, 0),
    maxParallelCalls: checkCount('maxParallelCalls', settings.maxParallelCalls ?? 4, 1),
  });
};

const checkCount = (name: string, count: number, least: number): number => {
  if (Number.isInteger(count) && count >= least) return count;
  throw new TypeError(
    `Invalid option ${name} of aiSdkEmbeddingModel(): ${String(count)}. Pass a whole number of at least ${least}.`,
  );
};

type Settings = AiSdkEmbeddingModelSettings &
  Required<Pick<AiSdkEmbeddingModelSettings, 'maxRetries' | 'maxParallelCalls'>>;

class AiSdkEmbeddingModel extends EmbeddingModel {
  constructor(
    private readonly model: ProviderEmbedder,
    private readonly settings: Settings,
  ) {
    super();
  }

  async embed(texts: readonly string[], { signal }: EmbeddingModelCall = {}): Promise<EmbeddingResponse> {
    signal?.throwIfAborted();
    const batches = inBatches(texts, (await this.model.maxEmbeddingsPerCall) ?? Infinity);
    const isParallel = await this.model.supportsParallelCalls;
    const answers = await this.send(batches, isParallel ? this.settings.maxParallelCalls : 1, signal);
    return joined(answers);
  }

  /** Sends some batches at the same time. The first failure ends the other requests. */
  private async send(
    batches: readonly (readonly string[])[],
    atOnce: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly ProviderEmbeddings[]> {
    const answers: ProviderEmbeddings[] = [];
    const failed = new AbortController();
    const end = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    // The workers share one iterator, so each batch is sent once.
    const queue = batches.entries();
    const work = async (): Promise<void> => {
      for (const [index, batch] of queue) answers[index] = await this.request(batch, end);
    };
    try {
      await Promise.all(Array.from({ length: Math.min(atOnce, batches.length) }, work));
      return answers;
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  }

  private async request(values: readonly string[], abortSignal: AbortSignal): Promise<ProviderEmbeddings> {
    const { model } = this;
    const { maxRetries, headers, providerOptions } = this.settings;
    const call = { values, abortSignal, ...(headers && { headers }), ...(providerOptions && { providerOptions }) };
    const answer = await retryRequest(() => untilAborted(model.doEmbed(call), abortSignal), {
      count: maxRetries,
      signal: abortSignal,
      failureOf: (error) => modelFailure(model, error),
    });
    const count = answer.embeddings?.length ?? 0;
    if (count === values.length) return answer;
    throw new ChatModelException(
      model,
      `returned ${count} embeddings for ${values.length} texts. Send the texts again.`,
    );
  }
}

const inBatches = (texts: readonly string[], size: number): readonly (readonly string[])[] => {
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < texts.length; start += size) batches.push(texts.slice(start, start + size));
  return batches;
};

const joined = (answers: readonly ProviderEmbeddings[]): EmbeddingResponse => {
  const counted = answers.flatMap(({ usage }) => usage?.tokens ?? []).filter(Number.isFinite);
  const tokens = counted.reduce((sum, count) => sum + count, 0);
  const metadata = answers.flatMap(({ providerMetadata }) => (providerMetadata ? [providerMetadata] : []));
  return {
    embeddings: answers.flatMap(({ embeddings }) => embeddings),
    ...(counted.length > 0 && { usage: { inputTokens: tokens, totalTokens: tokens } }),
    ...(metadata.length > 0 && { providerMetadata: toJson(mergedByProvider(metadata)) as ProviderMetadata }),
  };
};

const mergedByProvider = (metadata: readonly ProviderMetadata[]): ProviderMetadata => {
  const merged: Record<string, ProviderMetadata[string]> = {};
  for (const [provider, values] of metadata.flatMap((one) => Object.entries(one)))
    merged[provider] = { ...merged[provider], ...values };
  return merged;
};

/** One request for embeddings, as the AI SDK defines it. */
interface ProviderEmbedCall {
  readonly values: readonly string[];
  readonly abortSignal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly providerOptions?: ProviderMetadata;
}

/** The embeddings of one request, in the order of its values. */
export interface ProviderEmbeddings {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage?: { readonly tokens?: number };
  readonly providerMetadata?: ProviderMetadata;
}

/** An embedding model of any supported version, with the types of its calls. */
export interface ProviderEmbedder extends Omit<AiSdkEmbedder, 'doEmbed'> {
  doEmbed(options: ProviderEmbedCall): PromiseLike<ProviderEmbeddings>;
}
