import { ToolCallbackResolver } from '../contract/tool-callback-resolver.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';

/** Finds a tool among the given callbacks. Throws `ToolException` if two have the same name. */
export class StaticToolCallbackResolver extends ToolCallbackResolver {
  private readonly byName: ReadonlyMap<string, ToolCallback>;

  constructor(callbacks: readonly ToolCallback[]) {
    super();
    const byName = new Map<string, ToolCallback>();
    for (const callback of callbacks) {
      const { name } = callback.definition;
      if (byName.has(name)) {
        throw new ToolException(
          `StaticToolCallbackResolver received two tools named "${name}". Rename one, or leave one out.`,
        );
      }
      byName.set(name, callback);
    }
    this.byName = byName;
  }

  resolve(toolName: string): ToolCallback | undefined {
    return this.byName.get(toolName);
  }
}
