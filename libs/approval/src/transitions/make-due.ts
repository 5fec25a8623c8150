import { type Draft, setRun } from './draft.js';

/** Makes a run due now if a failed attempt has delayed its next one. */
export const makeDue = (draft: Draft): void => {
  const { lease, retryAt, slots } = draft.run;
  if (lease || retryAt === undefined || retryAt <= draft.now) return;
  // Until `retryAt`, the unknown call may still run in a process that has lost the run.
  if (slots.some(({ state }) => state === 'unknown')) return;
  setRun(draft, { retryAt: draft.now });
};
