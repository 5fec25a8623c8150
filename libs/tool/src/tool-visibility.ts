import { SEAM } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';
import type { ToolContext } from './tool-context.js';

/**
 * Says which of a prompt's tools exist for this caller: the others are not sent to the model, and do not run if it asks
 * for them. Asked once a turn for each tool; only `true` shows a tool, and what it throws fails the turn.
 */
export abstract class ToolVisibility {
  static readonly [SEAM]: string = 'ToolVisibility';

  abstract isVisible(tool: ToolCallback, context: ToolContext): boolean | Promise<boolean>;
}
