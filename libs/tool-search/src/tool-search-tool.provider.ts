import { type ToolCallback, ToolCallbackProvider } from 'toolgate/tool';
import type { ToolSearch } from './tool-search.js';

/** Makes the search known by its name, so that a run that waits finds it again. */
export class ToolSearchToolProvider extends ToolCallbackProvider {
  constructor(private readonly search: ToolSearch | undefined) {
    super();
  }

  toolCallbacks(): readonly ToolCallback[] {
    return this.search ? [this.search.tool] : [];
  }
}
