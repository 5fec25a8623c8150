import { ApprovalConflictException, type StoredRun } from 'toolgate/approval';
import { idOf } from '../dialect/storable-id.js';
import { ask, type Steps } from '../dialect/steps.js';
import { shownText } from '../dialect/stored-text.js';
import { runRow } from './approval-rows.js';
import type { WriteTarget } from './change-writes.js';

/**
 * Throws `ApprovalConflictException` if another run of the conversation waits or is resumed. No other one can be opened
 * until the transaction ends.
 */
export function* assertAlone({ statements, isPostgres }: WriteTarget, run: StoredRun): Steps<void> {
  if (run.conversation === undefined) return;
  const row = runRow(run);
  // On SQLite the transaction locks the whole database.
  if (isPostgres) yield statements.lockConversation(row);
  const { rows } = yield* ask(statements.others(row));
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => idOf(shownText(id)));
  throw new ApprovalConflictException(run.conversation, ids, []);
}
