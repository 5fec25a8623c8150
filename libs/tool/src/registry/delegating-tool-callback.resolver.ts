import { kindOf, recordOf } from '#core';
import { ToolCallbackResolver } from '../contract/tool-callback-resolver.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';

/** Asks its resolvers in order, and returns the first tool found. Throws `ToolException` without a list of resolvers. */
export class DelegatingToolCallbackResolver extends ToolCallbackResolver {
  constructor(private readonly resolvers: readonly ToolCallbackResolver[]) {
    super();
    if (!Array.isArray(resolvers)) throw invalid(kindOf(resolvers));
    for (const resolver of resolvers) {
      // An injected resolver cannot be read before start-up, and a test may pass a plain object.
      if (resolver instanceof ToolCallbackResolver || typeof recordOf(resolver)['resolve'] === 'function') continue;
      throw invalid(`${kindOf(resolver)} in its list`);
    }
  }

  resolve(toolName: string): ToolCallback | undefined {
    for (const resolver of this.resolvers) {
      const callback = resolver.resolve(toolName);
      if (callback) return callback;
    }
    return undefined;
  }
}

const invalid = (received: string): ToolException =>
  new ToolException(
    `DelegatingToolCallbackResolver received ${received}. Pass a list of ToolCallbackResolver instances.`,
  );
