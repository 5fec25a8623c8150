import { type Seams, describeError, idsForLog } from '#core';
import { LineLogger } from 'toolgate/model';
import type { ToolCallbackResolver } from 'toolgate/tool';
import { RunBusyException } from '../errors/approval.errors.js';
import type { RunCheckpoint, RunState, StoredRun } from '../records/stored-run.js';
import type { Requester } from '../requester/requester.js';
import { RequesterResolver } from '../requester/requester.resolver.js';
import type { Requesters } from '../requester/requesters.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { withinTime } from '../strategy/within-time.js';
import { endRun } from '../transitions/end-run.js';
import { failAttempt } from '../transitions/finish-run.js';
import { assertLeased, type Fence } from '../transitions/lease.js';
import { claimStoredRun } from './claim-stored-run.js';
import { leaveEnded } from './ended-run.js';
import { LeasedRun } from './leased-run.js';
import type { LeasedRuns } from './leased-runs.js';
import { presentCheckpoint } from './present-checkpoint.js';
import { presentTools } from './present-tools.js';
import { RunSightings } from './run-sightings.js';
import { backOffMs } from './run-times.js';
import { changeRun } from './store-calls.js';
import { workerRun } from './worker-run.js';
import type { ApprovalSettings } from './approval-settings.js';
import { randomUUID } from 'node:crypto';

interface RunClaimsParts {
  readonly seams: Seams;
  readonly requesters: Requesters;
  readonly tools: ToolCallbackResolver;
  readonly leasedRuns: LeasedRuns;
  readonly settings: ApprovalSettings;
}

/** A run after an attempt to claim it. */
type RunClaim =
  | LeasedRun
  /** Another worker or reader resumes it. */
  | { readonly type: 'busy'; readonly run: StoredRun }
  /** It waits for a person. */
  | { readonly type: 'waiting'; readonly state: RunState }
  | { readonly type: 'ended'; readonly run: StoredRun; readonly checkpoint: RunCheckpoint };

/** A leased run, and the transient data of its requester. */
interface Lease {
  readonly store: ApprovalStore;
  readonly state: RunState;
  readonly checkpoint: RunCheckpoint;
  /** When the claim was sent to the store, by `performance.now()`. */
  readonly claimedAt: number;
  readonly transient?: Readonly<Record<string, unknown>>;
  /** The worker of the lease. @default this process */
  readonly worker?: string;
}

/** Leases runs of every kind to this process, as their requesters. */
export class RunClaims {
  /** The id of this process. */
  private readonly worker = randomUUID();
  private readonly logger = new LineLogger('Toolgate');
  private readonly warned = new Set<string>();

  constructor(private readonly parts: RunClaimsParts) {}

  /**
   * Leases a run if it can be resumed. Throws `RunNotFoundException` if it does not exist, or if `isMeant` returns
   * false for it.
   */
  async claim(
    store: ApprovalStore,
    id: string,
    isMeant: (run: StoredRun) => boolean,
    sightings = new RunSightings(),
  ): Promise<RunClaim> {
    const { worker } = this;
    const { tools, leasedRuns, settings } = this.parts;
    const { times } = settings;
    for (;;) {
      const claimedAt = performance.now();
      const refusal = () => leasedRuns.refusal();
      const known = { tools: presentTools(store, tools, times), seen: sightings.of(id) };
      const { claim, state, checkpoint } = await claimStoredRun(store, id, {
        worker,
        isMeant,
        times,
        ...known,
        refusal,
      });
      switch (claim.type) {
        case 'claimed': {
          const leased = await this.leaseAs({ store, state, checkpoint: checkpoint!, claimedAt });
          if (leased) return leased;
          break;
        }
        case 'left':
        case 'busy':
          sightings.note([state.run]);
          if (workerRun.getStore() === id) throw new RunBusyException(id);
          return { type: 'busy', run: state.run };
        case 'waiting':
          return { type: 'waiting', state };
        default:
          return { type: 'ended', run: claim.run, checkpoint: checkpoint! };
      }
    }
  }

