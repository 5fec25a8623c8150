import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { RequestException } from '../problem/request.exception.js';

/** The bytes of a body, or the most that its route accepts if it has more. */
type ReadBody = Buffer | number;

const bodies = new WeakMap<IncomingMessage, ReadBody>();

/**
 * Returns the bytes of a request's body; undefined if the door has not read it. Throws `RequestException` (`too-large`)
 * if it has more bytes than its route accepts.
 */
export const bodyBytes = (request: IncomingMessage): Buffer | undefined => {
  const body = bodies.get(request);
  if (typeof body !== 'number') return body;
  throw new RequestException('too-large', `The body has more than ${body} bytes. Send a smaller one.`);
};

/**
 * Reads the body of a request, at most `most` bytes, and remembers it. `from` is its stream, if a hook of the platform
 * has replaced it. Rejects if the client leaves before its end.
 */
export const readBody = async (request: IncomingMessage, most: number, from: Readable = request): Promise<void> => {
  bodies.set(request, await collect(from, most));
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
      // The stream keeps flowing: the rest is read and dropped, so that the client receives the answer.
      from.off('data', onData);
      resolve(most);
    };
    from.on('data', onData);
    from.once('end', () => resolve(Buffer.concat(chunks)));
    from.once('error', reject);
    from.once('close', () => reject(new Error('The client left before the end of its request.')));
  });
