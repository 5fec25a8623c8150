import { randomUUID } from 'node:crypto';
import { type OnModuleDestroy } from '@nestjs/common';
import { describeError } from '#core';
import { LineLogger, type VectorDocument, type VectorStore } from 'toolgate/model';
import type { FoundTool } from '../contract/tool-index.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import { checkMinScore } from '../indexes/check-min-score.js';
import type { CheckedSearch } from '../indexes/checked-search.js';
import type { IndexedTool } from '../indexes/indexed-tool.js';
import { SharingToolIndex } from '../indexes/sharing-tool.index.js';
import type { ToolContent } from '../indexes/tool-content.js';
import type { IndexedToolSet } from '../indexes/indexed-tool-set.js';
import { splitWords } from '../words/split-words.js';

/** Options of the `VectorToolIndex`. */
export interface VectorToolIndexOptions {
  /** The lowest similarity of a result, from 0 to 1. @default 0.2 */
  readonly minScore?: number;
}

/** The factor by which a search grows if the tools of other sessions leave too few results. */
const GROWTH = 4;

/** The largest number of tools that the first search requests per result. */
const MOST_OTHERS = 16;

/** Finds tools by their meaning, in a vector store that may hold other documents too. */
export class VectorToolIndex extends SharingToolIndex<never> implements OnModuleDestroy {
  readonly searchType = 'semantic';
  protected readonly batchSize = 64;
  /** Marks the documents of this index: another process may share the store. */
  private readonly toolIndex = randomUUID();
  private readonly minScore: number;

  constructor(
    private readonly store: VectorStore,
    { minScore = 0.2 }: VectorToolIndexOptions = {},
  ) {
    super();
    if (typeof store?.search !== 'function')
      throw new ToolSearchException('VectorToolIndex needs a VectorStore. Pass one to its constructor.');
    checkMinScore(minScore);
    this.minScore = minScore;
  }

  /** Removes the documents of this index from a store that outlives the process. */
  async onModuleDestroy(): Promise<void> {
    if (this.size === 0) return;
    try {
      await this.store.delete({ filter: { toolIndex: this.toolIndex } });
    } catch (error) {
      const what = describeError(error);
      new LineLogger('Toolgate').warn(`The tools of this process could not be removed from the VectorStore: ${what}`);
    }
  }

  protected add(tools: readonly IndexedTool<never>[]): Promise<void> {
    return this.store.add(tools.map(({ content }) => this.documentOf(content)));
  }

  protected remove(tools: readonly IndexedTool<never>[]): Promise<void> {
    return this.store.delete({ ids: tools.map(({ content }) => this.idOf(content)) });
  }

  protected async find(set: IndexedToolSet<never>, search: CheckedSearch): Promise<readonly FoundTool[]> {
    const filter = { toolIndex: this.toolIndex };
    // Sized by the share of the session's tools, because each search may be a request to a provider.
    const others = Math.min(this.size / Math.max(set.tools.size, 1), MOST_OTHERS);
    for (let topK = Math.ceil(search.maxResults * others); ; topK *= GROWTH) {
      const documents = await this.store.search({ text: search.query, topK, minScore: this.minScore, filter });
      const found = documents.flatMap(({ id, score }) => {
        const tool = this.toolOf(id.slice(this.toolIndex.length + 1));
        return tool && isOwn(tool, set, search) ? [{ name: tool.content.name, score }] : [];
      });
      const isEnough = found.length >= Math.min(search.maxResults, set.tools.size);
      if (isEnough || documents.length < topK || topK >= this.size) return found.slice(0, search.maxResults);
    }
  }

  private documentOf(content: ToolContent): VectorDocument {
    const { name } = content;
    return { id: this.idOf(content), text: textOf(content), metadata: { toolIndex: this.toolIndex, name } };
  }

  private idOf({ id }: ToolContent): string {
    return `${this.toolIndex}:${id}`;
  }
}

const isOwn = (tool: IndexedTool<never>, set: IndexedToolSet<never>, { category }: CheckedSearch): boolean =>
  set.has(tool) && (category === undefined || tool.content.tags.includes(category));

// The words of the name occur twice, because the name describes a tool best.
const textOf = ({ name, description, parameters, tags }: ToolContent): string =>
  [name, splitWords(name).join(' '), description, tags.join(', '), parameters].filter((text) => text !== '').join('\n');
