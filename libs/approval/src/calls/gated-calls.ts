import type { Type } from '@nestjs/common';
import { type MaybePromise, type Seams, TurnAbort, isPromiseLike } from '#core';
import type {
  BatchCall,
  ToolCallback,
  ToolCallbackResolver,
  ToolCallingManager,
  ToolContext,
  ToolExecutionResult,
  ToolRegistry,
  Turn,
} from 'toolgate/tool';
import { RunNotFoundException, SuspensionException } from '../errors/approval.errors.js';
import type { RunState } from '../records/stored-run.js';
import { isRequester } from '../requester/visibility.js';
import { readApprover } from '../requester/read-approver.js';
import type { Approver, TenantRequester } from '../requester/requester.js';
import type { Requesters } from '../requester/requesters.js';
import type { RunClaims } from '../runs/run-claims.js';
import { withRetries } from '../runs/store-calls.js';
import { workerRun } from '../runs/worker-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { openCall } from '../transitions/open-call.js';
import { causeOfCall, noTool, outcomeOfCall, outcomeOfRun } from './call-outcome.js';
import { checkCallOptions } from './check-call-options.js';
import { followCall } from './follow-call.js';
import type { FollowCallOptions, GatedCallOptions, GatedCallOutcome } from './gated-call.js';
import { GatedCallException, RequestReusedException } from './gated-call.errors.js';
import { gatedTools, type GatedTools } from './gated-tools.js';
import { newCall, type NewCall, offerOf, requestHashOf, savedCallOf, turnOfCall } from './new-call.js';
import { KnownRequest, OpeningJournal } from './opening-journal.js';
import { requestRunId } from './request-run-id.js';
import { untilLeft } from './until-left.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import { CallTraces } from './call-traces.js';
import type { RunAdvancer } from '../runs/run-advancer.js';
import type { LeasedRuns } from '../runs/leased-runs.js';

interface GatedCallsParts {
  readonly store: ActiveStore;
  readonly manager: ToolCallingManager;
  readonly tools: ToolCallbackResolver;
  readonly registry: ToolRegistry;
  readonly claims: RunClaims;
  readonly requesters: Requesters;
  readonly leasedRuns: LeasedRuns;
  readonly advancer: RunAdvancer;
  readonly seams: Seams;
  readonly settings: ApprovalSettings;
}

/**
 * Calls tools outside of a turn, in the same way as a turn does. The call is validated, decided by the strategy, and
 * run through interceptors and Nest's pipeline. A call that waits for a person is saved, and any instance runs it
 * after the decision, once.
 */
export class GatedCalls {
  constructor(private readonly parts: GatedCallsParts) {}

  /**
   * Calls a tool of the application, by its name or its callback. Throws `GatedCallException` for a tool that does not
   * exist or is hidden, and `RequestReusedException` if the `requestId` belongs to another call. An error of a strategy
   * and an error that the application lets through are thrown as they are.
   */
  async call(tool: string | ToolCallback, input: object, options: GatedCallOptions = {}): Promise<GatedCallOutcome> {
    const callback = this.registered(tool);
    checkCallOptions(options, callback.definition.name);
    const { requestId, signal } = options;
    signal?.throwIfAborted();
    this.assertOpen();
    const call = newCall(callback, input, options);
    // With `await`, because returning a promise creates two more.
    return await (requestId === undefined ? this.callOnce(call) : this.callRequest(call, requestId));
  }

  /**
   * Returns the outcome of a saved call to its requester. Waits up to `waitMs` until the call has ended. Throws
   * `RunNotFoundException` if `by` is another person.
   */
  async outcome(runId: string, options: FollowCallOptions, by: Approver): Promise<GatedCallOutcome> {
    const viewer = readApprover(by);
    checkCallOptions(options, 'outcome');
    const state = await this.store().state(runId);
    if (state?.run.kind !== 'call' || !isRequester(state.run, viewer)) throw new RunNotFoundException(runId);
    return outcomeOfRun(await this.follow(state, options));
  }

  /** Returns the tools and guarded methods of a class: `gated.of(Refunds).refund({ orderNumber, amount })`. */
  of<T extends object>(type: Type<T>): GatedTools<T> {
    return gatedTools(type, this.parts.registry.methodsOf(type), (...call) => this.call(...call));
  }

  private registered(tool: string | ToolCallback): ToolCallback {
    const { tools } = this.parts;
    const name = typeof tool === 'string' ? tool : tool?.definition?.name;
    const found = typeof name === 'string' ? tools.resolve(name) : undefined;
    if (!found) throw noTool(String(name));
    if (typeof tool === 'string' || tool === found) return found;
    throw new GatedCallException(
      `The tool ${JSON.stringify(name)} was not called: another tool of the application has its name, or it belongs to one request only. Declare it in a module.`,
    );
  }

  // A call that is made inside a resumed run belongs to that run, so it may start while the process shuts down.
  private assertOpen(): void {
    const refusal = workerRun.getStore() === undefined ? this.parts.leasedRuns.refusal() : undefined;
    if (refusal) throw refusal;
  }

