import { type ToolCallback, ToolCallbackProvider } from 'toolgate/tool';
import type { ToolSearch } from './tool-search.js';

/** Registers the search tool by name, so that a resumed run finds it. */
export class ToolSearchToolProvider extends ToolCallbackProvider {
  constructor(private readonly search: ToolSearch | undefined) {
    super();
  }

  toolCallbacks(): readonly ToolCallback[] {
    return this.search ? [this.search.tool] : [];
  }
}
