import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { acceptsGzip } from './accepts-gzip.js';
import type { BuiltFile } from './built-inbox.js';
import type { InboxAnswer } from './inbox-answers.js';

const IS_TEXT = /^(?:text\/|image\/svg)/;

const compressed = new WeakMap<BuiltFile, Promise<Buffer>>();

/** Sends an answer with Node's own response, on every platform. `shared` contains the headers of every answer. */
export const sendAnswer = async (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, content, fixed = false }: InboxAnswer,
  shared: Readonly<Record<string, string>>,
): Promise<void> => {
  response.statusCode = status;
  for (const [name, value] of Object.entries({ ...shared, ...headers })) response.setHeader(name, value);
  if (!content) {
    response.end();
    return;
  }
  response.setHeader('content-type', content.type);
  const isCompressible = fixed && IS_TEXT.test(content.type);
  if (isCompressible) response.setHeader('vary', 'Accept-Encoding');
  const isCompressed = isCompressible && acceptsGzip(String(request.headers['accept-encoding'] ?? ''));
  if (isCompressed) response.setHeader('content-encoding', 'gzip');
  const bytes = isCompressed ? await compressedOnce(content) : content.bytes;
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
};

const compressedOnce = (file: BuiltFile): Promise<Buffer> => {
  const known = compressed.get(file) ?? compress(file.bytes);
  compressed.set(file, known);
  // The next request tries again.
  known.catch(() => compressed.delete(file));
  return known;
};

const compress = async (bytes: Buffer): Promise<Buffer> => {
  // Loaded by the first compressed answer, because imports of the package must stay fast.
  const { gzip, constants } = await import('node:zlib');
  return promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
};
