import { ToolCallbackResolver } from '../contract/tool-callback-resolver.js';
import type { ToolCallback } from '../contract/tool-callback.js';

/** Asks its resolvers in order, and returns the first tool found. */
export class DelegatingToolCallbackResolver extends ToolCallbackResolver {
  constructor(private readonly resolvers: readonly ToolCallbackResolver[]) {
    super();
  }

  resolve(toolName: string): ToolCallback | undefined {
    for (const resolver of this.resolvers) {
      const callback = resolver.resolve(toolName);
      if (callback) return callback;
    }
    return undefined;
  }
}
