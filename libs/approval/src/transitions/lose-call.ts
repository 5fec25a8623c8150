import type { StoredSlot } from '../records/stored-run.js';
import { approvalOf, type Draft, moveApproval, setRun, setSlot, addEvent } from './draft.js';

/**
 * Marks a started call as having an unknown outcome. The process that started it, its tool or a person may report the
 * outcome. The tool is asked at `askAt`: while the body runs, it would find no effect.
 */
export const loseCall = (draft: Draft, slot: StoredSlot, askAt = draft.now): void => {
  setSlot(draft, slot.index, { state: 'unknown' });
  setRun(draft, { retryAt: askAt });
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'EXECUTING') moveApproval(draft, approval, 'OUTCOME_UNKNOWN');
  else if (!approval) addEvent(draft, 'OUTCOME_UNKNOWN', { data: { index: slot.index } });
};
