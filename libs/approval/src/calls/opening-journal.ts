import { randomUUID } from 'node:crypto';
import type { TurnAbort } from '#core';
import type { LoopState, SavedRequest } from 'toolgate/chat';
import type { BatchCall, BatchJournal, PreparedCall, SavedResult, StartedCall, ToolCallResult } from 'toolgate/tool';
import { hashOf } from '../records/canonical-json.js';
import type { RunState } from '../records/stored-run.js';
import type { TenantRequester } from '../requester/requester.js';
import type { LeasedRun } from '../runs/leased-run.js';
import type { RunClaims } from '../runs/run-claims.js';
import { withRetries } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { CallStart } from '../transitions/batch.js';
import { openCall } from '../transitions/open-call.js';

/** The same request was saved before this one, or at the same time by another process. Nothing was changed. */
export class KnownRequest extends Error {
  constructor(readonly state: RunState) {
    super(`The run ${state.run.id} exists.`);
  }
}

interface OpeningJournalParts {
  readonly store: ApprovalStore;
  readonly claims: RunClaims;
  readonly leaseMs: number;
  readonly id: string;
  readonly request: { readonly id: string; readonly hash: string };
  readonly requester: TenantRequester;
  readonly saved: { readonly request: SavedRequest; readonly loop: LoopState };
  /** Aborts the call if its run is canceled or its lease is lost. */
  readonly abort: TurnAbort;
}

/** Saves a call before its body: one write opens the run, leased to this process, and marks the call as started. */
export class OpeningJournal implements BatchJournal {
  /** Absent until the run is opened, and if the call was rejected at once. */
  leased?: LeasedRun;
  /** Whether the run is being opened, or has been. */
  isOpening = false;
  private batch: readonly BatchCall[] = [];
  private journal?: BatchJournal;

  constructor(private readonly parts: OpeningJournalParts) {}

  async begin(batch: readonly BatchCall[]): Promise<readonly SavedResult[]> {
    this.parts.abort.throwIfAborted();
    this.batch = batch;
    // A call with invalid arguments is not saved, so that its request can be corrected. A call that may run is saved
    // with its start, because nothing could be lost before.
    if (batch.every(({ prepared, result }) => prepared && result)) await this.open();
    return [];
  }

  async start({ index, input }: PreparedCall): Promise<StartedCall> {
    const claimedAt = performance.now();
    const state = await this.open({ index, argsHash: hashOf(input) });
    const { claims, store, saved, abort } = this.parts;
    const checkpoint = { schema: 1, ...saved } as const;
    const { worker } = state.run.lease!;
    this.leased = claims.lease({ store, state, checkpoint, claimedAt, worker });
    abort.follow(this.leased.ended);
    this.journal = this.leased.batch(saved.loop);
    return { type: 'started', attempt: state.run.slots[index]!.attempt, assertLeased: this.leased.assertLeased };
  }

  finish(call: PreparedCall, result: ToolCallResult): Promise<ToolCallResult | undefined> {
    return this.journal!.finish(call, result);
  }

  fail(call: PreparedCall): Promise<void> {
    return this.journal!.fail(call);
  }

  private async open(start?: Omit<CallStart, 'token'>): Promise<RunState> {
    const { store, leaseMs, saved, ...about } = this.parts;
    this.isOpening = true;
    // Identifies this opening, so that a repeated write after a lost reply finds its own run.
    const worker = randomUUID();
    const opening = openCall({
      ...about,
      suspension: { ...saved, batch: this.batch },
      expiresInMs: 0,
      lease: { worker, leaseMs, ...(start && { start: { ...start, token: worker } }) },
    });
    const { state, isNew } = await withRetries(() => store.change(about.id, opening));
    if (!isNew && state.run.lease?.worker !== worker) throw new KnownRequest(state);
    return state;
  }
}
