import type { Suspension } from 'toolgate/chat';
import type { JsonObject, ToolResultPart } from 'toolgate/model';
import type { BatchCall } from 'toolgate/tool';
import type { Approver } from '../requester/requester.js';
import { hashOf } from '../records/canonical-json.js';
import type { RunCheckpoint, RunState } from '../records/stored-run.js';
import { InMemoryApprovalStore } from '../store/in-memory-approval.store.js';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import { decideApproval } from './decide-approval.js';
import type { DecideApproval } from './decision.js';
import type { Draft } from './draft.js';
import { openRun } from './open-run.js';
import type { SeenRun } from './pass-time.js';
import { transition } from './transition.js';

/** A call of the batch at which a turn is suspended. */
export interface WaitingCall {
  /** @default everyone may approve it */
  readonly asks?: ApprovalRequirement | false;
  readonly idempotent?: boolean;
  readonly input?: JsonObject;
}

/** The times of these tests, in seconds. */
export const TIMES = { expiresInMs: 60, approvalLapsesInMs: 30 } as const;

export const ANN: Approver = { id: 'ann', tenant: 'shop' };
export const BOB: Approver = { id: 'bob', tenant: 'shop', roles: ['office'] };
export const CID: Approver = { id: 'cid', tenant: 'shop', roles: ['office', 'lead'] };

export const REFUNDED = { output: { type: 'text', text: 'Refunded.' }, outcome: { type: 'success' } } as const;

const callOf = ({ asks = {}, idempotent = false, input = { amount: 80 } }: WaitingCall, index: number): BatchCall => {
  const call = { type: 'tool-call', toolCallId: `call-${index}`, toolName: 'refund', input: '{}' } as const;
  const definition = { name: 'refund', description: 'Refund an order', inputSchema: { type: 'object' } };
  const prepared = { index, call, callback: { definition, metadata: { idempotent } }, input };
  return {
    index,
    call,
    prepared: prepared as unknown as NonNullable<BatchCall['prepared']>,
    ...(asks && { question: { type: 'ask', requirement: asks } as const }),
  };
};

const RUN = 'run';

/** Returns the checkpoint of a test run. */
export const checkpointAt = (round: number): RunCheckpoint =>
  ({ schema: 1, request: { client: 'default' }, loop: { round, exchanges: [] } }) as unknown as RunCheckpoint;

/** Returns the suspension of a test run. */
export const suspensionOf = (calls: readonly WaitingCall[], round = 0): Suspension =>
  ({
    ...checkpointAt(round),
    turn: { context: { runId: RUN } },
    batch: calls.map(callOf),
  }) as unknown as Suspension;

/** A suspended turn of the requester ann, in a store whose clock the test sets. */
export class SuspendedRun {
  now = 0;
  readonly store = new InMemoryApprovalStore(() => this.now);
  private decisions = 0;

  static async at(...calls: readonly WaitingCall[]): Promise<SuspendedRun> {
    const run = new SuspendedRun();
    const suspension = suspensionOf(calls);
    const requester = { id: 'ann', tenant: 'shop' };
    await run.store.change(RUN, openRun({ id: RUN, suspension, requester, expiresInMs: TIMES.expiresInMs }));
    return run;
  }

  /** Applies one transition to the run. */
  do<T>(act: (draft: Draft) => T, seen?: SeenRun): Promise<T> {
    return this.store.change(RUN, transition(TIMES, act, seen)) as Promise<T>;
  }

  /** Returns the present state, after the time has passed. */
  async look(): Promise<RunState> {
    await this.do(() => undefined);
    return (await this.store.state(RUN))!;
  }

  async statuses(): Promise<readonly string[]> {
    return (await this.look()).approvals.map(({ status }) => status);
  }

  /** Decides on the present revision, unless the command states another. */
  async decide(
    by: Approver,
    { asks, ...command }: Partial<DecideApproval> & Pick<WaitingCall, 'asks'> = {},
    index = 0,
  ) {
    const { id, revision, argsHash } = (await this.store.state(RUN))!.approvals[index]!;
    const decisionId = `decision-${this.decisions++}`;
    const whole = { decisionId, decision: 'approve', revision, argsHash, ...command } as const;
    const { editedArguments } = whole;
    const edit = editedArguments && {
      revision,
      input: editedArguments,
      argsHash: hashOf(editedArguments),
      expiresInMs: TIMES.expiresInMs,
      ...(asks && { question: { type: 'ask', requirement: asks } as const }),
    };
    return this.do((draft) => decideApproval(draft, id, { command: whole, by, ...(edit && { edit }) }));
  }

  /** Returns the outcome of each call, in order; undefined for a call without a result. */
  async results(): Promise<readonly (ToolResultPart['outcome']['type'] | undefined)[]> {
    return (await this.look()).run.slots.map(({ result }) => result?.outcome.type);
  }
}

/** Returns the hash of the input of a call. */
export const inputHash = (input: JsonObject = { amount: 80 }): string => hashOf(input);
