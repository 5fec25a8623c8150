import type { PublishedChange } from 'toolgate/approval';

/** A report of one process to the others. It contains no content of a record. */
export interface Message {
  /** The process that sent it. */
  readonly from: string;
  /** In how many milliseconds a run is due. */
  readonly due?: number;
  readonly changes?: readonly PublishedChange[];
  /** The live turns with new parts; `true`: any live turn. */
  readonly turns?: readonly string[] | true;
}

/** Parses a received message. Returns undefined if it is malformed, because every user of the database can send one. */
export const readMessage = (payload: string | undefined): Message | undefined => {
  try {
    const message: Message | null = JSON.parse(payload ?? '');
    return typeof message?.from === 'string' &&
      isDue(message.due) &&
      areChanges(message.changes) &&
      areTurns(message.turns)
      ? message
      : undefined;
  } catch {
    return undefined;
  }
};

const isDue = (due: unknown): boolean => due === undefined || (typeof due === 'number' && due >= 0);

const KINDS: readonly unknown[] = ['approval', 'run', 'reset'];

const areChanges = (changes: unknown): boolean =>
  changes === undefined ||
  (Array.isArray(changes) && changes.every((change: { kind?: unknown } | null) => KINDS.includes(change?.kind)));

const areTurns = (turns: unknown): boolean =>
  turns === undefined || turns === true || (Array.isArray(turns) && turns.every((turn) => typeof turn === 'string'));
