/** Does one unit of work so many times. */
export type Work = () => Promise<unknown>;

const time = async (work: Work, atOnce: number, ms: number): Promise<number> => {
  let done = 0;
  const start = performance.now();
  let elapsed = 0;
  do {
    if (atOnce === 1) for (let i = 0; i < 50; i++) await work();
    else await Promise.all(Array.from({ length: atOnce }, work));
    done += atOnce === 1 ? 50 : atOnce;
    elapsed = performance.now() - start;
  } while (elapsed < ms);
  return (done / elapsed) * 1000;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** What is done before each turn of a work. */
export interface Switches {
  readonly base: () => void;
  readonly ours: () => void;
}

/** Two works side by side, in turns, in one process: operations a second, and how many times longer the second takes. */
export const compare = async (base: Work, ours: Work, atOnce: number, switches?: Switches) => {
  const [rounds, ms] = [9, 150];
  const rates: { base: number[]; ours: number[] } = { base: [], ours: [] };
  for (let round = -2; round < rounds; round++) {
    switches?.base();
    const baseRate = await time(base, atOnce, ms);
    switches?.ours();
    const pair = { base: baseRate, ours: await time(ours, atOnce, ms) };
    if (round < 0) continue;
    rates.base.push(pair.base);
    rates.ours.push(pair.ours);
  }
  const [a, b] = [median(rates.base), median(rates.ours)];
  return { base: Math.round(a), ours: Math.round(b), ratio: a / b };
};
