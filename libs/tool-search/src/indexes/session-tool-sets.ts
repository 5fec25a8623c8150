import type { SharedTools } from './shared-tools.js';
import type { IndexedTool } from './indexed-tool.js';
import { IndexedToolSet } from './indexed-tool-set.js';

/** The tool sets of all sessions; sessions with the same tools share one set. */
export class SessionToolSets<Data> {
  private readonly sessions = new Map<string, IndexedToolSet<Data>>();
  private readonly shared = new Map<string, IndexedToolSet<Data>>();

  constructor(private readonly tools: SharedTools<Data>) {}

  of(sessionId: string): IndexedToolSet<Data> | undefined {
    return this.sessions.get(sessionId);
  }

  /** Returns the set of a session with one more holder; it does not change until it is released. */
  hold(sessionId: string): IndexedToolSet<Data> | undefined {
    const set = this.sessions.get(sessionId);
    if (set) set.holders++;
    return set;
  }

  /** Replaces the set of a session. */
  assign(sessionId: string, set: IndexedToolSet<Data>): void {
    const before = this.sessions.get(sessionId);
    if (before === set) return;
    set.holders++;
    this.sessions.set(sessionId, set);
    if (before) this.release(before);
  }

  /** Adds tools to the set of a session, and returns its new set. */
  add(sessionId: string, tools: readonly IndexedTool<Data>[]): IndexedToolSet<Data> {
    const before = this.sessions.get(sessionId);
    if (before && tools.every((tool) => before.has(tool))) return before;
    const own = before?.holders === 1 ? this.unshare(before) : this.copy(before);
    for (const tool of tools) this.put(own, tool);
    const set = this.share(own);
    this.assign(sessionId, set);
    if (own !== before && own !== set) this.drop(own);
    return set;
  }

  forget(sessionId: string): void {
    const set = this.sessions.get(sessionId);
    this.sessions.delete(sessionId);
    if (set) this.release(set);
  }

  /** Releases a set that a session or a search holds. */
  release(set: IndexedToolSet<Data>): void {
    if (--set.holders === 0) this.drop(set);
  }

  private put(set: IndexedToolSet<Data>, tool: IndexedTool<Data>): void {
    this.tools.holdAgain(tool);
    const before = set.put(tool);
    if (before) this.tools.release(before);
  }

  private copy(set: IndexedToolSet<Data> | undefined): IndexedToolSet<Data> {
    const copy = new IndexedToolSet<Data>();
    for (const tool of set?.tools.values() ?? []) this.put(copy, tool);
    return copy;
  }

  /** Returns the existing set of the same tools, or this one. */
  private share(set: IndexedToolSet<Data>): IndexedToolSet<Data> {
    const { key } = set;
    const same = this.shared.get(key);
    if (same?.equals(set)) return same;
    if (!same) this.shared.set(key, set);
    return set;
  }

  private unshare(set: IndexedToolSet<Data>): IndexedToolSet<Data> {
    const { key } = set;
    if (this.shared.get(key) === set) this.shared.delete(key);
    return set;
  }

  private drop(set: IndexedToolSet<Data>): void {
    this.unshare(set);
    for (const tool of set.tools.values()) this.tools.release(tool);
    set.clear();
  }
}
