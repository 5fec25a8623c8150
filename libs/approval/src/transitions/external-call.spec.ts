import { array, assert, asyncProperty, constant, constantFrom, integer, oneof, record } from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { ExternalCallException } from '../errors/external-call.errors.js';
import { NEXT } from '../records/stored-approval.js';
import type { RunState } from '../records/stored-run.js';
import { InMemoryApprovalStore } from '../store/in-memory-approval.store.js';
import { cancelRun } from './cancel-run.js';
import { claimExternalCall, type ClaimedCall } from './claim-external-call.js';
import { decideApproval } from './decide-approval.js';
import { type Draft, setApproval, setSlot } from './draft.js';
import { dueFor } from './due-at.js';
import { finishExternalCall } from './finish-external-call.js';
import { openExternalCall } from './open-call.js';
import { removeContent } from './remove-content.js';
import { settleUnknown } from './settle-unknown.js';
import { BOB, inputHash, REFUNDED, suspensionOf, TIMES } from './suspended-run.fixture.js';
import { transition } from './transition.js';

const RUN = 'external';
const LEASE = 10;
const TOKENS = ['a', 'b', 'c'] as const;
const FAILED = { output: { type: 'text', text: 'No.' }, outcome: { type: 'error', kind: 'execution' } } as const;

type Step =
  | { readonly type: 'approve' | 'reject' | 'cancel' | 'settle' | 'look' }
  | { readonly type: 'claim'; readonly token: string; readonly fits: boolean }
  | { readonly type: 'finish'; readonly token: string; readonly succeeds: boolean }
  | { readonly type: 'wait'; readonly ms: number };

const anyStep = oneof(
  { weight: 3, arbitrary: record({ type: constantFrom('approve', 'reject', 'cancel', 'settle', 'look') }) },
  {
    weight: 5,
    arbitrary: record({
      type: constant('claim'),
      token: constantFrom(...TOKENS),
      fits: constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      type: constant('finish'),
      token: constantFrom(...TOKENS),
      succeeds: constantFrom(true, false),
    }),
  },
  { weight: 3, arbitrary: record({ type: constant('wait'), ms: integer({ min: 1, max: 2 * LEASE }) }) },
);

/** An external call in a store whose clock the test sets, and what its claimers were answered. */
class Claimed {
  now = 0;
  /** The tokens that were answered `start` for the first time, in order. */
  readonly starts: string[] = [];
  private decisions = 0;
  private readonly store = new InMemoryApprovalStore(() => this.now);

  constructor(private readonly idempotent: boolean) {}

  async open(): Promise<void> {
    const suspension = suspensionOf([{ idempotent: this.idempotent }]);
    const requester = { id: 'ann', tenant: 'shop' };
    const request = { id: 'r', hash: 'h' };
    const { expiresInMs } = TIMES;
    await this.store.change(RUN, openExternalCall({ id: RUN, suspension, requester, expiresInMs, request }));
  }

  async state(): Promise<RunState> {
    return (await this.store.state(RUN))!;
  }

  act<T>(change: (draft: Draft, id: string) => T): Promise<T> {
    return this.store.change(
      RUN,
      transition(TIMES, (draft) => change(draft, [...draft.approvals.keys()][0]!)),
    ) as Promise<T>;
  }

  /** Takes a step. A step that is not accepted throws. */
  async take(step: Step): Promise<unknown> {
    switch (step.type) {
      case 'wait':
        return (this.now += step.ms);
      case 'look':
        return this.act(() => undefined);
      case 'cancel':
        return this.act((draft) => cancelRun(draft, 'no longer needed'));
      case 'settle':
        return this.act((draft) => settleUnknown(draft, { index: 0, answer: REFUNDED }));
      case 'claim':
        return this.claim(step);
      case 'finish':
        return this.act((draft, id) =>
          finishExternalCall(draft, id, { token: step.token, answer: step.succeeds ? REFUNDED : FAILED }),
        );
      default:
        return this.decide(step.type);
    }
  }

  private decide(decision: 'approve' | 'reject'): Promise<unknown> {
    const command = { decisionId: `d-${this.decisions++}`, decision, revision: 1, argsHash: inputHash() };
    return this.act((draft, id) => decideApproval(draft, id, { command, by: BOB }));
  }

