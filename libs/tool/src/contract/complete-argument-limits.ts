import { checkOptions, type JsonLimits, ToolException } from '#core';
import type { ArgumentLimits } from './argument-limits.js';
import { ARGUMENTS, DEEPEST } from './options.js';

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
