import { isList, readJson } from '#core';

type Entries = Readonly<Record<string, unknown>>;

/** The data of any error that a provider threw, returned or sent in a stream. */
export interface ProviderError {
  readonly status?: number;
  /** The provider's own words for the kind of the error, in lower case: codes, types, reasons, names of errors. */
  readonly codes: ReadonlySet<string>;
  /** The message, unchanged. */
  readonly message?: string;
  /** The headers, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The wait that a body requests, such as `34s`. */
  readonly retryDelay?: string;
  /** Whether the AI SDK considers the error temporary. */
  readonly isRetryable?: boolean;
}

const MAX_RECORDS = 24;
const WITHIN = ['error', 'errors', 'data', 'response', 'details', 'cause'];
const CODES = ['code', 'type', 'status', 'reason', 'name'];

/** Reads an error of any provider: an error of the AI SDK with its body, a bare record of a stream, or anything else. */
export const providerError = (cause: unknown): ProviderError => {
  const records = recordsOf(cause);
  const known = isRecord(cause) ? cause : {};
  const { statusCode, responseHeaders, isRetryable } = known;
  const message = messageOf(cause);
  const retryDelay = records.map((record) => record['retryDelay']).find((delay) => typeof delay === 'string');
  return {
    ...(typeof statusCode === 'number' && { status: statusCode }),
    codes: new Set(records.flatMap((record) => CODES.flatMap((name) => codeOf(record[name])))),
    ...(message !== undefined && { message }),
    headers: headersOf(responseHeaders),
    ...(typeof retryDelay === 'string' && { retryDelay }),
    ...(typeof isRetryable === 'boolean' && { isRetryable }),
  };
};

const isRecord = (value: unknown): value is Entries => typeof value === 'object' && value !== null;

const headersOf = (headers: unknown): ProviderError['headers'] => {
  const entries = isRecord(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  );
};

const codeOf = (value: unknown): readonly string[] =>
  typeof value === 'string' || typeof value === 'number' ? [String(value).toLowerCase()] : [];

const messageOf = (cause: unknown): string | undefined => {
  if (typeof cause === 'string') return cause;
  if (!isRecord(cause)) return undefined;
  const message = cause['message'] ?? (isRecord(cause['error']) ? cause['error']['message'] : undefined);
  return typeof message === 'string' && message !== '' ? message : undefined;
};

// The error itself and its nested errors. The body is parsed again, because the AI SDK stores only the properties that
// its schema names.
const recordsOf = (cause: unknown): readonly Entries[] => {
  const found = new Set<Entries>();
  collect(cause, found);
  const body = isRecord(cause) && cause['responseBody'];
  if (typeof body === 'string') collect(readJson(body), found);
  return [...found];
};

const collect = (value: unknown, found: Set<Entries>): void => {
  if (!isRecord(value) || found.has(value) || found.size >= MAX_RECORDS) return;
  found.add(value);
  const within = isList(value) ? value : WITHIN.map((name) => value[name]);
  for (const entry of within) collect(entry, found);
};
