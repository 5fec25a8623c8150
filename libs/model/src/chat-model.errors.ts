/** Which model of which provider an exception is about. */
export interface ModelName {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * Why a model could not answer, in one word for all providers: `quota` is an account without credit, `overloaded` a
 * provider with too much to do, `cut` an answer without an end, `unavailable` a provider that fails or is not reached.
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

/** What is known of a failure beside its words. */
export interface ChatModelFailure extends ErrorOptions {
  /** @default 'other' */
  readonly kind?: ChatModelFailureKind;
  /** The HTTP status of the provider's answer. */
  readonly status?: number;
  /** How long the provider asks to wait. */
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
 * A chat model could not answer: what any model throws, whoever wrote it. `kind` says why. The message names the
 * provider, the model and what happened, and holds neither keys nor headers nor bodies; `cause` is the provider's own error.
 */
export class ChatModelException extends Error {
  override readonly name: string = 'ChatModelException';
  readonly provider: string;
  readonly modelId: string;
  readonly kind: ChatModelFailureKind;
  /** Not `statusCode`: Nest would answer the application's own client with it. */
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
