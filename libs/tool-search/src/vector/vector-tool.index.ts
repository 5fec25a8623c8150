import { randomUUID } from 'node:crypto';
import { type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { describeError, within } from '#core';
import { LineLogger, type VectorDocument, type VectorStore } from 'toolgate/model';
import type { FoundTool, ToolReference } from '../contract/tool-index.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import { checkedMinScore } from '../indexes/checks.js';
import { type SetSearch, SetToolIndex } from '../indexes/set-tool.index.js';
import type { ToolContent } from '../indexes/tool-content.js';
import type { ToolSet } from '../indexes/tool-set.js';
import { KeyedQueue } from '../scheduling/keyed-queue.js';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.js';
import { splitWords } from '../words/split-words.js';

/** Options of the `VectorToolIndex`. */
export interface VectorToolIndexOptions {
  /** The lowest similarity of a result, from 0 to 1. @default 0.2 */
  readonly minScore?: number;
}

/** The number of tools that are added at a time. */
const BATCH = 64;

/** The factor by which a search grows if the tools of other sessions leave too few results. */
const GROWTH = 4;

/** The largest number of tools that the first search requests per result. */
const MOST_OTHERS = 16;

/** How long the store may take to remove the tools when the application stops, in milliseconds. */
const ANSWER_MS = 5000;

const STORE = 'store';

/**
 * Finds tools by their meaning, in a vector store that may hold other documents too. The store holds a tool once, for
 * all sessions that have it.
 */
export class VectorToolIndex extends SetToolIndex<ToolSet> implements OnModuleDestroy, OnApplicationShutdown {
  readonly searchType = 'semantic';
  /** Marks the documents of this index: another process may share the store. */
  private readonly toolIndex = randomUUID();
  /** The tools in the store, by the hash of their content. */
  private readonly stored = new Map<string, ToolContent>();
  /** The tools that are to be removed from the store, by the same hash. */
  private readonly idle = new Set<string>();
  /** Adds and removes tools in order. */
  private readonly work = new KeyedQueue();
  /** The searches under way: each finds the tools that its session had when it began. */
  private readonly searches = new Set<SetSearch>();
  private readonly minScore: number;
  private isSweeping = false;

  constructor(
    private readonly store: VectorStore,
    { minScore = 0.2 }: VectorToolIndexOptions = {},
  ) {
    super();
    if (typeof store?.search !== 'function')
      throw new ToolSearchException('VectorToolIndex needs a VectorStore. Pass one to its constructor.');
    this.minScore = checkedMinScore(minScore);
  }

  override async indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void> {
    await super.indexTools(sessionId, references);
    void this.sweep();
  }

  override async clearIndex(sessionId: string): Promise<void> {
    await super.clearIndex(sessionId);
    void this.sweep();
  }

  /**
   * Removes the documents of this index from a store that outlives the process. A search of a turn that has not ended
   * adds its tools again. A store that does not answer delays this by 5 seconds at most.
   */
  async onModuleDestroy(): Promise<void> {
    if (this.stored.size + this.idle.size === 0) return;
    this.stored.clear();
    this.idle.clear();
    const removing = this.work.take(STORE, () => this.remove({ filter: { toolIndex: this.toolIndex } }));
    await within(removing, ANSWER_MS, () => warn(`it did not answer within ${ANSWER_MS} ms`));
  }

  /** Removes the documents that searches have added since. */
  onApplicationShutdown(): Promise<void> {
    return this.onModuleDestroy();
  }

  protected async prepare(set: ToolSet): Promise<ToolSet> {
    const isMissing = ({ id }: ToolContent): boolean => !this.stored.has(id);
    const tools = [...set.tools.values()];
    if (!tools.some(isMissing)) return set;
    await this.work.take(STORE, async () => {
      const missing = tools.filter(isMissing);
      for (let start = 0; start < missing.length; start += BATCH) {
        await yieldToEventLoop();
        await this.add(missing.slice(start, start + BATCH));
      }
    });
    return set;
  }

  protected async find(set: ToolSet, search: SetSearch): Promise<readonly FoundTool[]> {
    this.searches.add(search);
    try {
      // Another session may have removed a tool that this one was about to share.
      await this.prepare(set);
      return await this.findStored(set, search);
    } finally {
      this.searches.delete(search);
    }
  }

  private async findStored(set: ToolSet, { query, maxResults, tools }: SetSearch): Promise<readonly FoundTool[]> {
    const filter = { toolIndex: this.toolIndex };
    // Sized by the share of the session's tools, because each search may be a request to a provider.
    const others = Math.min(this.stored.size / set.tools.size, MOST_OTHERS);
    for (let topK = Math.ceil(maxResults * others); ; topK *= GROWTH) {
      const documents = await this.store.search({ text: query, topK, minScore: this.minScore, filter });
      const found = documents.flatMap(({ id, score }) => {
        const tool = this.stored.get(id.slice(this.toolIndex.length + 1));
        return tool && tools.get(tool.name)?.id === tool.id ? [{ name: tool.name, score }] : [];
      });
      const isEnough = found.length >= Math.min(maxResults, set.tools.size);
      if (isEnough || documents.length < topK || topK >= this.stored.size) return found;
    }
  }

  private async add(tools: readonly ToolContent[]): Promise<void> {
    await this.store.add(tools.map((content) => this.documentOf(content)));
    for (const content of tools) this.stored.set(content.id, content);
  }

  /** Removes the tools that no session has, after other work. A tool that cannot be removed now is removed later. */
  private async sweep(): Promise<void> {
    if (this.isSweeping || this.stored.size + this.idle.size === 0) return;
    this.isSweeping = true;
    await yieldToEventLoop();
    const idle = new Set(this.stored.keys());
    for (const set of new Set(await Promise.all(this.sessions.values()))) {
      await yieldToEventLoop();
      for (const { id } of set?.tools.values() ?? []) idle.delete(id);
    }
    for (const { tools } of this.searches) for (const { id } of tools.values()) idle.delete(id);
    for (const id of idle) {
      this.stored.delete(id);
      this.idle.add(id);
    }
    if (this.idle.size > 0) await this.work.take(STORE, () => this.removeIdle());
    this.isSweeping = false;
  }

  private async removeIdle(): Promise<void> {
    // A session may have added a tool again meanwhile.
    for (const id of this.idle) if (this.stored.has(id)) this.idle.delete(id);
    const ids = [...this.idle].map((id) => this.idOf({ id }));
    if (await this.remove({ ids })) this.idle.clear();
  }

  private async remove(selection: Parameters<VectorStore['delete']>[0]): Promise<boolean> {
    try {
      await this.store.delete(selection);
      return true;
    } catch (error) {
      warn(describeError(error));
      return false;
    }
  }

  private documentOf(content: ToolContent): VectorDocument {
    const { name } = content;
    return { id: this.idOf(content), text: textOf(content), metadata: { toolIndex: this.toolIndex, name } };
  }

  private idOf({ id }: Pick<ToolContent, 'id'>): string {
    return `${this.toolIndex}:${id}`;
  }
}

const warn = (problem: string): void =>
  new LineLogger('Toolgate').warn(`Tools could not be removed from the VectorStore: ${problem}`);

// The words of the name occur twice, because the name describes a tool best.
const textOf = ({ name, description, parameters, tags }: ToolContent): string =>
  [name, splitWords(name).join(' '), description, tags.join(', '), parameters].filter((text) => text !== '').join('\n');
