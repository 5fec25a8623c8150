import { checkOptions, type JsonLimits } from '#core';
import { ARGUMENTS, DEEPEST } from './options.js';
import { ToolException } from './tool.errors.js';

/** The size limits of one call's arguments. Larger arguments are never parsed: the call receives an error result. */
export interface ArgumentLimits {
  /** The most bytes of the JSON text; `Infinity` removes the limit. @default 1,000,000 */
  readonly maxBytes?: number;
  /** The most values: objects, lists, texts, numbers, booleans and nulls; `Infinity` removes the limit. @default 10,000 */
  readonly maxNodes?: number;
  /** The most nested objects and lists, up to 1,000. @default 100 */
  readonly maxDepth?: number;
}

/** The limits of a text that the application itself passes. */
export const UNLIMITED: JsonLimits = { maxBytes: Infinity, maxNodes: Infinity, maxDepth: DEEPEST };

/**
 * Fills in the limits that are absent.
 * @throws ToolException naming the option whose value is not a limit
 */
export const completeArgumentLimits = (limits: ArgumentLimits = {}): JsonLimits => {
  checkOptions(limits, ARGUMENTS, { path: 'toolCalling.arguments.', error: ToolException });
  const { maxBytes, maxNodes, maxDepth } = ARGUMENTS;
  return {
    maxBytes: limits.maxBytes ?? maxBytes.default,
    maxNodes: limits.maxNodes ?? maxNodes.default,
    maxDepth: limits.maxDepth ?? maxDepth.default,
  };
};
