import type { ChaosOptions, ChaosReport } from './chaos.fixture.js';
import { linesOf } from './checks/findings.fixture.js';

/** What a chaos did and found, in one line. */
export const summaryOf = (
  { database, seed }: ChaosOptions,
  { signals: { kills, terms, stops }, evidence: { lines, runs, approvals }, problems, seconds }: ChaosReport,
): string => {
  const count = (number: number, what: string): string => `${number} ${what}`;
  return [
    `chaos on ${database}, seed ${seed}: ${count(kills, 'SIGKILL')}`,
    count(terms, 'SIGTERM'),
    count(stops, 'SIGSTOP'),
    count(runs.length, 'runs'),
    count(approvals.length, 'approvals'),
    count(linesOf(lines, 'decision').length, 'decisions'),
    count(linesOf(lines, 'start').length, 'bodies'),
    count(linesOf(lines, 'settle').length, 'outcomes reported'),
    count(linesOf(lines, 'request').length, 'requests'),
    count(linesOf(lines, 'error').length, 'refused or failed'),
    `${seconds.toFixed(0)} s, ${count(problems.length, 'problems')}`,
  ].join(', ');
};
