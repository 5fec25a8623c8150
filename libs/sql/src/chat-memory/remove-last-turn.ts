import type { Transaction } from 'kysely';
import type { Message } from 'toolgate/model';
import { storableId } from '../dialect/storable-id.js';
import type { ChatMemoryTables } from './chat-memory-tables.js';
import { type messageColumns, storedMessage } from './message-row.js';
import { lockedRow } from './move-conversation.js';
import type { StoredKey } from './stored-key.js';

/** The columns of a message, and the id of the turn to remove if that is the last one. */
interface LastTurnToRemove {
  readonly columns: ReturnType<typeof messageColumns>;
  /** @default the last turn, whatever its id */
  readonly only?: string;
}

/** Removes the last turn of a conversation and returns its messages; none if there is none. */
export const removeLastTurn = async (
  database: Transaction<ChatMemoryTables>,
  key: StoredKey,
  { columns, only }: LastTurnToRemove,
): Promise<readonly Message[]> => {
  // The conversation is locked, so no message can be added in the meantime.
  if (!(await lockedRow(database, key))) return [];
  const all = database
    .selectFrom('toolgate_memory_messages')
    .where('tenant', '=', key.tenant)
    .where('conversation', '=', key.conversation);
  const last = await all
    .select(columns)
    .orderBy('toolgate_memory_messages.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return [];
  const { turn } = storedMessage(key, last);
  if (only !== undefined && turn !== only) return [];
  const withTurn = turn === undefined ? all.where('turn', 'is', null) : all.where('turn', '=', storableId(turn));
  const rows = await withTurn.select(columns).orderBy('toolgate_memory_messages.position').execute();
  const stored = rows.map((row) => ({ position: row.position, message: storedMessage(key, row).message }));
  const end = stored.slice(startOfEnd(stored.map(({ position }) => position)));
  const removed = end.slice(turn === undefined ? startOfLast(end.map(({ message }) => message)) : 0);
  await forget(database, key, { start: removed[0]!.position, turn });
  return removed.map(({ message }) => message);
};

/** Returns the start of the last positions without a gap: merged conversations may have two turns with one id. */
const startOfEnd = (positions: readonly number[]): number => {
  let start = positions.length - 1;
  while (start > 0 && positions[start - 1] === positions[start]! - 1) start--;
  return start;
};

/** Returns the start of the last question, including user messages right before it. */
const startOfLast = (messages: readonly Message[]): number => {
  let start = messages.findLastIndex(({ role }) => role === 'user');
  while (messages[start - 1]?.role === 'user') start--;
  return Math.max(start, 0);
};

const forget = async (
  database: Transaction<ChatMemoryTables>,
  { tenant, conversation }: StoredKey,
  { start, turn }: { readonly start: number; readonly turn: string | undefined },
): Promise<void> => {
  const messages = database.deleteFrom('toolgate_memory_messages').where('tenant', '=', tenant);
  await messages.where('conversation', '=', conversation).where('position', '>=', start).execute();
  if (turn !== undefined) {
    const turns = database.deleteFrom('toolgate_memory_turns').where('tenant', '=', tenant);
    await turns.where('conversation', '=', conversation).where('turn', '=', storableId(turn)).execute();
  }
  const left = database.selectFrom('toolgate_memory_messages').select('position').where('tenant', '=', tenant);
  const isLeft = await left.where('conversation', '=', conversation).limit(1).executeTakeFirst();
  if (isLeft) {
    const row = database.updateTable('toolgate_memory_conversations').set({ size: start }).where('tenant', '=', tenant);
    return void (await row.where('id', '=', conversation).execute());
  }
  const row = database.deleteFrom('toolgate_memory_conversations').where('tenant', '=', tenant);
  await row.where('id', '=', conversation).execute();
  const turns = database.deleteFrom('toolgate_memory_turns').where('tenant', '=', tenant);
  await turns.where('conversation', '=', conversation).execute();
};
