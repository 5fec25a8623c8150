/** A work of one size. */
export interface Sized {
  readonly size: number;
  /** Does the work once. */
  readonly work: () => unknown;
  /** Units of work that are done at once, such as the rounds of a turn. @default 1 */
  readonly units?: number;
}

const SLICES = 20;
const SLICE_US = 4_000;
const WARM_MS = 100;

/** Microseconds of CPU time that a unit costs at each size: the 20th percentile of slices, taken in turns. */
export const costBySize = async (sizes: readonly Sized[]): Promise<readonly number[]> => {
  const measured = [];
  for (const sized of sizes) measured.push({ ...sized, times: await timesFor(sized), costs: [] as number[] });
  for (let slice = 0; slice < SLICES; slice++) {
    for (const { work, times, units = 1, costs } of measured) {
      costs.push((await cpuOf(work, times)) / times / units);
    }
  }
  return measured.map(({ costs }) => costs.toSorted((a, b) => a - b)[SLICES / 5]!);
};

/** Warms a work up, and returns how often it fits into a slice. */
const timesFor = async ({ work }: Sized): Promise<number> => {
  let times = 0;
  const until = performance.now() + WARM_MS;
  const before = process.cpuUsage();
  do {
    await work();
    times++;
  } while (performance.now() < until);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, Math.round((times * SLICE_US) / Math.max(1, user + system)));
};

const cpuOf = async (work: () => unknown, times: number): Promise<number> => {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index++) await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** Measures a work at each size, and prints the row. */
export const printGrowth = async (name: string, sizes: readonly Sized[]): Promise<void> => {
  const costs = await costBySize(sizes);
  printCosts(
    name,
    sizes.map(({ size }, index) => ({ size, cost: costs[index]! })),
    'µs',
  );
};

/** Prints a row: the cost of a unit at each size, and how many times the last is the first. */
export const printCosts = (
  name: string,
  costs: readonly { readonly size: number; readonly cost: number }[],
  measure: string,
): void => {
  const cells = costs.map(({ size, cost }) =>
    `${size.toLocaleString('en')}: ${cost.toFixed(2)} ${measure}`.padStart(20),
  );
  const factor = (costs.at(-1)!.cost / costs[0]!.cost).toFixed(2);
  console.log(`${name.padEnd(44)} ${cells.join('')} ${factor.padStart(8)} ×`);
};
