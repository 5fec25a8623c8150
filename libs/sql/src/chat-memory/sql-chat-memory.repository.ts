import type { Kysely, Transaction } from 'kysely';
import { checkTurn, tenantName } from '#memory';
import {
  type AppendTurn,
  ChatMemoryRepository,
  conversationKey,
  type ConversationRef,
  type FindMessages,
  type StoredMessage,
} from 'toolgate/memory';
import { type Message, toJson } from 'toolgate/model';
import { databaseWith } from '../dialect/database-with.js';
import { loadKysely, withKysely } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import type { ChatMemoryTables } from './chat-memory-tables.js';
import { moveConversation } from './move-conversation.js';
import { type StoredKey, storedKey } from './stored-key.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { shownText, textColumn, textIn } from '../dialect/stored-text.js';
import { messageColumns, storedMessage } from './message-row.js';
import { removeLastTurn } from './remove-last-turn.js';

/** The options of a SqlChatMemoryRepository. */
export interface SqlChatMemoryRepositoryOptions {
  /** @default the clock of the machine */
  readonly now?: () => Date;
}

/** Fewer rows than both databases accept in one statement, and the largest `integer`. */
const ROWS = 1000;
const MOST = 2 ** 31 - 1;

const NAME = 'SqlChatMemoryRepository';
/** How many conversations are listed at once to delete them. */
const PAGE = 500;

const columnsIn = (database: SqlDatabase) => ({
  tenant: textColumn(database, 'tenant').as('tenant'),
  id: textColumn(database, 'id').as('id'),
  message: messageColumns(database),
});

type Columns = ReturnType<typeof columnsIn>;

/** Stores conversations in SQLite or PostgreSQL. `migrateToLatest` creates its tables. */
export class SqlChatMemoryRepository extends ChatMemoryRepository {
  private readonly database: Kysely<ChatMemoryTables>;
  private readonly now: () => Date;
  private readonly columns: () => Promise<Columns>;

  constructor(database: SqlDatabase, { now = () => new Date() }: SqlChatMemoryRepositoryOptions = {}) {
    super();
    this.database = databaseWith(database);
    this.now = now;
    this.columns = withKysely(NAME, () => columnsIn(database));
  }

