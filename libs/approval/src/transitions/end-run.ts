import { type Draft, setRun, addEvent } from './draft.js';
import { endCalls } from './end-calls.js';

/** Ends a run without an answer. Pending and approved calls are canceled, and every call gets a result. */
export const endRun = (draft: Draft, status: 'cancelled' | 'failed', reason: string, by?: string): void => {
  endCalls(draft, reason, by);
  addEvent(draft, status === 'failed' ? 'RUN_FAILED' : 'RUN_CANCELLED', {
    ...(by !== undefined && { by }),
    data: { reason },
  });
  const { hasEffects, kind = 'turn' } = draft.run;
  // If no tool of a turn was started, the conversation has nothing to remember.
  const isRemembered = kind === 'turn' && hasEffects;
  setRun(draft, { status, error: reason, retryAt: undefined, closing: isRemembered ? reason : undefined });
};
