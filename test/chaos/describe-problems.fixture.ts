import type { ApprovalEvent } from 'toolgate/approval';
import type { Problem } from './checks/findings.fixture.js';
import type { Evidence } from './evidence.fixture.js';

/** Each problem with all that is known of its run: its record, its history, and what was written down outside. */
export const describeProblems = (
  problems: readonly Problem[],
  { runs, approvals, lines }: Evidence,
  events: ReadonlyMap<string, readonly ApprovalEvent[]>,
): readonly string[] =>
  problems.map(({ what, run: id }) => {
    if (id === undefined) return what;
    const asJson = (list: readonly unknown[] = []): readonly string[] => list.map((one) => `  ${JSON.stringify(one)}`);
    const own = approvals.filter(({ run }) => run === id);
    return [
      what,
      ...asJson(runs.filter((run) => run.id === id)),
      ...asJson(own),
      ...asJson(events.get(id)),
      ...asJson(lines.filter((line) => belongsTo(line, id, own))),
    ].join('\n');
  });

const belongsTo = (line: Evidence['lines'][number], run: string, own: Evidence['approvals']): boolean => {
  if ('run' in line) return line.run === run;
  if ('key' in line) return line.key.startsWith(`${run}:`);
  const tickets = own.map(({ arguments: { ticket } }) => String(ticket));
  return line.type === 'request' && tickets.some((ticket) => ticket.startsWith(`${line.turn}/`));
};
