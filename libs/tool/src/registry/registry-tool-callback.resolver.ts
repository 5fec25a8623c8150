import { ToolCallbackResolver } from '../contract/tool-callback-resolver.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import type { ToolRegistry } from './tool.registry.js';

/** Finds the application's tools in the registry. */
export class RegistryToolCallbackResolver extends ToolCallbackResolver {
  constructor(private readonly registry: ToolRegistry) {
    super();
  }

  resolve(toolName: string): ToolCallback | undefined {
    return this.registry.get(toolName);
  }
}
