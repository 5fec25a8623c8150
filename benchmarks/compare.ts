import { type Cost, costsOf, type Slices } from './costs-of.js';
import { printRow, printTable } from './table.js';

/** Does one unit of work. */
export type Work = () => Promise<unknown>;

/** What runs before each slice of a work. */
export interface Switches {
  readonly base: () => void;
  readonly ours: () => void;
}

/** The costs of two works, measured alternately. */
export interface Compared {
  readonly base: Cost;
  readonly ours: Cost;
}

/** How two works are measured. */
export interface Comparison extends Slices {
  readonly switches?: Switches;
}

/** Measures two works side by side in one process. */
export const compare = async (base: Work, ours: Work, atOnce: number, how: Comparison = {}): Promise<Compared> => {
  const { switches, ...slices } = how;
  const works = [
    { work: base, atOnce, before: switches?.base },
    { work: ours, atOnce, before: switches?.ours },
  ];
  const costs = await costsOf(works, slices);
  return { base: costs[0]!, ours: costs[1]! };
};

/** Prints the heading of a table of compared works. */
export const printCompared = (title: string, base: string, ours = 'Toolgate', unit = 'µs a prompt'): void => {
  const columns = [`${base}, CPU`, `${ours}, CPU`, 'more', 'ratio', `${base}, wall`, `${ours}, wall`, 'ratio'];
  printTable(title, [unit, ...columns]);
};

/** Prints a row of a table of compared works. */
export const printComparison = (name: string, { base, ours }: Compared): void => {
  const cells = (kind: keyof Cost): readonly string[] => [base[kind].toFixed(1), ours[kind].toFixed(1)];
  const ratio = (kind: keyof Cost): string => `${(ours[kind] / base[kind]).toFixed(2)} ×`;
  const more = ours.cpu - base.cpu;
  printRow([
    name,
    ...cells('cpu'),
    `${more < 0 ? '−' : '+'} ${Math.abs(more).toFixed(1)}`,
    ratio('cpu'),
    ...cells('wall'),
    ratio('wall'),
  ]);
};
