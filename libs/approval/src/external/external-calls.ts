import type { Seams } from '#core';
import type { JsonValue, ToolResultOutput } from 'toolgate/model';
import { textOfOutput } from '../calls/call-outcome.js';
import { CallTraces, type ExternalStep } from '../calls/call-traces.js';
import { RequestReusedException } from '../calls/gated-call.errors.js';
import { type Approval, approvalRecord } from '../records/approval.js';
import { isoTime } from '../records/iso-time.js';
import { markDamage } from '../records/argument-damage.js';
import type { StoredApproval } from '../records/stored-approval.js';
import { changeRun } from '../runs/store-calls.js';
import { visibleRecord } from '../runs/visible-record.js';
import { claimExternalCall } from '../transitions/claim-external-call.js';
import { type Draft, stateOf } from '../transitions/draft.js';
import { finishExternalCall } from '../transitions/finish-external-call.js';
import { openExternalCall } from '../transitions/open-call.js';
import type {
  ExternalCall,
  ExternalCallAnswer,
  ExternalCallClaim,
  ExternalCallFinish,
  ExternalCallRequest,
  ExternalCallScope,
} from './external-call.js';
import { externalProblem } from '../errors/external-call.errors.js';
import { newExternalCall } from './new-external-call.js';
import { readClaim, readFinish, type ReadScope, readScope } from './read-claim.js';
import { readRequest } from './read-request.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import type { RunState } from '../records/stored-run.js';

interface ExternalCallsParts {
  readonly store: ActiveStore;
  readonly seams: Seams;
  readonly settings: ApprovalSettings;
}

/** Calls that people decide here, and that another system runs once. */
export class ExternalCalls {
  constructor(private readonly parts: ExternalCallsParts) {}

  /** Opens a call, or returns the call of the same request as it is now. */
  async request(given: ExternalCallRequest): Promise<ExternalCall> {
    const { times, argumentLimits: limits } = this.parts.settings;
    const traceParent = this.traces().current();
    const opened = newExternalCall(await readRequest(given, limits), { expiresInMs: times.expiresInMs, traceParent });
    const store = this.parts.store.get();
    const { state, isNew } = await store.change(opened.id, openExternalCall(opened));
    if (isNew) return externalCallRecord(state);
    if (state.run.requestHash !== opened.request.hash) throw new RequestReusedException(opened.request.id, opened.id);
    return this.present(opened.id);
  }

  /** Returns a call as it is now. */
  async outcome(id: string, given: ExternalCallScope): Promise<ExternalCall> {
    const approval = await this.stored(id, readScope(given));
    // A pending call is read often and has no outcome, so it is returned without a change of its run.
    if (approval.status !== 'PENDING') return this.present(approval.run);
    return { status: 'suspended', runId: approval.run, approval: approvalRecord(markDamage(approval)) };
  }

  async claim(id: string, given: ExternalCallClaim): Promise<ExternalCallAnswer> {
    const { by, leaseMs = this.parts.settings.times.leaseMs, ...claim } = readClaim(given);
    const claimed = await this.change('claim', await this.stored(id, by), (draft) =>
      claimExternalCall(draft, id, { ...claim, leaseMs }),
    );
    if (claimed.answer === 'no') return claimed;
    const { until, ...start } = claimed;
    return { ...start, leaseExpiresAt: isoTime(until) };
  }

  async finish(id: string, given: ExternalCallFinish): Promise<Approval> {
    const { by, ...finished } = readFinish(given, this.parts.settings.argumentLimits);
    const approval = await this.change('finish', await this.stored(id, by), (draft) =>
      finishExternalCall(draft, id, finished),
    );
    return approvalRecord(approval);
  }

  private traces(): CallTraces {
    return this.parts.seams.effective(CallTraces);
  }

  private change<T>(
    type: ExternalStep['type'],
    { id, run, tool, callId, traceParent }: StoredApproval,
    act: (draft: Draft) => T,
  ): Promise<T> {
    const step = { type, tool, callId, runId: run, approvalId: id, ...(traceParent !== undefined && { traceParent }) };
    const { store, settings } = this.parts;
    return this.traces().external(step, () => changeRun(store.get(), run, settings.times, act));
  }

  // Its approval may have expired since it was written.
  private async present(runId: string): Promise<ExternalCall> {
    const { store, settings } = this.parts;
    return externalCallRecord(await changeRun(store.get(), runId, settings.times, stateOf));
  }

  private async stored(id: string, by: ReadScope): Promise<StoredApproval> {
    const approval = typeof id === 'string' ? await visibleRecord(this.parts.store.get().approval(id), by) : undefined;
    const isOfApplication = by.application === undefined || by.application === approval?.application;
    if (approval?.external && isOfApplication) return approval;
    throw externalProblem('not-found', String(id), 'does not exist. Check the id and the tenant.');
  }
}

/** Converts the run of an external call to the record that its requester receives. */
const externalCallRecord = ({ run, approvals }: RunState): ExternalCall => {
  const about = { runId: run.id, approval: approvalRecord(markDamage(approvals[0]!)) };
  const [slot] = run.slots;
  if (slot?.state !== 'done') return { ...about, status: 'suspended' };
  if (!slot.result) return { ...about, status: 'failed', message: 'Its result is no longer stored.' };
  const { output, outcome } = slot.result;
  switch (outcome.type) {
    case 'success':
    case 'responded':
      return { ...about, status: 'completed', result: valueOf(output) };
    case 'denied':
      return { ...about, status: 'rejected', reason: outcome.reason };
    case 'not-started':
      return { ...about, status: 'rejected', reason: 'It was canceled before it started.' };
    default:
      return { ...about, status: 'failed', message: textOfOutput(output) };
  }
};

const valueOf = (output: ToolResultOutput): JsonValue => (output.type === 'json' ? output.value : textOfOutput(output));
