import type { ApprovedCall } from './waiting-call.js';

/**
 * An approval is withdrawn if it is not claimed within this time plus the time that another call of its batch may wait.
 */
const UNCLAIMED_MS = 3_600_000;

/** The approved calls that have not been claimed. Each is withdrawn if its turn is aborted first. */
export class ApprovedCalls {
  private readonly calls = new Map<ApprovedCall, { readonly at: number; readonly release: () => void }>();

  /** @param timeoutMs how long another call of the same batch may wait for its decision */
  constructor(
    private readonly timeoutMs: number,
    private readonly withdraw: (call: ApprovedCall, why: string) => void,
  ) {}

  add(call: ApprovedCall, signal: AbortSignal | undefined): void {
    this.withdrawOld();
    const onAbort = (): void => this.drop(call, 'The turn was aborted.');
    const release = (): void => signal?.removeEventListener('abort', onAbort);
    this.calls.set(call, { at: performance.now(), release });
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  }

  /** Removes a call that is being claimed. */
  take(call: ApprovedCall): void {
    this.calls.get(call)?.release();
    this.calls.delete(call);
  }

  /** Withdraws all. */
  dropAll(why: string): void {
    for (const call of this.calls.keys()) this.drop(call, why);
  }

  private drop(call: ApprovedCall, why: string): void {
    this.take(call);
    this.withdraw(call, why);
  }

  // A call that was never claimed belongs to a turn that failed without an abort.
  private withdrawOld(): void {
    const oldest = performance.now() - UNCLAIMED_MS - this.timeoutMs;
    for (const [call, { at }] of this.calls) {
      if (at > oldest) return;
      this.drop(call, 'It was not started in time.');
    }
  }
}
