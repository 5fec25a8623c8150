import { kindOf } from '#core';
import { ToolCallbackResolver } from '../contract/tool-callback-resolver.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';

/** Finds a tool among the given callbacks. Throws `ToolException` if two have the same name, or without a list. */
export class StaticToolCallbackResolver extends ToolCallbackResolver {
  private readonly byName: ReadonlyMap<string, ToolCallback>;

  constructor(callbacks: readonly ToolCallback[]) {
    super();
    if (!Array.isArray(callbacks)) throw invalid(kindOf(callbacks));
    const byName = new Map<string, ToolCallback>();
    for (const callback of callbacks) {
      if (!callback?.definition) throw invalid(`${kindOf(callback)} in its list`);
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

const invalid = (received: string): ToolException =>
  new ToolException(`StaticToolCallbackResolver received ${received}. Pass a list of callbacks.`);
