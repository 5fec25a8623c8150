import {
  type CheckpointStep,
  checkpointWith,
  type RunCheckpoint,
  type RunState,
  RunUnreadableException,
  type StoredApproval,
} from 'toolgate/approval';
import { idOf } from '../dialect/storable-id.js';
import { jsonIn, textIn } from '../dialect/stored-text.js';
import type { Body, OwnedBody } from './approval-reads.js';

/** Parses the record of a row. Throws `RunUnreadableException` if it is damaged. */
export const recordIn = <T extends object>(run: string, record: string, row: Body & Partial<OwnedBody>): T => {
  const json = jsonIn<T>(row.body);
  if ('value' in json) return json.value;
  const tenant = row.tenant === undefined ? undefined : textIn(row.tenant);
  throw new RunUnreadableException(run, `${record} ${json.problem}`, tenant === undefined ? undefined : idOf(tenant));
};

/** Returns the state of a run from its row and the rows of its approvals. */
export const stateIn = (id: string, [run, ...approvals]: readonly OwnedBody[]): RunState | undefined =>
  run && {
    run: recordIn(id, 'its record', run),
    approvals: approvals.map((row) => recordIn<StoredApproval>(id, 'an approval of it', row)),
  };

/** Returns a checkpoint from the row of its whole form and the rows of its steps. */
export const checkpointIn = (run: string, [whole, ...steps]: readonly Body[]): RunCheckpoint | undefined =>
  whole &&
  checkpointWith(
    run,
    recordIn<RunCheckpoint>(run, 'its checkpoint', whole),
    steps.map((row) => recordIn<CheckpointStep>(run, 'a step of its checkpoint', row)),
  );
