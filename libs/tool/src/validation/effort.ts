import type { JsonObject, JsonValue } from 'toolgate/model';

/** The remaining effort for validating one input. */
export interface Effort {
  /** The remaining steps. */
  left: number;
  /** The number of values that may still be parsed from texts in the input. */
  readable: number;
}

const STEPS_AT_LEAST = 10_000;
const STEPS_FOR_EACH_VALUE = 200;
const STEPS_FOR_EACH_CHARACTER = 2;
const READABLE = 10_000;

/**
 * Returns the effort allowed for an input, in proportion to its size. It bounds nested unions, conditions and recursive
 * schemas, whose cost can multiply with the depth.
 */
export function effortFor(input: JsonValue): Effort {
  return { left: STEPS_AT_LEAST + stepsFor(input), readable: READABLE };
}

/**
 * Spends steps.
 * @throws RangeError if too few steps are left
 */
export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left < 0) throw new RangeError('The check takes too many steps for the size of its input.');
}

/** Accounts for values parsed from a text, which are validated like those of the input. */
export function addValues(effort: Effort, values: number): void {
  effort.readable -= values;
  effort.left += STEPS_FOR_EACH_VALUE * values;
}

/** Returns the number of values in a value, including itself. */
export function sizeOf(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const key in value) size += sizeOf((value as JsonObject)[key]);
  return size;
}

function stepsFor(value: JsonValue | undefined): number {
  if (typeof value === 'string') return STEPS_FOR_EACH_VALUE + STEPS_FOR_EACH_CHARACTER * value.length;
  let steps = STEPS_FOR_EACH_VALUE;
  if (typeof value !== 'object' || value === null) return steps;
  for (const key in value) steps += stepsFor((value as JsonObject)[key]);
  return steps;
}
