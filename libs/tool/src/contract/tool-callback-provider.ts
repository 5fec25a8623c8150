import { SEAM } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';

/** Returns several tools at once. Each turn that names the provider calls `toolCallbacks()` once. */
export abstract class ToolCallbackProvider {
  static readonly [SEAM]: string = 'ToolCallbackProvider';

  abstract toolCallbacks(): readonly ToolCallback[];
}
