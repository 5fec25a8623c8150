import { describeError, isPromiseLike, type MaybePromise } from '#core';
import {
  type ConversationKey,
  type ResumedRun,
  type TurnOperator,
  TurnPersistence,
  type TurnRequester,
  type SuspendedTurn,
  type Suspension,
} from 'toolgate/chat';
import type { ToolCallbackResolver, ToolContext } from 'toolgate/tool';
import {
  ApprovalConflictException,
  RunBusyException,
  RunConflictException,
  SuspensionException,
} from '../errors/approval.errors.js';
import type { Requester } from '../requester/requester.js';
import type { StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { endRun } from '../transitions/end-run.js';
import { failAttempt } from '../transitions/finish-run.js';
import { assertLeased, type Fence } from '../transitions/lease.js';
import { openRun } from '../transitions/open-run.js';
import { assertToolsResolvable } from './assert-tools-resolvable.js';
import { endedRun, leaveEnded } from './ended-run.js';
import { claimStoredRun } from './claim-stored-run.js';
import { LeasedRun } from './leased-run.js';
import type { LeasedRuns } from './leased-runs.js';
import { suspendedTurn } from './pending-approval.js';
import type { RequesterResolver } from '../requester/requester.resolver.js';
import type { Requesters } from '../requester/requesters.js';
import { type ApprovalTimes, backOffMs } from './run-times.js';
import { withinTime } from '../strategy/within-time.js';
import { presentTools } from './present-tools.js';
import { RunSightings } from './run-sightings.js';
import { changeRun } from './store-calls.js';
import { WaitingConversations } from './waiting-conversations.js';
import { workerRun } from './worker-run.js';

/** The dependencies of StoredTurnPersistence. */
export interface StoredTurnParts {
  /** Undefined if the application provides none: then no turn is suspended. */
  readonly store: () => ApprovalStore | undefined;
  readonly resolver: () => RequesterResolver | undefined;
  readonly requesters: Requesters;
  readonly tools: ToolCallbackResolver;
  readonly times: ApprovalTimes;
  /** How long a resolver may take to identify a requester, in milliseconds. */
  readonly identifyMs: number;
  readonly leasedRuns: LeasedRuns;
  /** The id of this process. */
  readonly worker: string;
  /** What happens to a message while a run of its conversation is not finished. */
  readonly onMessage: 'reject' | 'supersede';
  /** Adds the results of an ended run's tools to its conversation. */
  readonly close: (run: StoredRun) => Promise<void>;
  /** Cancels a run as a person. Returns `false` if the person sees no such run. */
  readonly cancel: (run: string, by: TurnOperator) => Promise<boolean>;
}

/** Saves turns that wait for a person in a store, and leases them to the callers that resume them. */
export class StoredTurnPersistence extends TurnPersistence {
  private readonly conversations: WaitingConversations;

  constructor(private readonly parts: StoredTurnParts) {
    super();
    const { times, onMessage, close } = parts;
    this.conversations = new WaitingConversations({ store: () => this.store(), times, onMessage, close });
  }

  isReady(): boolean {
    return this.parts.store() !== undefined;
  }

  // A turn that a part of a resumed turn starts belongs to that turn.
  override refusal(): Error | undefined {
    return workerRun.getStore() === undefined ? this.parts.leasedRuns.refusal() : undefined;
  }

  requesterOf(context: ToolContext): MaybePromise<TurnRequester | undefined> {
    const { requesters, identifyMs } = this.parts;
    const requester = requesters.of(context);
    return isPromiseLike(requester) ? withinTime(requester, identifyMs, undefined, IDENTIFY_LATE) : requester;
  }

  async admit(conversation: ConversationKey): Promise<void> {
    await this.conversations.admit(conversation);
  }

  async assertIdle(conversation: ConversationKey): Promise<void> {
    if (this.isReady()) await this.conversations.assertIdle(conversation);
  }

  async suspend(suspension: Suspension): Promise<SuspendedTurn> {
    const { requesters, tools, times } = this.parts;
    const store = this.store();
    const { context } = suspension.turn;
    assertToolsResolvable(suspension, tools);
    const requester = await requesters.of(context);
    if (!requester) throw new SuspensionException(NO_REQUESTER);
    const { expiresInMs } = times;
    const opening = openRun({ suspension, requester, expiresInMs });
    const state = await store.change(context.runId, opening).catch((error: unknown) => {
      if (error instanceof RunConflictException) throw error;
      if (error instanceof ApprovalConflictException)
        return this.conversations.throwConflict(error.conversation, error.runIds);
      return this.readOpened(store, context.runId, error);
    });
    return suspendedTurn(state);
  }

  async resume(id: string, client: string): Promise<ResumedRun> {
    return this.claim(id, client, new RunSightings());
  }

  async isSaved(id: string): Promise<boolean> {
    return (await this.parts.store()?.state(id)) !== undefined;
  }

  async cancel(id: string, by: TurnOperator): Promise<boolean> {
    if (!this.isReady()) return false;
    return this.parts.cancel(id, by);
  }

  private async claim(id: string, client: string, sightings: RunSightings): Promise<ResumedRun> {
    const { worker, times, tools, leasedRuns } = this.parts;
    const store = this.store();
    for (;;) {
      const claimedAt = performance.now();
      const refusal = () => leasedRuns.refusal();
      const known = { tools: presentTools(store, tools, times), seen: sightings.of(id) };
      const claimant = { worker, client, times, ...known, refusal };
      const { claim, state, checkpoint } = await claimStoredRun(store, id, claimant);
      switch (claim.type) {
        case 'claimed': {
          const leased = await this.lease(store, state, checkpoint!, claimedAt);
          if (leased) return leased;
          break;
        }
        case 'left':
        case 'busy':
          sightings.note([state.run]);
          if (workerRun.getStore() === id) throw new RunBusyException(id);
          return {
            type: 'busy',
            attempt: state.run.fence,
            changed: (signal) => leasedRuns.changed(id, signal),
            retry: () => this.claim(id, client, sightings),
          };
        case 'waiting':
          return { type: 'suspended', suspended: suspendedTurn(state) };
        default:
          return endedRun(claim.run, checkpoint!);
      }
    }
  }

  /** Undefined if the requester is gone. The run is cancelled then. */
  private async lease(
    store: ApprovalStore,
    { run, approvals }: RunState,
    checkpoint: RunCheckpoint,
    claimedAt: number,
  ): Promise<LeasedRun | undefined> {
    const { worker, times, leasedRuns, requesters } = this.parts;
    const fence: Fence = { worker, fence: run.fence };
    const access = await this.accessTo(run, checkpoint).catch(async (error: unknown) => {
      await this.giveBack(store, run, error);
      throw error;
    });
    if (access.type === 'gone') {
      await changeRun(store, run.id, times, (draft) => {
        assertLeased(draft, fence);
        endRun(draft, 'cancelled', access.reason);
        leaveEnded(draft, fence);
      });
      return undefined;
    }
    const unpin = requesters.pin(run.id, run.requester);
    const onEnd = (): void => {
      unpin();
      leasedRuns.end(leased);
    };
    const { transient } = access;
    const leased: LeasedRun = new LeasedRun({
      store,
      times,
      run,
      approvals,
      checkpoint,
      worker,
      claimedAt,
      transient,
      onEnd,
    });
    leasedRuns.add(leased);
    return leased;
  }

  private async accessTo(run: StoredRun, checkpoint: RunCheckpoint) {
    return run.closing === undefined ? this.rehydrate(run.requester, checkpoint) : PRESENT;
  }

  private async giveBack(store: ApprovalStore, { id, fence, failures }: StoredRun, error: unknown): Promise<void> {
    const { worker, times } = this.parts;
    const attempt = { ...times, error: describeError(error), retryInMs: backOffMs(failures) };
    const owner = { worker, fence };
    await changeRun(store, id, times, (draft) => {
      if (failAttempt(draft, owner, attempt) === 'failed') leaveEnded(draft, owner);
    }).catch(() => {});
  }

  private async rehydrate(requester: Requester, { request }: RunCheckpoint) {
    const resolver = this.parts.resolver();
    if (!resolver) return PRESENT;
    const asked = Promise.resolve(resolver.rehydrate(requester, request.toolContext));
    // At most half the lease, because nothing renews it yet.
    const access = await withinTime(asked, this.parts.times.leaseMs / 2, undefined, REHYDRATE_LATE);
    // An invalid result must not count as permission to resume.
    if (access?.type === 'present' || access?.type === 'gone') return access;
    throw new TypeError(
      "RequesterResolver.rehydrate() returned no valid result. Return { type: 'present' } or { type: 'gone', reason }.",
    );
  }

  // The write may have succeeded although the store's reply was lost.
  private async readOpened(store: ApprovalStore, run: string, error: unknown): Promise<RunState> {
    const state = await store.state(run).catch(() => undefined);
    if (state) return state;
    throw error;
  }

  private store(): ApprovalStore {
    const store = this.parts.store();
    if (store) return store;
    throw new SuspensionException(
      'No ApprovalStore is configured, so no turn can wait for a person. Import SqlModule, or provide ApprovalStore.',
    );
  }
}

const IDENTIFY_LATE = 'RequesterResolver.identify() did not answer';

const REHYDRATE_LATE = 'RequesterResolver.rehydrate() did not answer';

const PRESENT = { type: 'present', transient: undefined } as const;

const NO_REQUESTER =
  'The turn must wait for a person, and no RequesterResolver is configured. No call of its batch ran. Provide RequesterResolver in any module.';
