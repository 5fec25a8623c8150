/** A measured work. */
export interface Measured {
  /** Does the work once. */
  readonly work: () => unknown;
  /** How many runs of the work are in progress at the same time. @default 1 */
  readonly atOnce?: number;
  /** Runs before each slice of the work, and is not measured. */
  readonly before?: () => void;
}

/** What one unit of a work costs, in microseconds. */
export interface Cost {
  /** The CPU time of all threads of the process, with garbage collection and compilation. */
  readonly cpu: number;
  readonly wall: number;
}

/** How long works are measured. */
export interface Slices {
  /** @default 25 */
  readonly slices?: number;
  /** Length of a slice in milliseconds of CPU time. @default 20 */
  readonly sliceMs?: number;
  /** How long each work runs before it is measured, in milliseconds. @default 400 */
  readonly warmMs?: number;
}

const WARM_ROUNDS = 3;

/**
 * Measures works alternately, slice by slice, in this process. The cost of a work is the 20th percentile of its slices:
 * the machine slows some of them down and speeds none up. No garbage collection is forced, because that discards
 * compiled code.
 */
export const costsOf = async (works: readonly Measured[], options: Slices = {}): Promise<readonly Cost[]> => {
  const { slices = 25, sliceMs = 20, warmMs = 400 } = options;
  const measured = works.map((work) => ({ ...work, times: 1, cpu: [] as number[], wall: [] as number[] }));
  for (let round = 0; round < WARM_ROUNDS; round++) {
    for (const each of measured) each.times = await warmUp(each, warmMs / WARM_ROUNDS, sliceMs);
  }
  for (let slice = 0; slice < slices; slice++) {
    for (const each of measured) {
      const { cpu, wall } = await sliceOf(each, each.times);
      each.cpu.push(cpu);
      each.wall.push(wall);
    }
  }
  return measured.map(({ cpu, wall }) => ({ cpu: percentile20(cpu), wall: percentile20(wall) }));
};

const percentile20 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 5)]!;

/** Runs a work for a while, and returns how often it fits into a slice. */
const warmUp = async (measured: Measured, ms: number, sliceMs: number): Promise<number> => {
  const until = performance.now() + ms;
  let [times, spent] = [0, 0];
  do {
    spent += (await sliceOf(measured, 1)).cpu * (measured.atOnce ?? 1);
    times++;
  } while (performance.now() < until);
  return Math.max(1, Math.round((sliceMs * 1000 * times) / Math.max(1, spent)));
};

const sliceOf = async ({ work, atOnce = 1, before }: Measured, times: number): Promise<Cost> => {
  before?.();
  const [start, used] = [performance.now(), process.cpuUsage()];
  for (let index = 0; index < times; index++) {
    await (atOnce === 1 ? work() : Promise.all(Array.from({ length: atOnce }, work)));
  }
  const { user, system } = process.cpuUsage(used);
  const units = times * atOnce;
  return { cpu: (user + system) / units, wall: ((performance.now() - start) * 1000) / units };
};
