import type { RunStatus } from 'toolgate/approval';
import { statement } from '../dialect/statement.js';
import { type StoredText, textColumn } from '../dialect/stored-text.js';
import { transactionLock } from '../dialect/transaction-lock.js';
import type { ApprovalDatabase } from './approval-tables.js';

/** A run and its conversation, by the columns of its row. */
export interface PlacedRun {
  readonly id: string;
  readonly tenant: string;
  readonly conversation: string | null;
}

/** The statuses in which a run does not allow another run in its conversation. */
const ACTIVE: readonly RunStatus[] = ['suspended', 'resuming'];

const id = (run: PlacedRun): string => run.id;
const tenant = (run: PlacedRun): string => run.tenant;
const conversation = (run: PlacedRun): string | null => run.conversation;
const lockName = (run: PlacedRun): string => JSON.stringify(['toolgate', run.tenant, run.conversation]);

/** The queries of a store before it opens a run in a conversation, compiled for its database. */
export const conversationReads = (database: ApprovalDatabase) => ({
  /** PostgreSQL only: waits for every transaction that opens a run in the same conversation. */
  lockConversation: statement<PlacedRun>((argument) =>
    database.selectNoFrom(transactionLock(argument(lockName)).as('lock')),
  ),
  /** The other turns of the conversation that wait or are resumed. */
  others: statement<PlacedRun, { readonly id: StoredText }>((argument) =>
    database
      .selectFrom('toolgate_approval_runs')
      .select(textColumn(database, 'id').as('id'))
      .where('tenant', '=', argument(tenant))
      .where('conversation', '=', argument(conversation))
      .where('status', 'in', ACTIVE)
      .where('kind', '=', 'turn')
      .where('id', '<>', argument(id)),
  ),
});
