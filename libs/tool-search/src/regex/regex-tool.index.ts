import type { FoundTool } from '../contract/tool-index.js';
import type { CheckedSearch } from '../indexes/checked-search.js';
import { findByPattern } from './find-by-pattern.js';
import { findByWords } from './find-by-words.js';
import { queryPattern } from './query-pattern.js';
import { queryWords } from '../words/query-words.js';
import { type RegexTool, type RegexToolData, regexToolDataOf } from './regex-tool.js';
import { SharingToolIndex } from '../indexes/sharing-tool.index.js';
import type { IndexedToolSet } from '../indexes/indexed-tool-set.js';
import { Vocabulary } from './vocabulary.js';

/**
 * Finds tools by regular expressions and by words. A query with the syntax of a pattern is a pattern; if it is invalid
 * or finds nothing, it is read as words. Every pattern takes linear time: backreferences and lookaround are not
 * supported.
 */
export class RegexToolIndex extends SharingToolIndex<RegexToolData> {
  readonly searchType = 'regex';
  protected readonly batchSize = 16;
  private readonly vocabulary = new Vocabulary();

  protected add(tools: readonly RegexTool[]): void {
    for (const tool of tools) tool.data = regexToolDataOf(tool.content, this.vocabulary);
  }

  protected remove(tools: readonly RegexTool[]): void {
    for (const tool of tools) {
      for (const number of tool.data!.words.numbers) this.vocabulary.leave(number);
      tool.data = undefined;
    }
  }

  protected async find(set: IndexedToolSet<RegexToolData>, search: CheckedSearch): Promise<readonly FoundTool[]> {
    const tools = toolsOfCategory(set, search);
    const { query, maxResults } = search;
    const pattern = queryPattern(query);
    const found = pattern === undefined ? [] : await findByPattern(tools, { pattern, maxResults });
    if (found.length > 0) return found;
    const words = queryWords(query);
    return words.length > 0 ? findByWords(tools, this.vocabulary, { words, maxResults }) : literally(tools, search);
  }
}

const toolsOfCategory = (
  { tools }: IndexedToolSet<RegexToolData>,
  { category }: CheckedSearch,
): readonly RegexTool[] => {
  const all = [...tools.values()];
  return category === undefined ? all : all.filter(({ content }) => content.tags.includes(category));
};

// For queries such as `c++`, whose signs matter.
const literally = (tools: readonly RegexTool[], { query, maxResults }: CheckedSearch): readonly FoundTool[] => {
  const wanted = query.toLowerCase();
  return tools
    .filter(({ data }) => data!.text.includes(wanted))
    .slice(0, maxResults)
    .map(({ content: { name } }) => ({ name, score: 1 }));
};
