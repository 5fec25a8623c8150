/** The model and the provider of an exception. */
export interface ModelName {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * Why a model could not answer, in the same words for all providers. `quota` is an account without credit,
 * `overloaded` a provider with too many requests, `cut` an incomplete answer, `unavailable` a provider that fails or
 * cannot be reached.
 */
export type ChatModelFailureKind =
  | 'authentication'
  | 'quota'
  | 'rate-limit'
  | 'overloaded'
  | 'unavailable'
  | 'timeout'
  | 'cut'
  | 'content-filter'
  | 'context-too-long'
  | 'invalid-request'
  | 'other';

/** The details of a failure, in addition to its message. */
export interface ChatModelFailure extends ErrorOptions {
  /** @default 'other' */
  readonly kind?: ChatModelFailureKind;
  /** The HTTP status of the provider's answer. */
  readonly status?: number;
  /** The waiting time that the provider requests. */
  readonly retryAfterMs?: number;
  /** Whether the same request may succeed later. @default by kind */
  readonly isRetryable?: boolean;
}

const RETRYABLE: ReadonlySet<ChatModelFailureKind> = new Set([
  'rate-limit',
  'overloaded',
  'unavailable',
  'timeout',
  'cut',
]);

/**
 * A chat model could not answer. Every chat model throws this exception; `kind` states the reason. The message names the
 * provider, the model and the problem, and contains no keys, headers or bodies. `cause` is the provider's own error.
 */
export class ChatModelException extends Error {
  override readonly name: string = 'ChatModelException';
  readonly provider: string;
  readonly modelId: string;
  readonly kind: ChatModelFailureKind;
  /** The HTTP status. Not named `statusCode`, because Nest would send that one to the application's own client. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly isRetryable: boolean;

  constructor({ provider, modelId }: ModelName, happened: string, failure: ChatModelFailure = {}) {
    super(`The model ${modelId} of ${provider} ${happened}`, failure);
    const { kind = 'other', isRetryable = RETRYABLE.has(kind) } = failure;
    this.provider = provider;
    this.modelId = modelId;
    this.kind = kind;
    this.status = failure.status;
    this.retryAfterMs = failure.retryAfterMs;
    this.isRetryable = isRetryable;
  }
}
