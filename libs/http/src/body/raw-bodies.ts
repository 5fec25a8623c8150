import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** The bytes of a body, or `too-large` if there are more than the door accepts. */
export type ReadBody = Buffer | 'too-large';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Returns the bytes of a request's body; undefined if the door has not read it. */
export const bodyBytes = (request: IncomingMessage): Buffer | undefined => bodies.get(request);

/**
 * Reads the body of a request, at most `most` bytes, and remembers it. `from` is its stream, if a hook of the platform
 * has replaced it. Rejects if the client leaves before its end.
 */
export const readBody = async (request: IncomingMessage, most: number, from: Readable = request): Promise<ReadBody> => {
  if (Number(request.headers['content-length']) > most) return 'too-large';
  const body = await collect(from, most);
  if (body !== 'too-large') bodies.set(request, body);
  return body;
};

const collect = (from: Readable, most: number): Promise<ReadBody> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= most) {
        chunks.push(chunk);
        return;
      }
      // The rest is read and dropped, so that the client receives the answer.
      from.off('data', onData);
      from.resume();
      resolve('too-large');
    };
    from.on('data', onData);
    from.once('end', () => resolve(Buffer.concat(chunks)));
    from.once('error', reject);
    from.once('close', () => reject(new Error('The client left before the end of its request.')));
  });
