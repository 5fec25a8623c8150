import type { ToolCallback } from './tool-callback.js';
import { ToolCallbackResolver } from './tool-callback-resolver.js';
import type { ToolRegistry } from './tool.registry.js';

/** Finds the tools of the application. */
export class RegistryToolCallbackResolver extends ToolCallbackResolver {
  constructor(private readonly registry: ToolRegistry) {
    super();
  }

  resolve(toolName: string): ToolCallback | undefined {
    return this.registry.get(toolName);
  }
}
