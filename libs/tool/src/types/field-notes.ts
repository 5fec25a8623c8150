import type { JsonSchema } from 'toolgate/model';
import type { ToolParamOptions } from './tool-param-options.js';

/** The annotations of the schema besides the type. */
export function fieldNotes({ description, default: value, examples }: ToolParamOptions): JsonSchema {
  return {
    ...(description && { description }),
    ...(value !== undefined && { default: value }),
    ...(examples !== undefined && { examples }),
  };
}
