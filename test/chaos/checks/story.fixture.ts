import { hashOf } from '#approval';
import type { StoredApproval, Approver, StoredRun } from 'toolgate/approval';
import type { Evidence } from '../evidence.fixture.js';
import type { BodyLine, LedgerLine, ShownMessage } from '../ledger/ledger-line.fixture.js';
import { type PlannedCall, planOf, readTurnName, receiptOf } from '../shop/plan.fixture.js';
import { personOf } from '../shop/people.fixture.js';
import { demandOf } from '../shop/policy.fixture.js';
import { answerOf } from '../shop/shop.model.fixture.js';

const RUN = 'run-1';

type Place = PlannedCall & { readonly key: string };

/** The evidence of one correct turn: each gated call was approved by two directors, and ran once. */
export const storyOf = (turn: string): Evidence => {
  const rounds = planOf(turn).map((batch, round) =>
    batch.map((call, index): Place => ({ ...call, key: `${RUN}:${round}:${index}` })),
  );
  const calls = rounds.flat();
  const run = { id: RUN, status: 'completed', round: rounds.length - 1, requester: requesterOf(turn) };
  return {
    lines: [
      ...rounds.flatMap((batch, round) => [requestOf(turn, rounds.slice(0, round)), ...batch.flatMap(linesOfCall)]),
      requestOf(turn, rounds),
      { type: 'answer', turn, run: RUN, status: 'completed', content: answerOf(turn), at: 0 } as const,
    ].map((line, index): LedgerLine => ({ ...line, at: index + 1 })),
    runs: [run as unknown as StoredRun],
    approvals: calls.filter(isGated).map((call) => approvalOf(turn, call)),
    faults: [],
  };
};

const isGated = ({ tool, amount }: PlannedCall): boolean => demandOf(tool, amount) !== undefined;

const requesterOf = (turn: string): Approver & { readonly tenant: string } => {
  const { user: id, tenant } = readTurnName(turn);
  return { id, tenant };
};

const argumentsOf = ({ ticket, amount }: PlannedCall) => ({ ticket, amount });

const approvalIdOf = ({ key }: Place): string => `approval of ${key}`;

const approvalOf = (turn: string, call: Place): StoredApproval =>
  ({
    id: approvalIdOf(call),
    run: RUN,
    tenant: requesterOf(turn).tenant,
    tool: call.tool,
    arguments: argumentsOf(call),
    argsHash: hashOf(argumentsOf(call)),
    idempotencyKey: call.key,
    revision: 1,
    status: 'SUCCEEDED',
    commands: VOTERS.map((id) => ({ id: `yes of ${id}`, hash: '' })),
  }) as unknown as StoredApproval;

const VOTERS = ['cleo', 'bob'];

const requestOf = (turn: string, answered: readonly (readonly Place[])[]): LedgerLine => ({
  type: 'request',
  turn,
  at: 0,
  messages: [
    { role: 'user', turn },
    ...answered.flatMap((batch): readonly ShownMessage[] => [
      { role: 'assistant', calls: batch.map(({ id, ticket }) => ({ id, ticket })) },
      {
        role: 'tool',
        results: batch.map(({ id, tool, ticket, amount }) => ({
          id,
          outcome: 'success',
          text: receiptOf(tool, ticket, amount),
        })),
      },
    ]),
  ],
});

const linesOfCall = (call: Place): readonly LedgerLine[] => {
  const { tool, ticket, amount, key } = call;
  const { user } = readTurnName(ticket);
  const body = { tool, ticket, amount, run: RUN, key, attempt: 1, user, actsAs: user, at: 0 };
  const bodies: readonly BodyLine[] = [
    { type: 'start', ...body },
    { type: 'effect', ...body },
  ];
  return isGated(call) ? [...VOTERS.flatMap((id) => decisionOf(call, id)), ...bodies] : bodies;
};

const decisionOf = (call: Place, voter: string): readonly LedgerLine[] => {
  const { tool, ticket, amount, key } = call;
  const { tenant, user: requester } = readTurnName(ticket);
  const by = personOf(voter, tenant) as Approver & { readonly tenant: string; readonly roles: readonly string[] };
  const attempt = `${voter} on ${key}`;
  const argsHash = hashOf(argumentsOf(call));
  const command = { decisionId: `yes of ${voter}`, decision: 'approve', revision: 1, argsHash } as const;
  const approval = approvalIdOf(call);
  return [
    { type: 'decision', attempt, approval, key, tool, requester, tenant, amount, by, command, at: 0 },
    { type: 'decided', attempt, status: 'SUCCEEDED', at: 0 },
  ];
};