  /** Returns a run that this process has just leased. It acts as its requester until it ends or is suspended again. */
  lease({ store, state, checkpoint: saved, claimedAt, transient, worker }: Lease): LeasedRun {
    const { settings, leasedRuns, requesters, tools } = this.parts;
    const { run, approvals } = state;
    const { checkpoint, missing } = presentCheckpoint(state, saved, tools);
    this.warnOf(missing, run);
    const unpin = requesters.pin(run.id, run.requester);
    const onEnd = (): void => {
      unpin();
      leasedRuns.end(leased);
    };
    const about = { store, times: settings.times, run, approvals, checkpoint };
    const leased: LeasedRun = new LeasedRun({
      ...about,
      worker: worker ?? this.worker,
      claimedAt,
      transient,
      onEnd,
    });
    leasedRuns.add(leased);
    return leased;
  }

  private warnOf(missing: readonly string[], { id: runId, conversation }: StoredRun): void {
    for (const name of missing) {
      if (this.warned.has(name) || this.warned.size === MOST_WARNINGS) continue;
      this.warned.add(name);
      this.logger.warn(
        `Turns resume without the tool ${JSON.stringify(name)}, which the application no longer has. The first: ${idsForLog({ runId, conversation })}`,
      );
    }
  }

  /** Returns undefined if the requester is gone. The run is canceled then. */
  private async leaseAs(lease: Lease): Promise<LeasedRun | undefined> {
    const { store, state, checkpoint } = lease;
    const { run } = state;
    const { times } = this.parts.settings;
    const fence: Fence = { worker: this.worker, fence: run.fence };
    const found = await this.accessTo(run, checkpoint)
      .then((access) => (access.type === 'present' ? this.lease({ ...lease, transient: access.transient }) : access))
      .catch(async (error: unknown) => {
        await this.giveBack(store, run, error);
        throw error;
      });
    if (found instanceof LeasedRun) return found;
    await changeRun(store, run.id, times, (draft) => {
      assertLeased(draft, fence);
      endRun(draft, 'cancelled', found.reason);
      leaveEnded(draft, fence);
    });
    return undefined;
  }

  private async accessTo(run: StoredRun, checkpoint: RunCheckpoint) {
    return run.closing === undefined ? this.rehydrate(run.requester, checkpoint) : PRESENT;
  }

  private async giveBack(store: ApprovalStore, { id, fence, failures }: StoredRun, error: unknown): Promise<void> {
    const { times } = this.parts.settings;
    const attempt = { ...times, error: describeError(error), retryInMs: backOffMs(failures) };
    const owner = { worker: this.worker, fence };
    await changeRun(store, id, times, (draft) => {
      if (failAttempt(draft, owner, attempt) === 'failed') leaveEnded(draft, owner);
    }).catch(() => {});
  }

  private async rehydrate(requester: Requester, { request }: RunCheckpoint) {
    const resolver = this.parts.seams.provided(RequesterResolver);
    if (!resolver) return PRESENT;
    // A copy, because the run acts as the requester that it was saved with.
    const asked = Promise.resolve(resolver.rehydrate({ ...requester }, request.toolContext));
    // At most half the lease, because nothing renews it yet.
    const access = await withinTime(asked, this.parts.settings.times.leaseMs / 2, undefined, REHYDRATE_LATE);
    // An invalid result must not count as permission to resume.
    if (access?.type === 'present' || access?.type === 'gone') return access;
    throw new TypeError(
      "RequesterResolver.rehydrate() returned no valid result. Return { type: 'present' } or { type: 'gone', reason }.",
    );
  }
}

const MOST_WARNINGS = 100;

const REHYDRATE_LATE = 'RequesterResolver.rehydrate() did not answer';

const PRESENT = { type: 'present', transient: undefined } as const;
