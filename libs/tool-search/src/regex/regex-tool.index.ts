import type { FoundTool } from '../contract/tool-index.js';
import { type SetSearch, SetToolIndex } from '../indexes/set-tool.index.js';
import type { ToolSet } from '../indexes/tool-set.js';
import { findByWords, indexWords, type WordIndex } from '../words/word-index.js';
import { findByPattern } from './find-by-pattern.js';
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

const SYNTAX = /[\\^$.|?*+()[\]{}]/;
const PROSE_END = /([\p{L}\p{N}])[.?!]+(?=\s|$)/gu;
const FLAG = /^\(\?i\)/;
const AROUND = /^\.\*|\.\*$/g;
const WORD = /^[\p{L}\p{N}]{3,}$/u;

/** Returns the pattern of a query; `undefined` for plain text, and for words that are only joined by `|`. */
export const queryPattern = (query: string): string | undefined => {
  const plain = /\s/.test(query) ? query.replace(PROSE_END, '$1') : query;
  if (!SYNTAX.test(plain)) return undefined;
  const pattern = query.replace(FLAG, '');
  return pattern.split('|').every((part) => WORD.test(part.replace(AROUND, ''))) ? undefined : query;
};
