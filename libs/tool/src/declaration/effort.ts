import type { JsonValue } from 'toolgate/model';

/** The steps that are left for checking one input. */
export interface Effort {
  left: number;
}

const AT_LEAST = 10_000;
const FOR_EACH_VALUE = 200;

/**
 * The steps that checking an input may take: in proportion to its size, because unions within unions, conditions and
 * schemas that contain themselves twice multiply with the depth.
 */
export function effortFor(input: JsonValue): Effort {
  return { left: AT_LEAST + FOR_EACH_VALUE * sizeOf(input) };
}

/**
 * Takes steps.
 * @throws RangeError if too few are left
 */
export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left < 0) throw new RangeError('The check takes too many steps for the size of its input.');
}

/** The number of values in a value, itself included. */
export function sizeOf(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 1);
}
