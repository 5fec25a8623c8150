import type { RunAttempt } from '../records/stored-run.js';
import type { Draft } from './draft.js';

const MOST = 10;
const LONGEST = 1000;

/** Returns the last ten failed attempts of a run, including the one that fails now. */
export const addAttempt = ({ run, now }: Draft, error: string): readonly RunAttempt[] =>
  [...(run.attempts ?? []), { at: now, error: shortened(error) }].slice(-MOST);

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
