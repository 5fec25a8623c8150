import type { JsonObject, JsonValue } from 'toolgate/model';

/** What checking one input may still cost. */
export interface Effort {
  /** Steps. */
  left: number;
  /** Values that may come of texts in the input, in addition to its own. */
  readable: number;
}

const STEPS_AT_LEAST = 10_000;
const STEPS_FOR_EACH_VALUE = 200;
const READABLE = 10_000;

/**
 * Measures what checking an input may cost: in proportion to its size, because unions within unions, conditions and
 * schemas that contain themselves twice multiply with the depth.
 */
export function effortFor(input: JsonValue): Effort {
  return { left: STEPS_AT_LEAST + STEPS_FOR_EACH_VALUE * sizeOf(input), readable: READABLE };
}

/**
 * Takes steps.
 * @throws RangeError if too few are left
 */
export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left < 0) throw new RangeError('The check takes too many steps for the size of its input.');
}

/** Accounts for values that were read from a text: they are checked like those of the input. */
export function addValues(effort: Effort, values: number): void {
  effort.readable -= values;
  effort.left += STEPS_FOR_EACH_VALUE * values;
}

/** The number of values in a value, itself included. */
export function sizeOf(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const key in value) size += sizeOf((value as JsonObject)[key]);
  return size;
}
