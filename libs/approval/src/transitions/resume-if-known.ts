import { type Draft, setRun } from './draft.js';

/** Lets a run be resumed at once if the outcome of each of its calls is known: nothing is left to ask its tools. */
export const resumeIfKnown = (draft: Draft): void => {
  if (draft.run.slots.every(({ state }) => state !== 'unknown')) setRun(draft, { retryAt: undefined });
};
