import { SEAM } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';

/** Finds a tool by its exact name. */
export abstract class ToolCallbackResolver {
  static readonly [SEAM]: string = 'ToolCallbackResolver';

  abstract resolve(toolName: string): ToolCallback | undefined;
}
