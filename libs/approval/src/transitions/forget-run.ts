import { RunConflictException } from '../errors/approval.errors.js';
import type { Draft } from './draft.js';
import { isOver } from './ended-at.js';
import { removeContent } from './remove-content.js';

/** Removes the content of an ended run now. Throws `RunConflictException` for a run that has not ended. */
export const forgetRun = (draft: Draft, by: string): void => {
  const { run } = draft;
  if (!isOver(run))
    throw new RunConflictException(run.id, 'has not ended. Cancel it first, or wait until it has ended');
  if (run.contentRemovedAt === undefined) removeContent(draft, by);
};
