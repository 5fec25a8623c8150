import type { IndexedTool } from './indexed-tool.js';

// Below, so that a sum of two is exact.
const MARKS = 2 ** 48;

/** The tools of a session, or of several that have the same ones. */
export class IndexedToolSet<Data> {
  readonly tools = new Map<string, IndexedTool<Data>>();
  /** How many sessions and searches hold it: where more than one does, it is not to be changed. */
  holders = 0;
  /** Counts its changes. */
  version = 0;
  private digest = 0;

  /** Alike for sets of the same tools, and hardly ever for others. */
  get key(): string {
    return `${this.tools.size}:${this.digest}`;
  }

  /** Puts a tool in the place of the one that has its name, and gives that one. */
  put(tool: IndexedTool<Data>): IndexedTool<Data> | undefined {
    const { name, mark } = tool.content;
    const before = this.tools.get(name);
    this.tools.set(name, tool);
    this.digest = (this.digest + mark + MARKS - (before?.content.mark ?? 0)) % MARKS;
    this.version++;
    return before;
  }

  /** Lets go of its tools; it is a set of nobody. */
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
