import type { ChaosOptions, ChaosReport } from './chaos.fixture.js';
import { groupBy } from './checks/group-by.fixture.js';
import { linesOf } from './checks/findings.fixture.js';

/** The actions and findings of a chaos run, in one line. */
export const summaryOf = (
  { database, dispatcher, seed }: Pick<ChaosOptions, 'database' | 'dispatcher' | 'seed'>,
  { signals: { kills, terms, stops }, restarts, evidence: { lines, runs, approvals }, problems, seconds }: ChaosReport,
): string => {
  const errors = [...groupBy(linesOf(lines, 'error'), ({ name }) => name)];
  return [
    `chaos on ${database} with ${dispatcher}, seed ${seed}: ${kills} SIGKILL`,
    `${terms} SIGTERM`,
    `${stops} SIGSTOP`,
    `${restarts} restarts of the server`,
    `${runs.length} runs, ${runs.filter(({ parent }) => parent).length} of them inside calls of agents`,
    `${approvals.length} approvals`,
    `${linesOf(lines, 'decision').length} decisions`,
    `${linesOf(lines, 'start').length} bodies`,
    `${linesOf(lines, 'settle').length} lost calls reported`,
    `${linesOf(lines, 'request').length} requests`,
    `${linesOf(lines, 'outcome').length} outcomes of calls`,
    ...errors.map(([name, { length }]) => `${length} ${name}`),
    `${seconds.toFixed(0)} s, ${problems.length} problems`,
  ].join(', ');
};
