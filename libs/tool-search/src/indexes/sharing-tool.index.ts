import { describeError } from '#core';
import { LineLogger } from 'toolgate/model';
import { KeyedQueue } from '../scheduling/keyed-queue.js';
import {
  type FoundTool,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
} from '../contract/tool-index.js';
import { BestTools } from './best-tools.js';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.js';
import { checkReferences } from './check-references.js';
import { checkSession } from './check-session.js';
import { type CheckedSearch, checkedSearch } from './checked-search.js';
import { SharedTools } from './shared-tools.js';
import { toolContent } from './tool-content.js';
import type { IndexedTool } from './indexed-tool.js';
import type { IndexedToolSet } from './indexed-tool-set.js';
import { SessionToolSets } from './session-tool-sets.js';

/** Tools that were indexed together, and their set at that time. */
interface Batch<Data> {
  readonly references: readonly ToolReference[];
  readonly set: IndexedToolSet<Data>;
  readonly version: number;
}

/** The queue key for adding and removing tools; sessions have keys of their own. */
const TOOLS = 'tools';

/**
 * Indexes a tool with one content once, even if many sessions share it. After its last session is evicted, the tool is
 * removed in the background.
 */
export abstract class SharingToolIndex<Data> extends ToolIndex {
  /** The number of tools that are added or removed between two yields to the event loop. */
  protected abstract readonly batchSize: number;
  private readonly tools = new SharedTools<Data>();
  private readonly sets = new SessionToolSets<Data>(this.tools);
  private readonly batches = new WeakMap<ToolReference, Batch<Data>>();
  private readonly sessions = new KeyedQueue();
  private readonly work = new KeyedQueue();
  private isPurging = false;

  indexTool(sessionId: string, reference: ToolReference): Promise<void> {
    return this.indexTools(sessionId, [reference]);
  }

  async indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void> {
    checkSession(sessionId);
    checkReferences(references);
    if (references.length === 0 || this.isKnown(sessionId, references)) return;
    const all = [...references];
    await this.sessions.take(sessionId, () => this.index(sessionId, all));
    void this.purge();
  }

  async search(request: ToolSearchRequest): Promise<ToolSearchResponse> {
    const search = checkedSearch(request);
    // Held, so that the set does not change during the search.
    const set = await this.sessions.read(search.sessionId, () => this.sets.hold(search.sessionId));
    if (!set) return { tools: [] };
    try {
      return { tools: search.query === '' ? everyTool(set, search) : await this.find(set, search) };
    } finally {
      this.sets.release(set);
      void this.purge();
    }
  }

  async clearIndex(sessionId: string): Promise<void> {
    checkSession(sessionId);
    if (this.sessions.isFree(sessionId)) return this.sets.forget(sessionId);
    await this.sessions.take(sessionId, async () => this.sets.forget(sessionId));
  }

  /** Returns the number of tools, including those that are still to be removed. */
  protected get size(): number {
    return this.tools.size;
  }

  /** Returns the tool with the id of its content. */
  protected toolOf(id: string): IndexedTool<Data> | undefined {
    return this.tools.find(id);
  }

  /** Adds tools to the index; a tool that was added before replaces itself. */
  protected abstract add(tools: readonly IndexedTool<Data>[]): void | Promise<void>;

  /** Removes tools from the index. */
  protected abstract remove(tools: readonly IndexedTool<Data>[]): void | Promise<void>;

  /** Searches a set; the query is not empty. */
  protected abstract find(
    set: IndexedToolSet<Data>,
    search: CheckedSearch,
  ): readonly FoundTool[] | Promise<readonly FoundTool[]>;

  /** Returns whether a session has exactly these tools. If another session has them, their set is shared first. */
  private isKnown(sessionId: string, references: readonly ToolReference[]): boolean {
    const batch = this.batches.get(references[0]!);
    if (!batch || !this.sessions.isFree(sessionId) || !isSame(batch.references, references)) return false;
    const set = this.sets.of(sessionId);
    if (batch.set.holders === 0 || batch.set.version !== batch.version || (set && set !== batch.set)) return false;
    this.sets.assign(sessionId, batch.set);
    return true;
  }

  private async index(sessionId: string, references: readonly ToolReference[]): Promise<void> {
    const tools: IndexedTool<Data>[] = [];
    try {
      for (const [place, reference] of references.entries()) {
        if (place % 16 === 15) await yieldToEventLoop();
        tools.push(this.tools.hold(toolContent(reference)));
      }
      await this.addMissing(tools);
      const set = this.sets.add(sessionId, tools);
      if (set.tools.size !== references.length) return;
      this.batches.set(references[0]!, { references, set, version: set.version });
    } finally {
      for (const tool of tools) this.tools.release(tool);
    }
  }

  private async addMissing(tools: readonly IndexedTool<Data>[]): Promise<void> {
    const missing = tools.filter(isMissing);
    for (let start = 0; start < missing.length; start += this.batchSize) {
      const batch = missing.slice(start, start + this.batchSize);
      if (start > 0) await yieldToEventLoop();
      await this.work.take(TOOLS, () => this.addBatch(batch));
    }
  }

  private async addBatch(batch: readonly IndexedTool<Data>[]): Promise<void> {
    // Another session may have added them meanwhile, and the same content may occur twice.
    const tools = [...new Set(batch)].filter(isMissing);
    if (tools.length === 0) return;
    for (const tool of tools) tool.state = 'unsure';
    await this.add(tools);
    for (const tool of tools) tool.state = 'present';
  }

  /** Removes the tools of no session, in the background. A tool that cannot be removed now is removed later. */
  private async purge(): Promise<void> {
    if (this.isPurging || this.tools.idle.size === 0) return;
    this.isPurging = true;
    try {
      while (this.tools.idle.size > 0) {
        await yieldToEventLoop();
        await this.work.take(TOOLS, () => this.removeBatch());
      }
    } catch (cause) {
      new LineLogger(this.constructor.name).warn(
        `Tools of evicted sessions could not be removed: ${describeError(cause)}`,
      );
    }
    this.isPurging = false;
  }

  private async removeBatch(): Promise<void> {
    const tools = firstOf(this.tools.idle, this.batchSize);
    const added = tools.filter(({ state }) => state !== 'absent');
    for (const tool of added) tool.state = 'unsure';
    if (added.length > 0) await this.remove(added);
    for (const tool of tools) {
      tool.state = 'absent';
      this.tools.forget(tool);
    }
  }
}

const firstOf = <T>(all: Iterable<T>, count: number): readonly T[] => {
  const first: T[] = [];
  for (const each of all) if (first.push(each) === count) break;
  return first;
};

const isMissing = ({ state }: IndexedTool<unknown>): boolean => state !== 'present';

const isSame = (some: readonly ToolReference[], others: readonly ToolReference[]): boolean =>
  some.length === others.length && some.every((reference, place) => reference === others[place]);

const everyTool = (set: IndexedToolSet<unknown>, { maxResults, category }: CheckedSearch): readonly FoundTool[] => {
  const best = new BestTools(maxResults);
  for (const { content } of set.tools.values())
    if (!category || content.tags.includes(category)) best.offer(content.name, 1);
  return best.tools;
};
