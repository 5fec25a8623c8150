import {
  type FoundTool,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
} from '../contract/tool-index.js';
import { type CheckedSearch, checkedSearch, checkReferences, checkSession } from './checks.js';
import type { ToolContent } from './tool-content.js';
import { type ToolSet, withTools } from './tool-set.js';

/** A search among the tools of a set; the query is not empty. */
export interface SetSearch extends CheckedSearch {
  /** The tools of the category, or all tools of the set. */
  readonly tools: ReadonlyMap<string, ToolContent>;
}

/** A set of tools, and what an index has prepared for its searches. */
interface PreparedSet<Prepared> {
  readonly set: ToolSet;
  readonly prepared: Promise<Prepared>;
}

/** The largest number of tools in the sets that stay prepared. */
const MOST_TOOLS = 50_000;

/**
 * Prepares each set of tools once, for all sessions that have it. It drops the least recently used sets if there are too
 * many tools, and prepares a dropped set again when it is used.
 */
export abstract class SetToolIndex<Prepared> extends ToolIndex {
  /** The last set of each session; the next one is created from it. */
  protected readonly sessions = new Map<string, Promise<ToolSet | undefined>>();
  /** By key, the least recently used set first. */
  private readonly sets = new Map<string, PreparedSet<Prepared>>();

  indexTool(sessionId: string, reference: ToolReference): Promise<void> {
    return this.indexTools(sessionId, [reference]);
  }

  async indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void> {
    checkSession(sessionId);
    checkReferences(references);
    if (references.length === 0) return;
    const before = this.sessions.get(sessionId);
    const after = this.extend(before, [...references]);
    // A failure leaves the session as it was.
    this.sessions.set(
      sessionId,
      after.catch(() => before),
    );
    await after;
  }

  async search(request: ToolSearchRequest): Promise<ToolSearchResponse> {
    const search = checkedSearch(request);
    const set = await this.sessions.get(search.sessionId);
    if (!set) return { tools: [] };
    const tools = ofCategory(set, search);
    if (search.query === '') return { tools: bestOf([...tools.keys()].map(matchingAll), search) };
    const { prepared } = this.use(set);
    return { tools: bestOf(await this.find(await prepared, { ...search, tools }), search) };
  }

  async clearIndex(sessionId: string): Promise<void> {
    checkSession(sessionId);
    this.sessions.delete(sessionId);
  }

  /** Prepares a set of tools for its searches. */
  protected abstract prepare(set: ToolSet): Promise<Prepared>;

  /** Returns the tools that a search finds, in any order. */
  protected abstract find(prepared: Prepared, search: SetSearch): readonly FoundTool[] | Promise<readonly FoundTool[]>;

  private async extend(
    before: Promise<ToolSet | undefined> | undefined,
    references: readonly ToolReference[],
  ): Promise<ToolSet> {
    const { set, prepared } = this.use(await withTools(await before, references));
    await prepared;
    return set;
  }

  private use(set: ToolSet): PreparedSet<Prepared> {
    const { key } = set;
    const used = this.sets.get(key) ?? { set, prepared: this.prepare(set) };
    used.prepared.catch(() => this.sets.delete(key));
    this.sets.delete(key);
    this.sets.set(key, used);
    this.dropOldest();
    return used;
  }

  private dropOldest(): void {
    let count = 0;
    for (const { set } of this.sets.values()) count += set.tools.size;
    for (const [key, { set }] of this.sets) {
      if (count <= MOST_TOOLS || this.sets.size === 1) return;
      count -= set.tools.size;
      this.sets.delete(key);
    }
  }
}

const ofCategory = ({ tools }: ToolSet, { category }: CheckedSearch): ReadonlyMap<string, ToolContent> =>
  category === undefined ? tools : new Map([...tools].filter(([, { tags }]) => tags.includes(category)));

const matchingAll = (name: string): FoundTool => ({ name, score: 1 });

/** Returns the best tools, the best first; tools of equal score are sorted by name. */
const bestOf = (found: readonly FoundTool[], { maxResults }: CheckedSearch): readonly FoundTool[] =>
  found.toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1)).slice(0, maxResults);