  private async claim({ token, fits }: Extract<Step, { type: 'claim' }>): Promise<ClaimedCall> {
    const argsHash = fits ? inputHash() : inputHash({ amount: 8_000 });
    const attempt = (await this.state()).run.slots[0]!.attempt;
    const claimed = await this.act((draft, id) => claimExternalCall(draft, id, { argsHash, token, leaseMs: LEASE }));
    expect(claimed.answer === 'no' || fits).toBe(true);
    if (claimed.answer === 'start' && claimed.attempt > attempt) this.starts.push(token);
    return claimed;
  }
}

/** What holds between two states of one call, whatever was done. */
const assertStep = (before: RunState, after: RunState, step: Step): void => {
  const [was, is] = [before.approvals[0]!, after.approvals[0]!];
  const allowed = [was.status, ...reachable(was.status)];
  expect(allowed).toContain(is.status);
  expect(after.run.version).toBeGreaterThanOrEqual(before.run.version);
  expect(after.run.fence).toBeGreaterThanOrEqual(before.run.fence);
  if (is.status === 'EXECUTING' && was.status !== 'EXECUTING') {
    expect(step.type).toBe('claim');
    expect(was.status).toBe('APPROVED');
  }
  // If the call were due as a turn, a worker would run it.
  if (after.run.dueAt !== undefined) expect(dueFor(after)).toBe('time');
  expect(after.run.status === 'resuming').toBe(after.run.lease !== undefined);
  if (after.run.status === 'completed') expect(after.run.slots[0]!.result).toBeDefined();
};

const reachable = (status: keyof typeof NEXT): readonly string[] =>
  NEXT[status].flatMap((next) => [next, ...(next === 'PENDING' ? [] : reachable(next))]);

const tried = async (call: Claimed, step: Step): Promise<boolean> => {
  try {
    await call.take(step);
    return true;
  } catch {
    return false;
  }
};

describe('an external call', () => {
  it.each<[string, (draft: Draft, id: string) => unknown]>([
    ['its arguments', (draft) => setSlot(draft, 0, { input: { amount: 8_000 } })],
    ['the hash of its arguments', (draft) => setSlot(draft, 0, { argsHash: inputHash({ amount: 8_000 }) })],
    [
      'the hash that was approved',
      (draft, id) => setApproval(draft, { ...draft.approvals.get(id)!, argsHash: inputHash({ amount: 8_000 }) }, {}),
    ],
  ])('does not start if its record was altered: %s', async (_what, alter) => {
    const call = new Claimed(false);
    await call.open();
    await call.take({ type: 'approve' });
    await call.act(alter);
    const claim = call.take({ type: 'claim', token: 'a', fits: true });
    await expect(claim).rejects.toThrow(ExternalCallException);
    expect(call.starts).toEqual([]);
  });

  it('takes no outcome again after its content was removed', async () => {
    const call = new Claimed(false);
    await call.open();
    await call.take({ type: 'approve' });
    await call.take({ type: 'claim', token: 'a', fits: true });
    const finish = { type: 'finish', token: 'a', succeeds: true } as const;
    await call.take(finish);
    await call.act((draft) => removeContent(draft));
    await expect(call.take(finish)).rejects.toMatchObject({ problem: 'finished' });
  });

  it.each([
    ['starts at most once, and its final outcome never changes', false],
    ['starts again only after a lost lease if it is idempotent', true],
  ])('%s', async (_what, idempotent) => {
    await assert(
      asyncProperty(array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
        const call = new Claimed(idempotent);
        await call.open();
        let starts = 0;
        for (const step of [{ type: 'approve' } as const, ...steps] as readonly Step[]) {
          const before = await call.state();
          const isAccepted = await tried(call, step);
          const after = await call.state();
          if (!isAccepted) expect(after).toEqual(before);
          assertStep(before, after, step);
          const isLost = before.run.lease === undefined || before.run.lease.until <= call.now;
          if (call.starts.length > starts) expect(isLost).toBe(true);
          starts = call.starts.length;
          expect(after.run.slots[0]!.attempt).toBe(starts);
        }
        if (!idempotent) expect(starts).toBeLessThanOrEqual(1);
      }),
      { numRuns: inject('isThorough') ? 400 : 80 },
    );
  });
});
