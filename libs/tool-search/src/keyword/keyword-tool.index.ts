import type { OnModuleInit } from '@nestjs/common';
import type MiniSearch from 'minisearch';
import type { Options, SearchOptions } from 'minisearch';
import type { FoundTool } from '../contract/tool-index.js';
import { checkMinScore } from '../indexes/check-min-score.js';
import type { CheckedSearch } from '../indexes/checked-search.js';
import type { IndexedTool } from '../indexes/indexed-tool.js';
import { loadMiniSearch } from './load-mini-search.js';
import { queryWords } from '../words/query-words.js';
import { SharingToolIndex } from '../indexes/sharing-tool.index.js';
import { stemOf } from '../words/stem.js';
import { STOP_WORDS } from '../words/stop-words.js';
import type { IndexedToolSet } from '../indexes/indexed-tool-set.js';
import { splitWords } from '../words/split-words.js';

/** Options of the `KeywordToolIndex`. */
export interface KeywordToolIndexOptions {
  /** The lowest score of a result, as a share of the best score, from 0 to 1. @default 0.25 */
  readonly minScore?: number;
}

/** A tool as a document of `minisearch`. */
interface KeywordDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: string;
  readonly tags: string;
}

const OPTIONS: Options<KeywordDocument> = {
  fields: ['name', 'description', 'parameters', 'tags'],
  tokenize: (text) => [...splitWords(text)],
  processTerm: (word) => !STOP_WORDS.has(word) && stemOf(word),
};

/** The largest number of query words with fuzzy matching, which takes the most time. */
const MOST_FUZZY = 8;

const SEARCH: SearchOptions = {
  boost: { name: 2, tags: 1.5, description: 1, parameters: 0.5 },
  prefix: (word) => word.length > 2,
  fuzzy: (word, _place, words) => words.length <= MOST_FUZZY && word.length > 4 && 0.2,
  tokenize: (query) => [...queryWords(query)],
  processTerm: stemOf,
};

/**
 * Finds tools by words, and tolerates typing errors; rare words count more than common ones, and names more than texts.
 * Needs the package `minisearch`.
 */
export class KeywordToolIndex extends SharingToolIndex<never> implements OnModuleInit {
  readonly searchType = 'keyword';
  protected readonly batchSize = 8;
  private readonly minScore: number;
  private texts: MiniSearch<KeywordDocument> | undefined;

  constructor({ minScore = 0.25 }: KeywordToolIndexOptions = {}) {
    super();
    checkMinScore(minScore);
    this.minScore = minScore;
  }

  /** Throws `ToolSearchException` at start-up if the package is not installed. */
  async onModuleInit(): Promise<void> {
    await this.load();
  }

  protected async add(tools: readonly IndexedTool<never>[]): Promise<void> {
    const texts = await this.load();
    for (const { content } of tools) if (!texts.has(content.id)) texts.add(documentOf(content));
  }

  protected remove(tools: readonly IndexedTool<never>[]): void {
    for (const { content } of tools) if (this.texts?.has(content.id)) this.texts.remove(documentOf(content));
  }

  protected find(set: IndexedToolSet<never>, { query, maxResults, category }: CheckedSearch): readonly FoundTool[] {
    const filter = ({ id }: { readonly id: unknown }): boolean => {
      const tool = this.toolOf(id as string);
      return tool !== undefined && set.has(tool) && (!category || tool.content.tags.includes(category));
    };
    const found = this.texts?.search(query, { ...SEARCH, filter }) ?? [];
    const least = (found[0]?.score ?? 0) * this.minScore;
    return found
      .slice(0, maxResults)
      .filter(({ score }) => score >= least)
      .map(({ id, score }) => ({ name: this.toolOf(id as string)!.content.name, score }));
  }

  private async load(): Promise<MiniSearch<KeywordDocument>> {
    if (this.texts) return this.texts;
    const Texts = await loadMiniSearch();
    return (this.texts ??= new Texts(OPTIONS));
  }
}

const documentOf = ({ id, name, description, parameters, tags }: IndexedTool<never>['content']): KeywordDocument => ({
  id,
  name,
  description,
  parameters,
  tags: tags.join(' '),
});
