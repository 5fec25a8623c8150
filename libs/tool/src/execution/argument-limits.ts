import { inspect } from 'node:util';
import type { JsonLimits } from '../json/json-limits.js';
import { ToolException } from '../tool.errors.js';

/** How large the arguments of one call may be. What exceeds it is answered with an error and never parsed. */
export interface ArgumentLimits {
  /** Bytes of the JSON text; `Infinity` lifts the limit. @default 1,000,000 */
  readonly maxBytes?: number;
  /** Values in it: objects, lists, texts, numbers, truth values and nulls; `Infinity` lifts the limit. @default 10,000 */
  readonly maxNodes?: number;
  /** Objects and lists inside each other, 1,000 at most. @default 100 */
  readonly maxDepth?: number;
}

/** Everything that walks through arguments calls itself for each level, and the stack has an end. */
const DEEPEST = 1000;

/** The limits of a text that comes from the application itself. */
export const UNLIMITED: JsonLimits = { maxBytes: Infinity, maxNodes: Infinity, maxDepth: DEEPEST };

/**
 * Fills in the limits that are absent.
 * @throws ToolException naming the option whose value is not a limit
 */
export const completeArgumentLimits = (limits: ArgumentLimits = {}): JsonLimits => {
  const { maxBytes = 1_000_000, maxNodes = 10_000, maxDepth = 100 } = limits;
  if (!isAmount(maxBytes)) refuse('maxBytes', maxBytes, 'give a whole number of bytes above 0, or Infinity');
  if (!isAmount(maxNodes)) refuse('maxNodes', maxNodes, 'give a whole number above 0, or Infinity');
  if (!isAmount(maxDepth) || maxDepth > DEEPEST) {
    refuse('maxDepth', maxDepth, `give a whole number from 1 to ${DEEPEST}`);
  }
  return { maxBytes, maxNodes, maxDepth };
};

const isAmount = (value: number): boolean => value === Infinity || (Number.isInteger(value) && value > 0);

const refuse = (name: keyof ArgumentLimits, value: unknown, advice: string): never => {
  throw new ToolException(`toolCalling.arguments.${name} is ${inspect(value)}: ${advice}.`);
};
