import { describe, expect, it } from 'vitest';
import type { StoredApproval, StoredRun } from 'toolgate/approval';
import type { LedgerLine, ShownResult } from '../ledger/ledger-line.fixture.js';
import { planOf } from '../shop/plan.fixture.js';
import { answerOf } from '../shop/shop.model.fixture.js';
import { problemsOf } from './problems-of.fixture.js';

/** A turn whose first batch is one call of an agent. */
const TURN = Array.from({ length: 1000 }, (_, index) => `acme/1/ann/agent~${index}`).find((name) => {
  const [first = [], second] = planOf(name);
  return first.length === 1 && first[0]!.tool === 'agent' && second === undefined;
})!;
const { id, ticket } = planOf(TURN)[0]![0]!;
const [first] = planOf(ticket)[0]!;

const requester = { id: 'ann', tenant: 'acme' };
const slot = (outcome: string) => ({
  index: 0,
  state: 'done',
  innerRun: 'inner',
  result: { outcome: { type: outcome } },
});
const outer = { id: 'outer', status: 'completed', round: 0, requester, slots: [slot('success')] };
const parent = { run: 'outer', index: 0, callId: id, tool: 'agent', depth: 1, isAnswered: true };
const inner = { id: 'inner', status: 'completed', round: planOf(ticket).length - 1, requester, slots: [], parent };

/** The approval by which the turn of an inner run is known. */
const approvalIn = (run: string) => ({
  id: `of ${run}`,
  run,
  status: 'REJECTED',
  arguments: { ticket: first!.ticket },
});

const lastOfInner: LedgerLine = {
  type: 'request',
  turn: ticket,
  at: 1,
  messages: [{ role: 'user', turn: ticket }, ...planOf(ticket).map(() => ({ role: 'assistant' }))],
};

const startInside: LedgerLine = {
  type: 'start',
  tool: first!.tool,
  ticket: first!.ticket,
  amount: first!.amount,
  run: 'inner',
  key: 'inner:0:0',
  attempt: 1,
  user: 'ann',
  actsAs: 'ann',
  at: 1,
};

const requestWith = (result: Partial<ShownResult>, at = 2): LedgerLine => ({
  type: 'request',
  turn: TURN,
  at,
  messages: [
    { role: 'user', turn: TURN },
    { role: 'assistant', calls: [{ id, ticket }] },
    { role: 'tool', results: [{ id, outcome: 'success', text: answerOf(ticket), ...result }] },
  ],
});

const problemsIn = (runs: readonly { readonly id: string }[], ...lines: readonly LedgerLine[]): readonly string[] =>
  problemsOf({
    lines,
    runs: runs as unknown as readonly StoredRun[],
    approvals: runs.flatMap(({ id: run }) => (run === 'outer' ? [] : [approvalIn(run) as unknown as StoredApproval])),
    faults: [],
  }).map(({ what }) => what);

describe('the checks of turns with agents', () => {
  it('accept the answer of the turn inside as the result of its call', () => {
    expect(problemsIn([outer, inner], lastOfInner, requestWith({}))).toEqual([]);
  });

  it.each([
    ['twice: ', [outer, inner, { ...inner, id: 'second' }]],
    ['stuck: the outcome', [outer, { ...inner, parent: { ...parent, isAnswered: undefined } }]],
    ['agent: the run inner is completed', [{ ...outer, slots: [slot('error')] }, inner]],
    ['agent: the run inner is cancelled', [outer, { ...inner, status: 'cancelled' }]],
    ['agent: the run inner is inside no agent', [outer, { ...inner, parent: { ...parent, index: 1 } }]],
  ])('find a wrong run: %s', (problem, runs) => {
    expect(problemsIn(runs).filter((what) => what.startsWith(problem))).toHaveLength(1);
  });

  it.each([
    ['another answer', { text: 'Done with another.' }, 'without that answer'],
    ['an error after an answer', { outcome: 'error' }, 'and its turn was answered'],
    ['an unknown outcome after an answer', { outcome: 'unknown' }, 'and its turn was answered'],
    ['no start after a start', { outcome: 'not-started' }, 'and its turn called a tool'],
    ['a denial', { outcome: 'denied' }, 'which nothing explains'],
  ])('find a wrong result: %s', (_, result, why) => {
    const found = problemsIn([outer, inner], lastOfInner, startInside, requestWith(result));
    expect(found.filter((what) => what.startsWith('result: ') && what.endsWith(why))).toHaveLength(1);
  });

  it('accept no start of a turn that was interrupted before its first call, although the model was asked', () => {
    const found = problemsIn([outer, inner], lastOfInner, requestWith({ outcome: 'not-started' }));
    expect(found.filter((what) => what.startsWith('result: '))).toEqual([]);
  });

  it('find an answer before the turn inside had it, and a memory of that turn in another conversation', () => {
    expect(problemsIn([outer, inner], { ...lastOfInner, at: 3 }, requestWith({})).join()).toContain(
      'without that answer',
    );
    const messages = [{ role: 'user', turn: ticket }, ...requestMessages()];
    const mixed = problemsIn([outer, inner], lastOfInner, { type: 'request', turn: TURN, at: 2, messages });
    expect(mixed).toContain(`memory: the conversation acme/1 holds ${ticket}`);
  });
});

const requestMessages = () => {
  const line = requestWith({});
  return line.type === 'request' ? line.messages : [];
};
