import { ChatModelException, type ModelName } from 'toolgate/model';

const CUT = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE']);
const MAX_LENGTH = 240;

// Providers quote the key they refused; what looks like one is taken out of their words.
const SECRET = /\b(?:bearer\s+|sk-|pk-|gsk_|AIza|xai-|key-)[\w*.~+/=-]{6,}|[\w-]{40,}/gi;

/** Turns whatever a provider threw or sent as an error into the exception the caller gets. */
export const modelFailure = (model: ModelName, cause: unknown): ChatModelException =>
  cause instanceof ChatModelException ? cause : new ChatModelException(model, happened(cause), { cause });

const happened = (cause: unknown): string => {
  if (isCut(cause)) return 'did not answer to the end: the connection was cut.';
  const status = property(cause, 'statusCode');
  if (status === 401 || status === 403)
    return `refused the request (HTTP ${status}): check the API key and its rights.`;
  const words = clean(wordsOf(cause));
  return typeof status === 'number' ? `failed (HTTP ${status}): ${words}` : `failed: ${words}`;
};

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const wordsOf = (cause: unknown): string => {
  if (typeof cause === 'string') return cause;
  const message = property(cause, 'message') ?? property(property(cause, 'error'), 'message');
  return typeof message === 'string' && message !== '' ? message : 'the provider reported an error without a message';
};

const clean = (words: string): string => {
  const plain = words.replace(/\s+/g, ' ').replace(SECRET, '[redacted]').trim();
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain;
};

const isCut = (cause: unknown): boolean => {
  let error = cause;
  for (let depth = 0; error !== undefined && error !== null && depth < 5; depth++) {
    if (CUT.has(String(property(error, 'code')))) return true;
    if (error instanceof TypeError && error.message === 'terminated') return true;
    error = property(error, 'cause');
  }
  return false;
};
