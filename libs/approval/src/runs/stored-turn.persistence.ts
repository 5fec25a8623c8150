import { type MaybePromise, type Seams, isPromiseLike } from '#core';
import {
  type ConversationKey,
  type ResumedRun,
  type TurnOperator,
  TurnPersistence,
  type TurnRequester,
  type SuspendedTurn,
  type Suspension,
} from 'toolgate/chat';
import type { InnerRun, ToolCallbackResolver, ToolContext } from 'toolgate/tool';
import { ApprovalConflictException, RunConflictException, SuspensionException } from '../errors/approval.errors.js';
import type { InnerRuns } from './inner-runs.js';
import { innerStates } from './inner-states.js';
import { isOpen, type RunParent, type StoredRun } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type OpenBatch, type OpenedTurn, type OpenInner, openRun } from '../transitions/open-run.js';
import { assertToolsResolvable } from './assert-tools-resolvable.js';
import { endedRun } from './ended-run.js';
import type { LeasedRuns } from './leased-runs.js';
import { suspendedTurn } from './pending-approval.js';
import type { Requesters } from '../requester/requesters.js';
import type { RunClaims } from './run-claims.js';
import { withinTime } from '../strategy/within-time.js';
import { RunSightings } from './run-sightings.js';
import { WaitingConversations } from './waiting-conversations.js';
import { workerRun } from './worker-run.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from './approval-settings.js';
import { type CancelableRuns, abortRun } from './abort-run.js';

interface StoredTurnParts {
  readonly store: ActiveStore;
  readonly seams: Seams;
  readonly requesters: Requesters;
  readonly tools: ToolCallbackResolver;
  readonly leasedRuns: LeasedRuns;
  readonly claims: RunClaims;
  /** Adds the results of an ended run's tools to its conversation. */
  readonly worker: { close(run: StoredRun): Promise<void> };
  readonly runs: CancelableRuns;
  readonly inner: InnerRuns;
  readonly settings: ApprovalSettings;
}

/** Saves turns that wait for a person in a store, and leases them to the callers that resume them. */
export class StoredTurnPersistence extends TurnPersistence {
  private readonly conversations: WaitingConversations;

  constructor(private readonly parts: StoredTurnParts) {
    super();
    const { seams, worker, inner, settings } = parts;
    const { times, onMessage } = settings;
    const close = (run: StoredRun) => worker.close(run);
    this.conversations = new WaitingConversations({ store: () => this.store(), times, onMessage, close, inner });
    seams.plug(TurnPersistence, () => this);
  }

  isReady(): boolean {
    return this.parts.store.find() !== undefined;
  }

  // A turn that is started inside a resumed turn belongs to that turn, so it may start while the process shuts down.
  override refusal(): Error | undefined {
    return workerRun.getStore() === undefined ? this.parts.leasedRuns.refusal() : undefined;
  }

  requesterOf(context: ToolContext): MaybePromise<TurnRequester | undefined> {
    const { requesters, settings } = this.parts;
    const requester = requesters.of(context);
    return isPromiseLike(requester) ? withinTime(requester, settings.answerMs, undefined, IDENTIFY_LATE) : requester;
  }

  async admit(conversation: ConversationKey): Promise<void> {
    await this.conversations.admit(conversation);
  }

  async assertIdle(conversation: ConversationKey): Promise<void> {
    if (this.isReady()) await this.conversations.assertIdle(conversation);
  }

  async suspend(suspension: Suspension): Promise<SuspendedTurn> {
    const store = this.store();
    const opening = await this.openingOf(suspension);
    const { id } = opening;
    const state = await store.change(id, openRun(opening)).catch((error: unknown) => {
      if (error instanceof RunConflictException) throw error;
      if (error instanceof ApprovalConflictException)
        return this.conversations.throwConflict(error.conversation, error.runIds);
      return this.readOpened(store, id, error);
    });
    return suspendedTurn(state, state.inner);
  }

  async suspendInside(suspension: Suspension): Promise<InnerRun> {
    const { context } = suspension.turn;
    const opening: OpenInner = { ...(await this.openingOf(suspension)), parent: parentOf(context) };
    return { runId: opening.id, opening };
  }

  private async openingOf(suspension: Suspension): Promise<OpenBatch> {
    const { requesters, tools, settings } = this.parts;
    const { context } = suspension.turn;
    assertToolsResolvable(suspension, tools);
    const requester = await requesters.of(context);
    if (!requester) throw new SuspensionException(NO_REQUESTER);
    return { id: context.runId, suspension, requester, expiresInMs: settings.times.expiresInMs };
  }

  async resume(id: string, client: string): Promise<ResumedRun> {
    return this.claim(id, client, new RunSightings());
  }

  async isSaved(id: string): Promise<boolean> {
    return (await this.parts.store.find()?.state(id)) !== undefined;
  }

  async hasEnded(id: string, client: string): Promise<boolean> {
    const state = await this.parts.store.find()?.state(id);
    return state !== undefined && state.run.client === client && !isOpen(state.run);
  }

  async cancel(id: string, by: TurnOperator): Promise<boolean> {
    if (!this.isReady()) return false;
    return abortRun(this.parts.runs, id, by);
  }

  /** @param waited the version in which the run was found waiting */
  private async claim(id: string, client: string, sightings: RunSightings, waited?: number): Promise<ResumedRun> {
    const { claims, leasedRuns, inner } = this.parts;
    // Another client has other tools and advisors.
    const found = await claims.claim(this.store(), id, (run) => run.client === client, sightings);
    switch (found.type) {
      case 'claimed':
        return found;
      case 'busy':
        return {
          type: 'busy',
          attempt: found.run.fence,
          changed: (signal) => leasedRuns.changed(id, signal),
          retry: () => this.claim(id, client, sightings),
        };
      case 'waiting': {
        // The end of a run inside a call may let this one resume.
        const { version } = found.state.run;
        if (version !== waited && (await inner.advance(found.state))) return this.claim(id, client, sightings, version);
        return { type: 'suspended', suspended: suspendedTurn(found.state, await inner.states(found.state)) };
      }
      default:
        return endedRun(found.run, found.checkpoint);
    }
  }

  // The write may have succeeded although the store's reply was lost.
  private async readOpened(store: ApprovalStore, run: string, error: unknown): Promise<OpenedTurn> {
    const state = await store.state(run).catch(() => undefined);
    if (state) return { ...state, inner: await innerStates(store, state) };
    throw error;
  }

  private store(): ApprovalStore {
    const store = this.parts.store.find();
    if (store) return store;
    throw new SuspensionException(
      'No ApprovalStore is configured, so no turn can wait for a person. Import SqlModule, or provide ApprovalStore.',
    );
  }
}

const parentOf = ({ outer, depth }: ToolContext): RunParent => {
  const { call, runId: run } = outer!;
  const { index, toolCallId: callId, toolName: tool } = call!;
  return { run, index, callId, tool, depth };
};

const IDENTIFY_LATE = 'RequesterResolver.identify() did not answer';

const NO_REQUESTER =
  'The turn must wait for a person, and no RequesterResolver is configured. No call of its batch ran. Provide RequesterResolver in any module.';
