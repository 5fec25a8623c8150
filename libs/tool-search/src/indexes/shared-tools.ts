import type { IndexedTool } from './indexed-tool.js';
import type { ToolContent } from './tool-content.js';

/** The tools of an index by their content, with a count of their holders. */
export class SharedTools<Data> {
  private readonly tools = new Map<string, IndexedTool<Data>>();
  /** The tools without a holder. */
  readonly idle = new Set<IndexedTool<Data>>();

  get size(): number {
    return this.tools.size;
  }

  find(id: string): IndexedTool<Data> | undefined {
    return this.tools.get(id);
  }

  /** Returns the tool of a content, with one more holder. */
  hold(content: ToolContent): IndexedTool<Data> {
    let tool = this.tools.get(content.id);
    if (!tool) {
      tool = { content, holders: 0, state: 'absent', data: undefined };
      this.tools.set(content.id, tool);
    }
    return this.holdAgain(tool);
  }

  holdAgain(tool: IndexedTool<Data>): IndexedTool<Data> {
    if (tool.holders++ === 0) this.idle.delete(tool);
    return tool;
  }

  release(tool: IndexedTool<Data>): void {
    if (--tool.holders === 0) this.idle.add(tool);
  }

  /** Removes a tool, unless it has a holder again. */
  forget(tool: IndexedTool<Data>): void {
    if (tool.holders > 0) return;
    this.idle.delete(tool);
    this.tools.delete(tool.content.id);
  }
}
