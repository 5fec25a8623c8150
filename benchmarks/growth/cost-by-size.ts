import { costsOf } from '../costs-of.js';
import { printRow, printTable } from '../table.js';

/** A work of one size. */
export interface Sized {
  readonly size: number;
  /** Does the work once. */
  readonly work: () => unknown;
  /** Units of work that are done at once, such as the rounds of a turn. @default 1 */
  readonly units?: number;
}

const SLICES = { slices: 20, sliceMs: 4, warmMs: 100 };

/** Returns the microseconds of CPU time that a unit costs at each size. */
export const costBySize = async (sizes: readonly Sized[]): Promise<readonly number[]> => {
  const costs = await costsOf(sizes, SLICES);
  return costs.map(({ cpu }, index) => cpu / (sizes[index]!.units ?? 1));
};

/** Prints the heading of a table of costs by size. */
export const printGrowthTable = (title: string): void =>
  printTable(title, ['unit', 'sizes'.padStart(18), 'cost of one unit'.padStart(34), 'last to first']);

/** Measures a work at each size, and prints the row. */
export const printGrowth = async (name: string, sizes: readonly Sized[]): Promise<void> => {
  const costs = await costBySize(sizes);
  printCosts(
    name,
    sizes.map(({ size }, index) => ({ size, cost: costs[index]! })),
    'µs',
  );
};

/** Prints a row: the cost of a unit at each size, and the ratio of the last cost to the first. */
export const printCosts = (
  name: string,
  costs: readonly { readonly size: number; readonly cost: number }[],
  measure: string,
): void => {
  const sizes = costs.map(({ size }) => size.toLocaleString('en')).join(' / ');
  const each = costs.map(({ cost }) => cost.toFixed(2)).join(' / ');
  const factor = (costs.at(-1)!.cost / costs[0]!.cost).toFixed(2);
  printRow([name, sizes, `${each} ${measure}`, `${factor} ×`]);
};