  async append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    { replaces }: AppendTurn = {},
  ): Promise<void> {
    const key = storedKey(conversationKey(conversation));
    const rows = checkTurn(turn, messages).map((message) => ({
      role: message.role,
      message: JSON.stringify(toJson(message)),
    }));
    if (rows.length === 0) return;
    const { message: columns } = await this.columns();
    await this.write(async (transaction) => {
      // Waits for another transaction that appends the same turn, and then finds the turn.
      if (!(await this.addTurn(transaction, key, turn))) return;
      if (replaces !== undefined) {
        await removeLastTurn(transaction, key, { columns, only: replaces });
        // The removal of the only turn has removed the conversation with all of its turns.
        await this.addTurn(transaction, key, turn);
      }
      const said = this.now().getTime();
      const start = await this.reserve(transaction, key, { count: rows.length, used: said });
      const origin = { ...key, turn: storableId(turn), said };
      const placed = rows.map((row, index) => ({ ...origin, position: start + index, ...row }));
      for (let index = 0; index < placed.length; index += ROWS) {
        const some = placed.slice(index, index + ROWS);
        await transaction.insertInto('toolgate_memory_messages').values(some).execute();
      }
    });
  }

  async find(conversation: ConversationRef, options: FindMessages = {}): Promise<readonly Message[]> {
    return (await this.history(conversation, options)).map(({ message }) => message);
  }

  async history(conversation: ConversationRef, { last }: FindMessages = {}): Promise<readonly StoredMessage[]> {
    const key = storedKey(conversationKey(conversation));
    const { message } = await this.columns();
    const query = last === undefined ? this.all(key, message) : this.last(key, Math.min(last, MOST), message);
    const rows = await query.execute();
    return rows.map((row) => storedMessage(key, row));
  }

  async removeLast(conversation: ConversationRef): Promise<readonly Message[]> {
    const key = storedKey(conversationKey(conversation));
    const { message } = await this.columns();
    return this.write((transaction) => removeLastTurn(transaction, key, { columns: message }));
  }

  async conversations(tenant?: string): Promise<readonly string[]> {
    const name = storableId(tenantName(tenant));
    const { id: column } = await this.columns();
    const conversations = this.database.selectFrom('toolgate_memory_conversations');
    const rows = await conversations.select(column).where('tenant', '=', name).execute();
    // Databases sort text by their own collations.
    return rows.map(({ id }) => idOf(shownText(id))).sort();
  }

  async delete(conversation: ConversationRef): Promise<void> {
    const key = storedKey(conversationKey(conversation));
    await this.write((transaction) => this.forget(transaction, key));
  }

  /**
   * Moves a conversation to another tenant, another id, or both. Its messages then precede those that exist there.
   * Returns false if there is none. Conversations that were stored before tenants existed belong to the tenant
   * `default`.
   */
  async reassign(from: ConversationRef, to: ConversationRef): Promise<boolean> {
    const keys = { from: storedKey(conversationKey(from)), to: storedKey(conversationKey(to)) };
    return this.write((transaction) => moveConversation(transaction, keys));
  }

  async deleteUnusedSince(time: Date): Promise<number> {
    const before = time.getTime();
    let count = 0;
    for (;;) {
      const { found, deleted } = await this.deletePage(before);
      count += deleted;
      if (found < PAGE || deleted === 0) return count;
    }
  }

  private async deletePage(before: number): Promise<{ readonly found: number; readonly deleted: number }> {
    const columns = await this.columns();
    const unused = await this.database
      .selectFrom('toolgate_memory_conversations')
      .select([columns.tenant, columns.id])
      .where('used', '<', before)
      .limit(PAGE)
      .execute();
    let deleted = 0;
    // One at a time, so that two cleanups never wait for each other.
    for (const row of unused) {
      const [tenant, conversation] = [textIn(row.tenant), textIn(row.id)];
      if (tenant === undefined || conversation === undefined) continue;
      if (await this.write((transaction) => this.forget(transaction, { tenant, conversation }, before))) deleted++;
    }
    return { found: unused.length, deleted };
  }

  /** Returns `false` if the turn is stored already. */
  private async addTurn(transaction: Transaction<ChatMemoryTables>, key: StoredKey, turn: string): Promise<boolean> {
    const added = await transaction
      .insertInto('toolgate_memory_turns')
      .values({ ...key, turn: storableId(turn) })
      .onConflict((there) => there.doNothing())
      .executeTakeFirst();
    return Boolean(added.numInsertedOrUpdatedRows);
  }

  private all({ tenant, conversation }: StoredKey, columns: Columns['message']) {
    return this.database
      .selectFrom('toolgate_memory_messages')
      .select(columns)
      .where('tenant', '=', tenant)
      .where('conversation', '=', conversation)
      .orderBy('toolgate_memory_messages.position');
  }

  private last({ tenant, conversation }: StoredKey, count: number, columns: Columns['message']) {
    const cut = this.database
      .selectFrom('toolgate_memory_conversations')
      .select((row) => row('size', '-', count).as('cut'))
      .where('tenant', '=', tenant)
      .where('id', '=', conversation);
    const messages = this.database
      .selectFrom('toolgate_memory_messages')
      .select(columns)
      .where('tenant', '=', tenant)
      .where('conversation', '=', conversation);
    // Two queries, each with an index. One query with OR would read the whole conversation.
    return messages
      .where('position', '>=', cut)
      .unionAll(messages.where('position', '<', cut).where('role', '=', 'system'))
      .orderBy('position');
  }

  /**
   * Reserves positions at the end of a conversation. The conversation stays locked until the turn is stored, so its
   * messages are in the order of commits.
   */
  private async reserve(
    transaction: Transaction<ChatMemoryTables>,
    { tenant, conversation }: StoredKey,
    { count, used }: { readonly count: number; readonly used: number },
  ): Promise<number> {
    const { size } = await transaction
      .insertInto('toolgate_memory_conversations')
      .values({ tenant, id: conversation, size: count, used })
      .onConflict((there) =>
        there.columns(['tenant', 'id']).doUpdateSet((row) => ({
          size: row('toolgate_memory_conversations.size', '+', row.ref('excluded.size')),
          used: row.ref('excluded.used'),
        })),
      )
      .returning('size')
      .executeTakeFirstOrThrow();
    return size - count;
  }

  private async forget(
    transaction: Transaction<ChatMemoryTables>,
    { tenant, conversation }: StoredKey,
    before?: number,
  ): Promise<boolean> {
    // The conversation first, so that a writer that appends to it waits, and then starts a new one.
    const { numDeletedRows } = await transaction
      .deleteFrom('toolgate_memory_conversations')
      .where('tenant', '=', tenant)
      .where('id', '=', conversation)
      .$if(before !== undefined, (query) => query.where('used', '<', before!))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    for (const table of ['toolgate_memory_turns', 'toolgate_memory_messages'] as const) {
      const rows = transaction.deleteFrom(table).where('tenant', '=', tenant);
      await rows.where('conversation', '=', conversation).execute();
    }
    return true;
  }

  // Each statement sees what others have committed before it, whatever the default of the database is.
  private async write<T>(body: (transaction: Transaction<ChatMemoryTables>) => Promise<T>): Promise<T> {
    await loadKysely(NAME);
    return this.database.transaction().setIsolationLevel('read committed').execute(body);
  }
}
