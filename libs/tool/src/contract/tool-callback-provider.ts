import { SEAM } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';

/** Returns several tools at once. Each request that names the provider asks it again. */
export abstract class ToolCallbackProvider {
  static readonly [SEAM]: string = 'ToolCallbackProvider';

  abstract toolCallbacks(): readonly ToolCallback[];
}
