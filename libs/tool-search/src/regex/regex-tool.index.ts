import type { FoundTool } from '../contract/tool-index.js';
import { type SetSearch, SetToolIndex } from '../indexes/set-tool.index.js';
import type { ToolSet } from '../indexes/tool-set.js';
import { findByWords, indexWords, type WordIndex } from '../words/word-index.js';
import { findByPattern } from './find-by-pattern.js';
import { queryPattern } from './query-pattern.js';
import { toolText } from './tool-text.js';

/**
 * Finds tools by regular expressions and by words. A query with the syntax of a pattern is a pattern; if it is invalid
 * or finds nothing, it is read as words. Every pattern takes linear time: backreferences and lookaround are not
 * supported.
 */
export class RegexToolIndex extends SetToolIndex<WordIndex> {
  readonly searchType = 'regex';

  protected prepare(set: ToolSet): Promise<WordIndex> {
    return indexWords(set);
  }

  protected async find(words: WordIndex, search: SetSearch): Promise<readonly FoundTool[]> {
    const pattern = queryPattern(search.query);
    const found = pattern === undefined ? [] : await findByPattern(search.tools, pattern);
    if (found.length > 0) return found;
    const byWords = findByWords(words, search);
    return byWords.length > 0 ? byWords : literally(search);
  }
}

// For parts of words, and for queries such as `c++`, whose signs matter.
const literally = ({ query, tools }: SetSearch): readonly FoundTool[] => {
  const wanted = query.toLowerCase();
  return [...tools.values()]
    .filter((content) => toolText(content).includes(wanted))
    .map(({ name }) => ({ name, score: 1 }));
};
