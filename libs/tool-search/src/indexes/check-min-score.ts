import { ToolSearchException } from '../tool-search.errors.js';

/** Checks that a score can be reached. Throws `ToolSearchException`. */
export const checkMinScore = (minScore: number): void => {
  if (typeof minScore === 'number' && minScore >= 0 && minScore <= 1) return;
  throw new ToolSearchException(`minScore is ${String(minScore)}. Give a number from 0 to 1, or leave it out.`);
};
