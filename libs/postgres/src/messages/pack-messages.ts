import type { PublishedChange } from 'toolgate/approval';
import type { Message } from './message.js';

/** PostgreSQL accepts fewer than 8,000 bytes. */
const MOST_BYTES = 7900;
/** Leaves room for the sender, the due time, the names and the brackets. */
const MOST_BYTES_OF_LISTS = MOST_BYTES - 200;

/** The content of one notification. */
interface Page {
  readonly changes: PublishedChange[];
  readonly turns: string[];
  bytes: number;
}

/** Returns the payloads of the notifications that carry a message. */
export const packMessages = ({ from, due, changes = [], turns = [] }: Message): readonly string[] => {
  const pages: Page[] = [];
  const pageWith = (bytes: number): Page => {
    let page = pages.at(-1);
    if (!page || page.bytes + bytes > MOST_BYTES_OF_LISTS) pages.push((page = { changes: [], turns: [], bytes: 0 }));
    page.bytes += bytes;
    return page;
  };
  pageWith(0);
  for (const change of changes.map(fitting)) pageWith(bytesOf(change)).changes.push(change);
  const isAnyTurn = turns === true || turns.some((run) => bytesOf(run) > MOST_BYTES_OF_LISTS);
  if (!isAnyTurn) for (const run of turns) pageWith(bytesOf(run)).turns.push(run);
  return pages.map((page, index) =>
    JSON.stringify({
      from,
      ...(index === 0 && { due, ...(isAnyTurn && { turns: true }) }),
      ...(page.changes.length > 0 && { changes: page.changes }),
      ...(page.turns.length > 0 && { turns: page.turns }),
    }),
  );
};

const bytesOf = (entry: PublishedChange | string): number => Buffer.byteLength(JSON.stringify(entry)) + 1;

// An application may use ids that do not fit into a notification.
const fitting = (change: PublishedChange): PublishedChange =>
  bytesOf(change) > MOST_BYTES_OF_LISTS ? { kind: 'reset' } : change;
