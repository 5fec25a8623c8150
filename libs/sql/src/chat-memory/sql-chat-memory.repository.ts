import type { Kysely, Transaction } from 'kysely';
import { ChatMemoryRepository, checkConversation, checkTurn, type FindMessages } from 'toolgate/memory';
import { type Message, toJson } from 'toolgate/model';
import { databaseWith } from '../database-with.js';
import type { SqlDatabase } from '../sql-database.js';
import type { ChatMemoryTables } from './chat-memory-tables.js';
import { idOf, storableId } from '../storable-id.js';

/** How the repository tells the time. */
export interface SqlChatMemoryRepositoryOptions {
  /** @default the clock of the machine */
  readonly now?: () => Date;
}

/** What both databases take in one statement, and what an `integer` holds. */
const ROWS = 1000;
const MOST = 2 ** 31 - 1;

/** Keeps conversations in SQLite or PostgreSQL; `migrateToLatest` makes its tables. */
export class SqlChatMemoryRepository extends ChatMemoryRepository {
  private readonly database: Kysely<ChatMemoryTables>;
  private readonly now: () => Date;

  constructor(database: SqlDatabase, { now = () => new Date() }: SqlChatMemoryRepositoryOptions = {}) {
    super();
    this.database = databaseWith(database);
    this.now = now;
  }

  async append(conversation: string, turn: string, messages: readonly Message[]): Promise<void> {
    const rows = checkTurn(conversation, turn, messages).map((message) => ({
      role: message.role,
      message: JSON.stringify(toJson(message)),
    }));
    if (rows.length === 0) return;
    const id = storableId(conversation);
    await this.write(async (transaction) => {
      // It waits for another one that appends the same turn, and finds it there then.
      const added = await transaction
        .insertInto('toolgate_memory_turns')
        .values({ conversation: id, turn: storableId(turn) })
        .onConflict((there) => there.doNothing())
        .executeTakeFirst();
      if (!added.numInsertedOrUpdatedRows) return;
      const start = await this.reserve(transaction, id, rows.length);
      const placed = rows.map((row, index) => ({ conversation: id, position: start + index, ...row }));
      for (let index = 0; index < placed.length; index += ROWS) {
        const some = placed.slice(index, index + ROWS);
        await transaction.insertInto('toolgate_memory_messages').values(some).execute();
      }
    });
  }

  async find(conversation: string, { last }: FindMessages = {}): Promise<readonly Message[]> {
    const id = storableId(checkConversation(conversation));
    const rows = await (last === undefined ? this.all(id) : this.last(id, Math.min(last, MOST))).execute();
    return rows.map(({ message }) => JSON.parse(message) as Message);
  }

  async conversations(): Promise<readonly string[]> {
    const rows = await this.database.selectFrom('toolgate_memory_conversations').select('id').execute();
    // Databases sort by languages of their own.
    return rows.map(({ id }) => idOf(id)).sort();
  }

  async delete(conversation: string): Promise<void> {
    const id = storableId(checkConversation(conversation));
    await this.write((transaction) => this.forget(transaction, id));
  }

  async deleteUnusedSince(time: Date): Promise<number> {
    const before = time.getTime();
    const unused = await this.database
      .selectFrom('toolgate_memory_conversations')
      .select('id')
      .where('used', '<', before)
      .execute();
    let count = 0;
    // One at a time: two that clean up at once never wait for each other in a circle.
    for (const { id } of unused) {
      if (await this.write((transaction) => this.forget(transaction, id, before))) count++;
    }
    return count;
  }

  private all(id: string) {
    return this.database
      .selectFrom('toolgate_memory_messages')
      .select(['position', 'message'])
      .where('conversation', '=', id)
      .orderBy('position');
  }

  private last(id: string, count: number) {
    const cut = this.database
      .selectFrom('toolgate_memory_conversations')
      .select((row) => row('size', '-', count).as('cut'))
      .where('id', '=', id);
    const messages = this.database
      .selectFrom('toolgate_memory_messages')
      .select(['position', 'message'])
      .where('conversation', '=', id);
    // Two ways into the table, each with an index, where one with OR would read the whole conversation.
    return messages
      .where('position', '>=', cut)
      .unionAll(messages.where('position', '<', cut).where('role', '=', 'system'))
      .orderBy('position');
  }

  /** Makes place at the end of a conversation, which stays locked until the turn is there: so its order is that of commits. */
  private async reserve(transaction: Transaction<ChatMemoryTables>, id: string, count: number): Promise<number> {
    const used = this.now().getTime();
    const { size } = await transaction
      .insertInto('toolgate_memory_conversations')
      .values({ id, size: count, used })
      .onConflict((there) =>
        there.column('id').doUpdateSet((row) => ({
          size: row('toolgate_memory_conversations.size', '+', row.ref('excluded.size')),
          used: row.ref('excluded.used'),
        })),
      )
      .returning('size')
      .executeTakeFirstOrThrow();
    return size - count;
  }

  private async forget(transaction: Transaction<ChatMemoryTables>, id: string, before?: number): Promise<boolean> {
    // The conversation first: whoever appends to it waits, and begins a new one.
    const { numDeletedRows } = await transaction
      .deleteFrom('toolgate_memory_conversations')
      .where('id', '=', id)
      .$if(before !== undefined, (query) => query.where('used', '<', before!))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await transaction.deleteFrom('toolgate_memory_turns').where('conversation', '=', id).execute();
    await transaction.deleteFrom('toolgate_memory_messages').where('conversation', '=', id).execute();
    return true;
  }

  // Each statement sees what others committed meanwhile, whatever the database is set to.
  private write<T>(body: (transaction: Transaction<ChatMemoryTables>) => Promise<T>): Promise<T> {
    return this.database.transaction().setIsolationLevel('read committed').execute(body);
  }
}
