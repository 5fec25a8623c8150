import type { StoredMessage } from 'toolgate/memory';
import type { Message } from 'toolgate/model';
import { sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
import { idOf } from '../dialect/storable-id.js';
import { jsonIn, shownText, type StoredText, textColumn } from '../dialect/stored-text.js';
import type { StoredKey } from './stored-key.js';

/** A message row. */
interface MessageRow {
  readonly position: number;
  readonly message: StoredText;
  readonly turn: StoredText | null;
  /** PostgreSQL returns it as text. */
  readonly said: number | string | null;
}

/** The columns of a message. On SQLite, a column of numbers may contain text, and text is not validated. */
export const messageColumns = (database: SqlDatabase) => [
  sql<number>`cast(position as integer)`.as('position'),
  textColumn(database, 'message').as('message'),
  textColumn(database, 'turn').$castTo<StoredText | null>().as('turn'),
  sql<number | string | null>`cast(said as bigint)`.as('said'),
];

/** Returns a message with its turn and its time. Throws `SqlException` for a row that cannot be read. */
export const storedMessage = ({ conversation }: StoredKey, row: MessageRow): StoredMessage => {
  const { position, message, turn, said } = row;
  const json = jsonIn<Message>(message);
  if ('value' in json) {
    return {
      message: json.value,
      ...(turn !== null && { turn: idOf(shownText(turn)) }),
      ...(said !== null && { time: new Date(Number(said)).toISOString() }),
    };
  }
  throw new SqlException(
    `Message ${position} of conversation ${JSON.stringify(idOf(conversation))} cannot be read: it ${json.problem}. Repair or delete its row in toolgate_memory_messages.`,
  );
};
