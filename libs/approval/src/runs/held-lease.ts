import { LineLogger } from 'toolgate/model';
import { RunEndedException } from 'toolgate/chat';
import { idsForLog } from 'toolgate/tool';
import { RunLostException } from '../approval.errors.js';
import type { StoredRun } from '../records/stored-run.js';

/** What a lease is held with. */
export interface HeldLeaseParts {
  readonly run: StoredRun;
  readonly leaseMs: number;
  /** When its claim was sent to the store, by `performance.now()`: the lease is not older. */
  readonly claimedAt: number;
  /** Renews it in the store; rejects if that is not known to have succeeded. */
  readonly renew: () => Promise<unknown>;
}

const RENEWALS_IN_A_LEASE = 3;

const logger = new LineLogger('Toolgate');

/** The lease of a run that this process resumes: it is renewed until it is let go, and its signal fires when it ends before. */
export class HeldLease {
  private readonly ended = new AbortController();
  private readonly renewing: NodeJS.Timeout;
  /** Until when no other process holds the run, by `performance.now()`: setting a clock does not change it. */
  private heldUntil: number;
  private isLetGo = false;

  constructor(private readonly parts: HeldLeaseParts) {
    const { claimedAt, leaseMs } = parts;
    this.heldUntil = claimedAt + leaseMs;
    this.renewing = setInterval(() => void this.renew(), leaseMs / RENEWALS_IN_A_LEASE);
    this.renewing.unref();
  }

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** Throws if another process may hold the run by now, whatever the store said when it was asked last. */
  readonly assertHeld = (): void => {
    this.signal.throwIfAborted();
    if (performance.now() < this.heldUntil) return;
    const lost = new RunLostException(this.parts.run.id);
    this.end(lost);
    throw lost;
  };

  /** Ends the turn of a run that is not held any more. Any other error is ignored: the run may still be held. */
  end(reason: unknown): void {
    if (this.signal.aborted || this.isLetGo) return;
    if (reason instanceof RunLostException) this.warn();
    else if (!(reason instanceof RunEndedException)) return;
    this.ended.abort(reason);
  }

  /** Ends the turn and leaves the run to other processes. */
  release(): void {
    this.ended.abort(new RunLostException(this.parts.run.id));
  }

  letGo(): void {
    this.isLetGo = true;
    clearInterval(this.renewing);
  }

  private async renew(): Promise<void> {
    const { leaseMs, renew } = this.parts;
    const sentAt = performance.now();
    try {
      await renew();
      this.heldUntil = Math.max(this.heldUntil, sentAt + leaseMs);
    } catch (error) {
      // The next one may succeed where the store failed.
      this.end(error);
    }
  }

  // Another process makes the next attempt, so it is no error.
  private warn(): void {
    const { id: run, conversation } = this.parts.run;
    logger.warn(`The lease of a run was lost: ${LOST} ${idsForLog({ runId: run, conversation })}`);
  }
}

const LOST =
  'it was not renewed in time, and another process may resume the run. Check that the store answers within approval.leaseMs, and that nothing blocks the event loop for as long.';
