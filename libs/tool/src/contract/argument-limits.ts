import { inspect } from 'node:util';
import type { JsonLimits } from '#core';
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

/** Functions that process arguments recurse once per level, so deeper arguments could overflow the stack. */
const DEEPEST = 1000;

/** The limits of a text that the application itself passes. */
export const UNLIMITED: JsonLimits = { maxBytes: Infinity, maxNodes: Infinity, maxDepth: DEEPEST };

/**
 * Fills in the limits that are absent.
 * @throws ToolException naming the option whose value is not a limit
 */
export const completeArgumentLimits = (limits: ArgumentLimits = {}): JsonLimits => {
  const { maxBytes = 1_000_000, maxNodes = 10_000, maxDepth = 100 } = limits;
  if (!isAmount(maxBytes))
    refuseArgumentLimit('maxBytes', maxBytes, 'give a whole number of bytes above 0, or Infinity');
  if (!isAmount(maxNodes)) refuseArgumentLimit('maxNodes', maxNodes, 'give a whole number above 0, or Infinity');
  if (!isAmount(maxDepth) || maxDepth > DEEPEST) {
    refuseArgumentLimit('maxDepth', maxDepth, `give a whole number from 1 to ${DEEPEST}`);
  }
  return { maxBytes, maxNodes, maxDepth };
};

const isAmount = (value: number): boolean => value === Infinity || (Number.isInteger(value) && value > 0);

const refuseArgumentLimit = (name: keyof ArgumentLimits, value: unknown, advice: string): never => {
  throw new ToolException(`toolCalling.arguments.${name} is ${inspect(value)}: ${advice}.`);
};
