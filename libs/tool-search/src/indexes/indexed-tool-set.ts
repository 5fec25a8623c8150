import type { IndexedTool } from './indexed-tool.js';

// Small enough that a sum of two marks is exact.
const MARKS = 2 ** 48;

/** The tools of a session, or of several sessions with the same tools. */
export class IndexedToolSet<Data> {
  readonly tools = new Map<string, IndexedTool<Data>>();
  /** The number of sessions and searches that hold the set: with more than one holder, it must not change. */
  holders = 0;
  /** The number of changes of the set. */
  version = 0;
  private digest = 0;

  /** Equal for sets of the same tools, and almost never equal for others. */
  get key(): string {
    return `${this.tools.size}:${this.digest}`;
  }

  /** Adds a tool, and returns the tool with the same name that it replaces. */
  put(tool: IndexedTool<Data>): IndexedTool<Data> | undefined {
    const { name, mark } = tool.content;
    const before = this.tools.get(name);
    this.tools.set(name, tool);
    this.digest = (this.digest + mark + MARKS - (before?.content.mark ?? 0)) % MARKS;
    this.version++;
    return before;
  }

  /** Removes all tools; the set has no holder. */
  clear(): void {
    this.tools.clear();
    this.digest = 0;
    this.version++;
  }

  has(tool: IndexedTool<Data>): boolean {
    return this.tools.get(tool.content.name) === tool;
  }

  equals({ tools }: IndexedToolSet<Data>): boolean {
    if (tools.size !== this.tools.size) return false;
    for (const tool of tools.values()) if (!this.has(tool)) return false;
    return true;
  }
}
