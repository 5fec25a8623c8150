import { RunConflictException } from '../errors/approval.errors.js';
import type { StoredRun } from '../records/stored-run.js';
import type { Draft } from './draft.js';
import { isOver } from './ended-at.js';
import { removeContent } from './remove-content.js';

/** Removes the content of an ended run now. Throws `RunConflictException` for a run that has not ended. */
export const forgetRun = (draft: Draft, by: string): void => {
  assertOver(draft.run);
  if (draft.run.contentRemovedAt === undefined) removeContent(draft, by);
};

/** Throws `RunConflictException` for a run that has not ended. */
export const assertOver = (run: StoredRun): void => {
  if (isOver(run)) return;
  throw new RunConflictException(run.id, 'has not ended. Cancel it first, or wait until it has ended');
};
