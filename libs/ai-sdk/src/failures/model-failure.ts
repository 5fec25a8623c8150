import { defined, recordOf, redactSecrets } from '#core';
import { ChatModelException, type ChatModelFailure, type ModelName } from 'toolgate/model';
import { failureKind } from './failure-kind.js';
import { type ProviderError, providerError } from './provider-error.js';

const CUT = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE']);
const MAX_LENGTH = 240;

// Providers quote the key that they rejected, so texts that look like a key are redacted.
const SECRET = /\b(?:bearer\s+|sk-|pk-|gsk_|AIza|xai-|key-)[\w*.~+/=-]{6,}|[\w-]{40,}/gi;

// The messages of these errors quote the answer.
const UNREADABLE = ['ai_jsonparseerror', 'ai_typevalidationerror'];

/** Converts any error that a provider threw or sent to the exception that the caller receives. */
export const modelFailure = (model: ModelName, cause: unknown): ChatModelException => {
  if (cause instanceof ChatModelException) return cause;
  const error = providerError(cause);
  const failure = failureOf(error, cause);
  withholdDetails(cause, isKeyRefused(error, failure));
  return new ChatModelException(model, happened(error, failure), failure);
};

const failureOf = (error: ProviderError, cause: unknown): ChatModelFailure => {
  const { status, isRetryable, headers } = error;
  const kind = isCut(cause) && !(status !== undefined && status >= 400) ? 'cut' : failureKind(error);
  const refuses = headers['x-should-retry'] === 'false';
  const retryAfterMs = retryAfter(error);
  return {
    cause,
    kind,
    ...defined({ status, retryAfterMs }),
    ...(refuses ? { isRetryable: false } : kind === 'other' && isRetryable !== undefined && { isRetryable }),
  };
};

// The message about a rejected key may contain the key.
const isKeyRefused = ({ status }: ProviderError, { kind }: ChatModelFailure): boolean =>
  kind === 'authentication' && status !== undefined;

const happened = (error: ProviderError, failure: ChatModelFailure): string => {
  const { status, message, codes } = error;
  if (failure.kind === 'cut') return 'did not answer to the end: the connection was cut.';
  const by = status === undefined ? '' : ` (HTTP ${status})`;
  if (isKeyRefused(error, failure)) return `refused the request${by}: check the API key and its rights.`;
  if (UNREADABLE.some((code) => codes.has(code))) return `failed${by}: its answer cannot be read.`;
  return `failed${by}: ${clean(message ?? 'the provider reported an error without a message')}`;
};

const clean = (words: string): string => {
  const plain = redactSecrets(words.replace(/\s+/g, ' ').replace(SECRET, '[redacted]')).trim();
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain;
};

const property = (value: unknown, name: string): unknown => recordOf(value)[name];

const isCut = (cause: unknown): boolean => {
  let error = cause;
  for (let depth = 0; error !== undefined && error !== null && depth < 5; depth++) {
    const code = property(error, 'code');
    if (typeof code === 'string' && CUT.has(code)) return true;
    if (error instanceof TypeError && error.message === 'terminated') return true;
    error = property(error, 'cause');
  }
  return false;
};

// The properties of AI SDK errors with data of a request and its answer.
const DETAILS = new Set([
  'requestBodyValues',
  'responseHeaders',
  'responseBody',
  'data',
  'url',
  'text',
  'value',
  'prompt',
]);
const MAX_DEPTH = 5;

const WITHHELD = 'The message is withheld from logs. Read the properties responseBody, text or value of the error.';

/**
 * Hides the prompt and the answer in a provider's error, and in its causes, from loggers. They can still be read. Loggers
 * print the messages of causes, too, so a message that quotes a key or an answer is replaced.
 */
const withholdDetails = (thrown: unknown, quotesKey: boolean): void => {
  let error = thrown;
  let quotes = quotesKey;
  for (let depth = 0; error instanceof Error && depth < MAX_DEPTH; depth++) {
    quotes ||= UNREADABLE.includes(String(error.name).toLowerCase());
    if (quotes) withholdMessage(error);
    for (const [name, { configurable, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
      if (configurable && enumerable && DETAILS.has(name)) Object.defineProperty(error, name, { enumerable: false });
    }
    error = error.cause;
  }
};

const withholdMessage = (error: Error): void => {
  const { message, stack } = error;
  const texts = { message: WITHHELD, ...(message !== '' && { stack: stack?.replaceAll(message, WITHHELD) }) };
  for (const [name, value] of Object.entries(texts)) {
    // The error of a provider may be frozen.
    Reflect.defineProperty(error, name, { value, writable: true, configurable: true });
  }
};

/**
 * Returns the wait that a provider requests, in milliseconds: from a header, as a number or a date, or from its body.
 */
const retryAfter = ({ headers, retryDelay }: ProviderError): number | undefined => {
  const waits = [
    Number.parseFloat(headers['retry-after-ms'] ?? ''),
    seconds(headers['retry-after']),
    dateOf(headers['retry-after']),
    seconds(retryDelay?.replace(/s$/, '')),
  ];
  const found = waits.find((ms) => Number.isFinite(ms));
  return found === undefined ? undefined : Math.max(0, Math.ceil(found));
};

const seconds = (text: string | undefined): number =>
  text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Number.NaN;

const dateOf = (text: string | undefined): number =>
  text === undefined || /^[-\s\d.]*$/.test(text) ? Number.NaN : Date.parse(text) - Date.now();
