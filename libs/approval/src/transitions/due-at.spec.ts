import { describe, expect, it } from 'vitest';
import type { StoredApproval } from '../records/stored-approval.js';
import type { RunState, StoredRun } from '../records/stored-run.js';
import { dueAt } from './due-at.js';

/** A run that was written at 10, with approvals of which only these parts count. */
const stateOf = (run: Partial<StoredRun>, ...approvals: readonly Partial<StoredApproval>[]): RunState => ({
  run: { status: 'suspended', updatedAt: 10, slots: [], ...run } as StoredRun,
  approvals: approvals as readonly StoredApproval[],
});

const LEASE = { worker: 'first', until: 40 };

describe('the time at which a worker acts on a turn', () => {
  it('is the end of its lease, also if it has ended and adds its results to its conversation', () => {
    expect(dueAt(stateOf({ status: 'resuming', lease: LEASE }))).toBe(40);
    expect(dueAt(stateOf({ status: 'failed', closing: 'enough', lease: LEASE }))).toBe(40);
  });

  it('is the decision of its last approval, and later the time of the next attempt', () => {
    expect(dueAt(stateOf({ settledAt: 7 }, { status: 'APPROVED' }))).toBe(7);
    expect(dueAt(stateOf({ settledAt: 7, retryAt: 30 }, { status: 'APPROVED' }))).toBe(30);
  });
});

describe('the time at which a worker looks at an external call', () => {
  const external = (run: Partial<StoredRun>, approval: Partial<StoredApproval>) =>
    dueAt(stateOf({ kind: 'external', ...run }, approval));

  it('is the expiry of its approval, then the time until which it may be claimed, then the end of its lease', () => {
    expect(external({}, { status: 'PENDING', expiresAt: 60 })).toBe(60);
    expect(external({}, { status: 'APPROVED', expiresAt: 60, approvalExpiresAt: 90 })).toBe(90);
    expect(external({ status: 'resuming', lease: LEASE }, { status: 'EXECUTING', expiresAt: 60 })).toBe(40);
  });

  it('never comes after its approval has ended, or while its outcome is unknown', () => {
    const times = { expiresAt: 60, approvalExpiresAt: 90 };
    expect(external({}, { status: 'OUTCOME_UNKNOWN', ...times })).toBeUndefined();
    expect(external({}, { status: 'REJECTED', ...times })).toBeUndefined();
    expect(external({ status: 'cancelled' }, { status: 'PENDING', ...times })).toBeUndefined();
  });
});
