import { type Draft, setRun } from './draft.js';

/** Makes a run resumable at once if the outcome of each call is known: no tool remains to be asked. */
export const resumeIfKnown = (draft: Draft): void => {
  if (draft.run.slots.every(({ state }) => state !== 'unknown')) setRun(draft, { retryAt: undefined });
};
