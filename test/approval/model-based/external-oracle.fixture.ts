import { Refused, TICKS } from './oracle-records.fixture.js';
import { RunOracle } from './oracle.fixture.js';

/** The specification of one external call: its body runs elsewhere, after a claim. */
export class ExternalOracle extends RunOracle {
  /** Whether a person has reported the outcome, which no application can report again. */
  private isReported = false;

  /** No worker resumes it: its lease ends, or its approval expires or lapses. */
  override due(): number | undefined {
    if (this.holder) return this.holder.until;
    if (this.status !== 'suspended') return undefined;
    const ends = this.questions.flatMap(({ status, expiresAt, lapsesAt = Infinity }) => {
      if (status === 'PENDING') return [expiresAt];
      return status === 'APPROVED' ? [lapsesAt] : [];
    });
    return ends.length > 0 ? Math.min(...ends) : undefined;
  }

  /** Whether it waits for a system that claims it, and for nothing else. */
  isClaimable(): boolean {
    const [question] = this.questions;
    return !this.holder && (question!.status === 'APPROVED' || question!.status === 'EXECUTING');
  }

  claimExternal(token: string, args: string): string {
    const [[call], [question]] = [this.calls, this.questions];
    const { status } = question!;
    if (status === 'PENDING') throw new Refused('not-approved');
    if (DENIED.includes(status)) throw new Refused('ended');
    if (args !== question!.args) throw new Refused('hash-mismatch');
    if (!this.isClaimable() && (status !== 'EXECUTING' || call!.token !== token)) return `no ${status}`;
    if (this.isClaimable()) {
      question!.status = 'EXECUTING';
      call!.state = 'started';
      call!.token = token;
      call!.starts++;
      this.status = 'resuming';
      this.fence++;
      this.hasEffects = true;
      this.retryAt = undefined;
    }
    this.holder = { worker: 'external', until: this.now + TICKS.lease };
    return `start ${call!.starts}`;
  }

  override settleUnknown(index: number, result: 'success' | 'error' | 'abandoned'): void {
    super.settleUnknown(index, result);
    this.isReported = true;
  }

  finishExternal(token: string, result: 'success' | 'error'): void {
    const [call] = this.calls;
    if (call!.token !== token) throw new Refused('not-claimed');
    if (call!.state === 'started' || call!.state === 'unknown') this.finish(this, 0, result);
    else if (this.isReported || call!.result !== result) throw new Refused('finished');
  }
}

const DENIED: readonly string[] = ['REJECTED', 'EXPIRED', 'CANCELLED', 'LAPSED', 'REVOKED', 'RESPONDED'];
