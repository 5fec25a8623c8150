import { SEAM } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';

/** Gives several tools at once; asked anew for each request that names it. */
export abstract class ToolCallbackProvider {
  static readonly [SEAM]: string = 'ToolCallbackProvider';

  abstract toolCallbacks(): readonly ToolCallback[];
}
