import type { FoundTool } from '../contract/tool-index.js';
import { checkedMinScore } from '../indexes/checks.js';
import { type SetSearch, SetToolIndex } from '../indexes/set-tool.index.js';
import type { ToolSet } from '../indexes/tool-set.js';
import { findByWords, indexWords, type WordIndex } from '../words/word-index.js';

/** Options of the `KeywordToolIndex`. */
export interface KeywordToolIndexOptions {
  /** The lowest score of a result, as a share of the best score, from 0 to 1. @default 0.25 */
  readonly minScore?: number;
}

/**
 * Finds tools by words, and tolerates typing errors; rare words count more than common ones, and names more than texts.
 */
export class KeywordToolIndex extends SetToolIndex<WordIndex> {
  readonly searchType = 'keyword';
  private readonly minScore: number;

  constructor({ minScore = 0.25 }: KeywordToolIndexOptions = {}) {
    super();
    this.minScore = checkedMinScore(minScore);
  }

  protected prepare(set: ToolSet): Promise<WordIndex> {
    return indexWords(set);
  }

  protected find(words: WordIndex, search: SetSearch): readonly FoundTool[] {
    const found = findByWords(words, search);
    const least = (found[0]?.score ?? 0) * this.minScore;
    return found.filter(({ score }) => score >= least);
  }
}
