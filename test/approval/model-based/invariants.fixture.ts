import assert from 'node:assert/strict';
import type { StoredApproval, StoredEvent, ApprovalStatus, RunState } from 'toolgate/approval';
import type { RunOracle } from './oracle.fixture.js';

/** The transitions of a record as the specification draws them, repeated here on purpose. */
const WAYS: Readonly<Record<ApprovalStatus, string>> = {
  PENDING: 'APPROVED REJECTED RESPONDED EXPIRED CANCELLED REVOKED',
  APPROVED: 'EXECUTING LAPSED CANCELLED REVOKED PENDING',
  EXECUTING: 'SUCCEEDED FAILED OUTCOME_UNKNOWN',
  OUTCOME_UNKNOWN: 'SUCCEEDED FAILED ABANDONED',
  REJECTED: '',
  RESPONDED: '',
  EXPIRED: '',
  CANCELLED: '',
  LAPSED: '',
  REVOKED: '',
  SUCCEEDED: '',
  FAILED: '',
  ABANDONED: '',
};

const NEVER_RAN: readonly ApprovalStatus[] = ['REJECTED', 'RESPONDED', 'EXPIRED', 'CANCELLED', 'LAPSED', 'REVOKED'];

/** The event that ends a run, by its status. */
const END_EVENTS: Readonly<Record<string, string>> = {
  completed: 'COMPLETED',
  failed: 'RUN_FAILED',
  cancelled: 'RUN_CANCELLED',
};

const ENDS: readonly string[] = Object.keys(END_EVENTS);

const isEnd = (status: ApprovalStatus): boolean => WAYS[status] === '';

// Notes on an approval that has ended are still written.
const withoutNotes = (approval: StoredApproval) => ({ ...approval, version: 0, updatedAt: 0, notes: [], commands: [] });

/** What must hold between a state of a run and any later one. */
export const assertOnlyForward = (before: RunState, after: RunState): void => {
  assert(after.run.version >= before.run.version, 'the version of a run decreases');
  assert(after.run.fence >= before.run.fence, 'the fence of a run decreases');
  if (ENDS.includes(before.run.status))
    assert.equal(after.run.status, before.run.status, 'the status of an ended run changes');
  const later = new Map(after.approvals.map((approval) => [approval.id, approval]));
  for (const approval of before.approvals) {
    const now = later.get(approval.id);
    assert(now, 'an approval is gone');
    assert(now.version >= approval.version, 'the version of an approval decreases');
    assert(now.revision >= approval.revision, 'the revision of an approval decreases');
    const isSameTool = now.definitionHash === approval.definitionHash;
    assert(isSameTool || now.revision > approval.revision, 'a vote counts for another tool');
    assert(!isSameTool || now.expiresAt <= approval.expiresAt, 'the expiry of a question moves to a later time');
    if (now.version === approval.version) assert.deepEqual(now, approval, 'an approval changes and keeps its version');
    if (isEnd(approval.status))
      assert.deepEqual(withoutNotes(now), withoutNotes(approval), 'an ended approval changes');
  }
};