  private async callOnce(call: NewCall): Promise<GatedCallOutcome> {
    const { signal } = call.options;
    const abort = signal && new TurnAbort();
    const unfollow = signal && abort?.follow(signal);
    const turn = turnOfCall(call, abort && { abort });
    try {
      const executing = this.execute(call, turn);
      // Only a promise is awaited, because one more promise costs as much as a tool without I/O.
      const executed = isPromiseLike(executing) ? await executing : executing;
      if (executed.type === 'executed') {
        const outcome = outcomeOfCall(executed.results[0]!, call);
        return isPromiseLike(outcome) ? await outcome : outcome;
      }
      abort?.throwIfAborted();
      return await this.suspend(call, turn.context, executed.batch);
    } catch (error) {
      throw causeOfCall(error);
    } finally {
      unfollow?.();
    }
  }

  private async callRequest(call: NewCall, requestId: string): Promise<GatedCallOutcome> {
    const { requesters, claims, settings } = this.parts;
    const store = this.store();
    const requester = await this.requesterOf(turnOfCall(call).context);
    call.options.assertRequester?.(requester);
    const id = requestRunId(requester, requestId);
    const request = { id: requestId, hash: requestHashOf(call) };
    const known = await store.state(id);
    if (known) return this.repeat(known, call, request);
    const { signal } = call.options;
    const abort = new TurnAbort();
    const saved = savedCallOf(call, this.traceParent());
    const about = { store, claims, leaseMs: settings.times.leaseMs, id, request, requester, saved, abort };
    const journal = new OpeningJournal(about);
    const unpin = requesters.pin(id, requester);
    const running = this.runRequest(call, { request, journal, turn: turnOfCall(call, { runId: id, abort, journal }) });
    return await untilLeft(running.finally(unpin), signal, { abort, isKept: () => journal.isOpening });
  }

  private async runRequest(call: NewCall, { request, journal, turn }: RequestedCall): Promise<GatedCallOutcome> {
    const { runId } = turn.context;
    let executed: ToolExecutionResult;
    try {
      // A call that is made inside the body belongs to this run, so it may start while the process shuts down.
      executed = await workerRun.run(runId, async () => this.execute(call, turn));
    } catch (error) {
      const cause = causeOfCall(error);
      if (cause instanceof KnownRequest) return this.repeat(cause.state, call, request);
      await journal.leased?.end({ type: 'failed', cause }, async () => {});
      throw cause;
    }
    if (executed.type === 'pending') {
      turn.abort?.throwIfAborted();
      return this.suspend(call, turn.context, executed.batch, request);
    }
    journal.leased?.leave();
    const outcome = await outcomeOfCall(executed.results[0]!, call);
    return outcome.status === 'invalid' ? outcome : { ...outcome, runId };
  }

  private execute({ callback, response }: NewCall, turn: Turn): MaybePromise<ToolExecutionResult> {
    return this.parts.manager.executeToolCalls(NO_MESSAGES, response, offerOf(callback), turn);
  }

  private async suspend(
    call: NewCall,
    context: ToolContext,
    batch: readonly BatchCall[],
    request?: Request,
  ): Promise<GatedCallOutcome> {
    call.options.assertMayWait?.();
    const { runId: id } = context;
    const store = this.store();
    const requester = await this.requesterOf(context);
    const suspension = { ...savedCallOf(call, this.traceParent()), batch };
    const { expiresInMs } = this.parts.settings.times;
    const opening = openCall({ id, request, requester, suspension, expiresInMs });
    const { state, isNew } = await withRetries(() => store.change(id, opening));
    return isNew && !call.options.waitMs ? outcomeOfRun(state) : this.repeat(state, call, request);
  }

  private async repeat(state: RunState, { options }: NewCall, request?: Request): Promise<GatedCallOutcome> {
    const { kind, requestHash, id } = state.run;
    if (request && (kind !== 'call' || requestHash !== request.hash)) throw new RequestReusedException(request.id, id);
    return outcomeOfRun(await this.follow(state, options));
  }

  private follow(state: RunState, options: FollowCallOptions): Promise<RunState> {
    const { leasedRuns, advancer, settings } = this.parts;
    return followCall({ store: this.store(), times: settings.times, leasedRuns, advancer }, state, options);
  }

  private async requesterOf(context: ToolContext): Promise<TenantRequester> {
    const requester = await this.parts.requesters.of(context);
    if (requester) return requester;
    throw new SuspensionException(
      'The call must be saved, and no RequesterResolver is configured. It did not run. Provide RequesterResolver in any module.',
    );
  }

  private traceParent(): string | undefined {
    return this.parts.seams.effective(CallTraces).current();
  }

  private store(): ApprovalStore {
    const store = this.parts.store.find();
    if (store) return store;
    throw new SuspensionException(
      'The call must be saved, and no ApprovalStore is configured. It did not run. Import SqlModule, or provide ApprovalStore.',
    );
  }
}

interface Request {
  readonly id: string;
  readonly hash: string;
}

interface RequestedCall {
  readonly request: Request;
  readonly journal: OpeningJournal;
  readonly turn: Turn;
}

const NO_MESSAGES = { messages: [] };
