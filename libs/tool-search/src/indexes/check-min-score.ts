import { ToolSearchException } from '../contract/tool-search.errors.js';

/** Throws `ToolSearchException` if a minimum score is not a number from 0 to 1. */
export const checkMinScore = (minScore: number): void => {
  if (typeof minScore === 'number' && minScore >= 0 && minScore <= 1) return;
  throw new ToolSearchException(`minScore is ${String(minScore)}. Pass a number from 0 to 1, or leave it out.`);
};
