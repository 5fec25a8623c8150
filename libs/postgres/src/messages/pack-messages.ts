import type { PublishedChange } from 'toolgate/approval';
import type { Message } from './message.js';

/** PostgreSQL accepts fewer than 8,000 bytes. */
const MOST_BYTES = 7900;
/** Leaves room for the sender, the due time and the brackets. */
const MOST_BYTES_OF_CHANGES = MOST_BYTES - 200;

/** Returns the payloads of the notifications that carry a message. */
export const packMessages = ({ changes = [], ...rest }: Message): readonly string[] => {
  const pages: PublishedChange[][] = [[]];
  let bytes = 0;
  for (const change of changes.map(fitting)) {
    const size = bytesOf(change);
    if (bytes + size > MOST_BYTES_OF_CHANGES) {
      pages.push([]);
      bytes = 0;
    }
    pages.at(-1)!.push(change);
    bytes += size;
  }
  return pages.map((page, index) =>
    JSON.stringify({ ...(index === 0 ? rest : { from: rest.from }), ...(page.length > 0 && { changes: page }) }),
  );
};

const bytesOf = (change: PublishedChange): number => Buffer.byteLength(JSON.stringify(change)) + 1;

// The ids of an application may be longer than a notification.
const fitting = (change: PublishedChange): PublishedChange =>
  bytesOf(change) > MOST_BYTES_OF_CHANGES ? { kind: 'reset' } : change;
