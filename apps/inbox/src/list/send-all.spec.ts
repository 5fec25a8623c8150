import { expect, test } from 'vitest';
import { ApprovalsProblem, type BulkResultBody } from 'toolgate/http/client';
import { listed } from './listed.fixture.js';
import { type KeptDecision, sendAll } from './send-all.js';

const decisions: readonly KeptDecision[] = Array.from({ length: 250 }, (_, index) => ({
  id: `a${index}`,
  decisionId: `d${index}`,
  decision: 'approve',
  revision: 1,
  argsHash: 'hash',
}));

const decided = (id: string): BulkResultBody => ({ id, status: 200, approval: listed({ id, status: 'APPROVED' }) });

test('decisions are sent in groups of 100, with their ids', async () => {
  const groups: (readonly KeptDecision[])[] = [];
  const progress: number[] = [];
  const results = await sendAll(
    decisions,
    async (group) => {
      groups.push(group);
      return group.map(({ id }) => decided(id));
    },
    (sent) => progress.push(sent),
  );
  expect(groups.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(groups.flat()).toEqual(decisions);
  expect(progress).toEqual([100, 200, 250]);
  expect(results).toEqual(decisions.map(({ id }) => ({ id, type: 'decided' })));
});

test('each decision has its own result', async () => {
  const answer: BulkResultBody[] = [
    decided('a0'),
    { id: 'a1', status: 409, problem: 'conflict', detail: 'Decided.' },
    { id: 'a2', status: 503, problem: 'unavailable' },
  ];
  expect(
    await sendAll(
      decisions.slice(0, 3),
      async () => answer,
      () => {},
    ),
  ).toEqual([
    { id: 'a0', type: 'decided' },
    { id: 'a1', type: 'refused', problem: 'conflict', detail: 'Decided.' },
    { id: 'a2', type: 'unsent', problem: 'unavailable' },
  ]);
});

test('without an answer, the group and all after it can be sent again', async () => {
  let groups = 0;
  const results = await sendAll(
    decisions,
    async (group) => {
      groups += 1;
      if (groups === 2) throw new ApprovalsProblem({ status: 0, problem: 'network', detail: 'No answer.' });
      return group.map(({ id }) => decided(id));
    },
    () => {},
  );
  expect(groups).toBe(2);
  expect(results.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 100 }, () => 'decided'),
    ...Array.from({ length: 150 }, () => 'unsent'),
  ]);
  expect(results[249]).toEqual({ id: 'a249', type: 'unsent', problem: 'network', detail: 'No answer.' });
});

test('a decision that completes nothing says how many approvals are missing', async () => {
  const requirement = { ...listed().requirement, groups: [{ quorum: 3 }] };
  const answer: BulkResultBody[] = [{ id: 'a0', status: 200, approval: listed({ id: 'a0', requirement }) }];
  expect(
    await sendAll(
      decisions.slice(0, 1),
      async () => answer,
      () => {},
    ),
  ).toEqual([{ id: 'a0', type: 'decided', missing: 3 }]);
});
