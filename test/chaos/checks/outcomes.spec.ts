import { describe, expect, it } from 'vitest';
import type { StoredRun } from 'toolgate/approval';
import type { Evidence } from '../evidence.fixture.js';
import type { LedgerLine, OutcomeLine } from '../ledger/ledger-line.fixture.js';
import { planOf, receiptOf } from '../shop/plan.fixture.js';
import { Findings } from './findings.fixture.js';
import { wrongOutcomes } from './wrong-outcomes.fixture.js';

const TURN = 'acme/1/ann/external~7';
const { tool, ticket, amount } = planOf(TURN)[0]![0]!;
const KEY = 'run-1:0:0';

const body = { tool, ticket, amount, run: 'run-1', key: KEY, attempt: 1, user: 'ann', actsAs: 'ann' };
const start: LedgerLine = { type: 'start', at: 1, ...body };
const effect: LedgerLine = { type: 'effect', at: 2, ...body };
const settle: LedgerLine = { type: 'settle', at: 3, key: KEY, outcome: 'failed' };

const outcome = (status: string, { content, run = 'run-1' }: Partial<OutcomeLine> = {}): LedgerLine => ({
  type: 'outcome',
  at: 4,
  turn: TURN,
  run,
  status,
  content,
});

const receipt = receiptOf(tool, ticket, amount);

const problemsIn = (...lines: LedgerLine[]): readonly string[] => {
  const runs = [{ id: 'run-1', requester: { id: 'ann', tenant: 'acme' } } as unknown as StoredRun];
  const evidence: Evidence = { lines, runs, approvals: [], faults: [] };
  return wrongOutcomes(new Findings(evidence)).map(({ what }) => what.split(':')[0]!);
};

describe('the check of the outcomes of calls', () => {
  it.each([
    [
      'a result with its effect, read twice',
      [
        outcome('suspended'),
        start,
        effect,
        outcome('completed', { content: receipt }),
        outcome('completed', { content: receipt }),
      ],
    ],
    ['an answer of a person', [outcome('completed', { content: 'Later.' })]],
    ['a rejection without a body', [outcome('rejected')]],
    ['a failure that was reported', [start, settle, outcome('failed')]],
    ['a failure without a body', [outcome('failed')]],
  ])('accepts %s', (_, lines) => expect(problemsIn(...lines)).toEqual([]));

  it.each([
    ['twice', 'a request with two runs', [outcome('suspended'), outcome('suspended', { run: 'run-2' })]],
    ['lost', 'a run that is gone', [outcome('suspended', { run: 'run-2' })]],
    ['outcome', 'an end that changes', [outcome('rejected'), outcome('completed', { content: 'Later.' })]],
    ['outcome', 'a result without its effect', [start, outcome('completed', { content: receipt })]],
    ['outcome', 'a rejection after the body began', [start, outcome('rejected')]],
    ['outcome', 'a failure that was not reported', [start, outcome('failed')]],
  ])('finds %s: %s', (problem, _, lines) => expect(problemsIn(...lines)).toContain(problem));
});
