import type { Transaction } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import { transactionLock } from '../dialect/transaction-lock.js';
import type { ChatMemoryTables } from './chat-memory-tables.js';
import type { StoredKey } from './stored-key.js';

type Database = Transaction<ChatMemoryTables>;

/** A conversation, and its new tenant or id. */
export interface Move {
  readonly from: StoredKey;
  readonly to: StoredKey;
}

const MOVES = JSON.stringify(['toolgate', 'reassign']);

/**
 * Moves a conversation to a new tenant or id. If a conversation exists there, the moved messages precede its messages.
 * Returns false if there is nothing to move.
 */
export const moveConversation = async (database: Database, { from, to }: Move): Promise<boolean> => {
  if (from.tenant === to.tenant && from.conversation === to.conversation) return false;
  // One move at a time, because two moves in opposite directions would wait for each other.
  if (isPostgres(database)) await database.selectNoFrom(transactionLock(MOVES).as('lock')).execute();
  const moved = await lockedRow(database, from);
  if (!moved) return false;
  const shift = await makeRoom(database, to, moved);
  await moveTurns(database, { from, to });
  await database
    .updateTable('toolgate_memory_messages')
    .set((row) => ({ ...to, position: row('position', '+', shift) }))
    .where('tenant', '=', from.tenant)
    .where('conversation', '=', from.conversation)
    .execute();
  await database
    .deleteFrom('toolgate_memory_conversations')
    .where('tenant', '=', from.tenant)
    .where('id', '=', from.conversation)
    .execute();
  return true;
};

/** Locks the row of a conversation and returns it; undefined if there is none. */
// A write that changes nothing, because SQLite has no other lock of a row.
export const lockedRow = (database: Database, { tenant, conversation }: StoredKey) =>
  database
    .updateTable('toolgate_memory_conversations')
    .set((row) => ({ used: row.ref('used') }))
    .where('tenant', '=', tenant)
    .where('id', '=', conversation)
    .returning(['size', 'used'])
    .executeTakeFirst();

/** Locks the conversation that messages move to, and returns by how much their positions change. */
const makeRoom = async (
  database: Database,
  { tenant, conversation }: StoredKey,
  { size, used }: { readonly size: number; readonly used: number },
): Promise<number> => {
  await database
    .insertInto('toolgate_memory_conversations')
    .values({ tenant, id: conversation, size, used })
    .onConflict((there) =>
      there.columns(['tenant', 'id']).doUpdateSet((row) => {
        const last = row.ref('toolgate_memory_conversations.used');
        return { used: row.case().when(last, '<', used).then(used).else(last).end() };
      }),
    )
    .execute();
  const { first } = await database
    .selectFrom('toolgate_memory_messages')
    .select(({ fn }) => fn.min<number | null>('position').as('first'))
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .executeTakeFirstOrThrow();
  return first === null ? 0 : first - size;
};

const moveTurns = async (database: Database, { from, to }: Move): Promise<void> => {
  const turns = database
    .selectFrom('toolgate_memory_turns')
    .select(({ val }) => [val(to.tenant).as('tenant'), val(to.conversation).as('conversation'), 'turn'])
    .where('tenant', '=', from.tenant)
    .where('conversation', '=', from.conversation);
  await database
    .insertInto('toolgate_memory_turns')
    .columns(['tenant', 'conversation', 'turn'])
    .expression(turns)
    .onConflict((there) => there.doNothing())
    .execute();
  await database
    .deleteFrom('toolgate_memory_turns')
    .where('tenant', '=', from.tenant)
    .where('conversation', '=', from.conversation)
    .execute();
};
