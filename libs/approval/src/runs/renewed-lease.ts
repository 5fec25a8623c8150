import { idsForLog, TurnAbort } from '#core';
import { LineLogger } from 'toolgate/model';
import { RunEndedException } from 'toolgate/chat';
import { RunLostException } from '../errors/approval.errors.js';
import type { StoredRun } from '../records/stored-run.js';

interface RenewedLeaseParts {
  readonly run: StoredRun;
  readonly leaseMs: number;
  /** When the claim was sent to the store, by `performance.now()`. The lease begins no earlier. */
  readonly claimedAt: number;
  /** Renews the lease in the store. Rejects unless the renewal is known to have succeeded. */
  readonly renew: () => Promise<unknown>;
}

const RENEWALS_IN_A_LEASE = 3;

const logger = new LineLogger('Toolgate');

/** The lease of a run that this process resumes. It is renewed until `stop`. */
export class RenewedLease {
  /** Aborts if the lease ends before `stop`. */
  readonly ended = new TurnAbort();
  private readonly renewing: NodeJS.Timeout;
  /**
   * Until when no other process can claim the run, by `performance.now()`, which does not change when the clock is set.
   */
  private validUntil: number;
  private isStopped = false;

  constructor(private readonly parts: RenewedLeaseParts) {
    const { claimedAt, leaseMs } = parts;
    this.validUntil = claimedAt + leaseMs;
    this.renewing = setInterval(() => void this.renew(), leaseMs / RENEWALS_IN_A_LEASE);
    this.renewing.unref();
  }

  /** Throws if another process may have claimed the run by now, whatever the store's last reply was. */
  readonly assertLeased = (): void => {
    this.ended.throwIfAborted();
    if (performance.now() < this.validUntil) return;
    const lost = new RunLostException(this.parts.run.id);
    this.end(lost);
    throw lost;
  };

  /**
   * Ends the turn of a run that this process no longer leases. Ignores any other error: the lease may still be valid.
   */
  end(reason: unknown): void {
    if (this.ended.aborted || this.isStopped) return;
    if (reason instanceof RunLostException) this.warn();
    else if (!(reason instanceof RunEndedException)) return;
    this.ended.abort(reason);
  }

  /** Ends the turn, so that another process can resume the run. */
  release(): void {
    this.ended.abort(new RunLostException(this.parts.run.id));
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.renewing);
  }

  private async renew(): Promise<void> {
    const { leaseMs, renew } = this.parts;
    const sentAt = performance.now();
    try {
      await renew();
      this.validUntil = Math.max(this.validUntil, sentAt + leaseMs);
    } catch (error) {
      // If the store failed, the next renewal may succeed.
      this.end(error);
    }
  }

  // Not an error, because another process makes the next attempt.
  private warn(): void {
    const { id: run, conversation } = this.parts.run;
    logger.warn(`The lease of a run was lost: ${LOST} ${idsForLog({ runId: run, conversation })}`);
  }
}

const LOST =
  'it was not renewed in time, and another process may resume the run. Check that the store answers within approval.leaseMs, and that nothing blocks the event loop for as long.';