/** What must hold in each state, however it was reached. `starts` is how often the body of a call has begun. */
export const assertSound = ({ run, approvals }: RunState, starts: (round: number, index: number) => number): void => {
  const isEnded = ENDS.includes(run.status);
  const isWaiting = approvals.some(({ status }) => status === 'PENDING');
  const isParked = run.slots.some(({ state }) => state === 'unknown');
  const isInside = run.slots.some(({ state }) => state === 'waiting');
  const owes = run.parent !== undefined && !run.parent.isAnswered;
  const isOver = isEnded && run.closing === undefined && !owes;
  // An external call that may start again waits for a system that claims it.
  const isClaimable = run.kind === 'external' && run.slots[0]!.idempotent && run.slots[0]!.state === 'started';
  const hasReason = isWaiting || isParked || isInside || run.parked !== undefined || isOver || isClaimable;
  assert(run.dueAt !== undefined || hasReason, 'the run is stuck');
  assert.equal(
    run.schema,
    run.parent || run.slots.some(({ innerRun }) => innerRun) ? 2 : 1,
    'the run has the schema of another kind of run',
  );
  if (isInside)
    assert(
      run.status === 'suspended' && !isWaiting,
      'a run that waits inside a call is not suspended, or waits for a person too',
    );
  if (run.parked) assert(run.status === 'suspended' && run.dueAt === undefined, 'a worker resumes a parked run');
  assert(!(isEnded && isWaiting), 'an ended run waits for a person');
  if (run.canceling) {
    assert(
      run.status === 'suspended' && !run.lease && (isParked || isInside),
      'a run that is being canceled waits for no outcome, or a worker resumes it',
    );
    assert(
      run.slots.every(({ state }) => state === 'done' || state === 'unknown' || state === 'waiting'),
      'a run that is being canceled has a call that may start',
    );
  }
  assert.equal(
    run.status === 'resuming',
    run.lease !== undefined && !isEnded,
    'a resuming run has no lease, or another run has one',
  );
  for (const slot of run.slots) {
    assert.equal(
      slot.state === 'done',
      slot.result !== undefined,
      'a call is done without a result, or has one too early',
    );
    if (slot.result) assert.equal(slot.result.toolCallId, slot.callId, 'a result belongs to another call');
    if (isEnded) assert.equal(slot.state, 'done', 'an ended run has a call without a result');
    if (slot.attempt > 0) assert(run.hasEffects, 'a body has begun, and the run does not state that it has effects');
  }
  for (const { status, round, index } of approvals) {
    if (NEVER_RAN.includes(status))
      assert.equal(starts(round, index), 0, `a body has begun and its approval is ${status}`);
    if (status === 'EXECUTING' && isEnded) assert.fail('an ended run has an approval with the status EXECUTING');
  }
};

/** A worker must wake up in time: a run is due when its lease or a question has expired. */
export const assertWoken = ({ run, approvals }: RunState, now: number): void => {
  const isLate =
    (run.lease && run.lease.until <= now) ||
    (!run.lease && approvals.some(({ status, expiresAt }) => status === 'PENDING' && expiresAt <= now));
  if (isLate)
    assert(run.dueAt !== undefined && run.dueAt <= now, 'a lease or a question has expired, and the run is not due');
  if (isLate) assert.equal(run.dueFor, 'time', 'a run with an expiry is due for a turn, not for the time');
};

/** When a run is due, as the oracle sees it. */
export const assertDue = ({ run }: RunState, oracle: RunOracle): void => {
  const due = oracle.due();
  if (due === 'now')
    assert(run.dueAt !== undefined && run.dueAt <= oracle.now, `the run is due at ${run.dueAt}, and must be due now`);
  else assert.equal(run.dueAt, due, 'the run is due at another time than the oracle expects');
};

/** The events of every record contain its whole path, and the path has only allowed transitions. */
export const assertTold = ({ run, approvals }: RunState, events: readonly StoredEvent[]): void => {
  const ends = events.map(({ type }) => type).filter((type) => Object.values(END_EVENTS).includes(type));
  assert.deepEqual(
    ends,
    ENDS.includes(run.status) ? [END_EVENTS[run.status]] : [],
    'the events of a run end it otherwise',
  );
  for (const { id, status } of approvals) {
    const way = events.filter(({ approval, type }) => approval === id && type in WAYS).map(({ type }) => type);
    assert.equal(way[0], 'PENDING', 'the events of an approval do not begin with PENDING');
    assert.equal(way.at(-1), status, 'the events of an approval do not end with its status');
    for (const [index, type] of way.slice(1).entries()) {
      const from = way[index] as ApprovalStatus;
      assert(WAYS[from].split(' ').includes(type), `an approval goes from ${from} to ${type}`);
    }
  }
};
