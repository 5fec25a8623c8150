import { RunOperationException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredRun } from '../records/stored-run.js';
import { isRequester } from '../requester/visibility.js';
import type { Approver } from '../requester/requester.js';
import { isEligible } from '../transitions/eligibility.js';

type Person = Partial<Approver>;

/** Throws `RunOperationException` if a person may not cancel a run. */
export const assertMayCancel = (run: StoredRun, by: Person): void => {
  if (by.administrator === false && !isRequester(run, by)) {
    throw refusal(run, by, 'be canceled', 'its requester or an administrator');
  }
};

/** Throws `RunOperationException` if a person may not resume a run. */
export const assertMayResume = (run: StoredRun, approvals: readonly StoredApproval[], by: Person): void => {
  if (by.administrator !== false || isRequester(run, by)) return;
  const { id } = by;
  if (id !== undefined && approvals.some((approval) => isEligible(approval, { ...by, id }))) return;
  throw refusal(run, by, 'be resumed', 'its requester, an approver of its calls or an administrator');
};

/** Throws `RunOperationException` if a person may not do what only an administrator may. */
export const assertAdministrator = (
  run: StoredRun,
  by: Person | undefined,
  what: 'be restored' | 'be reconciled' | 'be forgotten',
): void => {
  if (by?.administrator === false) throw refusal(run, by, what, 'an administrator');
};

/** Throws `RunOperationException` if a run has another version than the one that a person has read. */
export const assertVersion = ({ id, version: present }: StoredRun, version: number | undefined): void => {
  if (version === undefined || version === present) return;
  throw new RunOperationException(
    'version-mismatch',
    id,
    'was changed in the meantime. Read it again, and pass its version.',
  );
};

const refusal = ({ id: run }: StoredRun, { id }: Person, what: string, allowed: string): RunOperationException =>
  new RunOperationException(
    'not-eligible',
    run,
    `may not ${what} by ${id === undefined ? 'this viewer' : JSON.stringify(id)}: only ${allowed} may. Ask one of these.`,
  );
