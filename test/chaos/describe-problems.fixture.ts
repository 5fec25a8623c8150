import type { StoredEvent } from 'toolgate/approval';
import type { Problem } from './checks/findings.fixture.js';
import type { Evidence } from './evidence.fixture.js';

/** A problem, and everything that is known about its run. */
export interface DescribedProblem {
  readonly what: string;
  /** The records of the run, its events, and its lines in the ledger: JSON, one each. */
  readonly details: readonly string[];
}

/** Adds the evidence to each problem. */
export const describeProblems = (
  problems: readonly Problem[],
  { runs, approvals, lines }: Evidence,
  events: ReadonlyMap<string, readonly StoredEvent[]>,
): readonly DescribedProblem[] =>
  problems.map(({ what, run: id }) => {
    if (id === undefined) return { what, details: [] };
    const own = approvals.filter(({ run }) => run === id);
    const known = [
      ...runs.filter((run) => run.id === id),
      ...own,
      ...(events.get(id) ?? []),
      ...lines.filter((line) => belongsTo(line, id, own)),
    ];
    return { what, details: known.map((one) => JSON.stringify(one)) };
  });

const belongsTo = (line: Evidence['lines'][number], run: string, own: Evidence['approvals']): boolean => {
  if ('run' in line) return line.run === run;
  if ('key' in line) return line.key.startsWith(`${run}:`);
  const tickets = own.map(({ arguments: { ticket } }) => String(ticket));
  return line.type === 'request' && tickets.some((ticket) => ticket.startsWith(`${line.turn}/`));
};
