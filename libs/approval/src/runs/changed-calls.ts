import type { BatchCall } from 'toolgate/tool';
import { changedParts } from '../records/changed-parts.js';
import type { RunState } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { ChangedCall } from '../transitions/ask-again.js';

/** Returns the calls of a batch that the gate asks about again, and how their tools have changed. */
export const changedCalls = async (
  store: ApprovalStore,
  { run, approvals }: RunState,
  batch: readonly BatchCall[],
): Promise<readonly ChangedCall[]> => {
  const found = batch.map(async ({ index, prepared, question }): Promise<readonly ChangedCall[]> => {
    const approval = approvals.find(({ id }) => id === run.slots[index]?.approval);
    if (!prepared || !question || !approval) return [];
    const earlier = await store.toolSchema(approval.definitionHash);
    return [{ prepared, question, changed: changedParts(approval, earlier, prepared.callback) }];
  });
  return (await Promise.all(found)).flat();
};
