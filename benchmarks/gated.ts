import { type Compared, printCompared, printComparison } from './compare.js';
import type { RowName } from './gated/rows.js';
import { measureApart } from './measure-apart.js';

/** V8 compiles the same program differently in each process, and the ratios of rows differ by a tenth for it. */
const PROCESSES = 9;

/** Rows that wait for the disk take minutes, and their ratios differ less. */
const PROCESSES_WITH_DISK = 3;

const PROGRAM = new URL('gated/measure-row.js', import.meta.url);

const ratioOf = ({ base, ours }: Compared): number => ours.cpu / base.cpu;

/** Prints the process with the middle ratio. */
const printRow = (name: string, row: RowName, processes = PROCESSES): void => {
  const measured = Array.from({ length: processes }, () => measureApart(PROGRAM, row));
  printComparison(name, measured.toSorted((a, b) => ratioOf(a) - ratioOf(b))[(processes - 1) / 2]!);
};

printCompared('A call that a strategy approves', 'the manager of a turn', 'GatedCalls', 'µs a call');
printRow('approved at once, without a store', 'approved');

printCompared('A call that waits for a person, on SQLite', 'plain SQL', 'GatedCalls', 'µs a call');
printRow('suspended', 'suspended', PROCESSES_WITH_DISK);
printRow('suspended, decided, run and completed', 'completed', PROCESSES_WITH_DISK);

printCompared('A loop of the AI SDK with one approved call', 'streamText', 'gateAiSdkTools', 'µs a turn');
printRow('wait: inline, in memory', 'inline');
printRow('wait: client, in memory', 'client');
printRow('wait: inline, on SQLite', 'onSqlite', PROCESSES_WITH_DISK);
