import { SEAM } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';
import type { ToolContext } from './tool-context.js';

/**
 * Decides which of a prompt's tools are visible in a turn. A hidden tool is not sent to the model, and does not run if the
 * model calls it. `isVisible` runs once per turn for each tool of the prompt, and again for tools that a tool search
 * found. Only `true` shows a tool, and an exception fails the turn.
 */
export abstract class ToolVisibility {
  static readonly [SEAM]: string = 'ToolVisibility';

  abstract isVisible(tool: ToolCallback, context: ToolContext): boolean | Promise<boolean>;
}
