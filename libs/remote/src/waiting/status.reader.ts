import type { ApprovalStatusWord, ExternalStatusesBody } from 'toolgate/http/client';
import { isFinal } from '../service/describe-failure.js';
import type { WaitingCall } from './waiting-call.js';

/** The most calls whose statuses one request reads. */
const MOST_IDS = 100;

/** The first pause between two reads; it doubles up to the interval of the application. */
const FIRST_PAUSE_MS = 100;

interface StatusReaderParts {
  readonly pollMs: number;
  readonly statuses: (ids: readonly string[]) => Promise<ExternalStatusesBody>;
  /** Called when a call no longer waits. The status is undefined if the service does not know the call. */
  readonly onStatus: (call: WaitingCall, status: ApprovalStatusWord | undefined) => void;
  /** Called if the statuses can never be read. */
  readonly onFailure: (calls: readonly WaitingCall[], error: unknown) => void;
}

/** Reads the statuses of all waiting calls together, with one timer: often at first, then at the interval. */
export class StatusReader {
  private readonly calls = new Set<WaitingCall>();
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private isReading = false;

  constructor(private readonly parts: StatusReaderParts) {}

  /** Reads the status of a call from now on, until `onStatus` or `remove`. */
  add(call: WaitingCall): void {
    call.nextAt = 0;
    call.pauseMs = Math.min(FIRST_PAUSE_MS, this.parts.pollMs);
    this.calls.add(call);
    this.readAt(0);
  }

  remove(call: WaitingCall): void {
    this.calls.delete(call);
    if (this.calls.size === 0) this.stop();
  }

  private schedule(): void {
    let nextAt = Infinity;
    for (const call of this.calls) nextAt = Math.min(nextAt, call.nextAt);
    this.readAt(nextAt);
  }

  private readAt(at: number): void {
    if (this.isReading || at >= this.timerAt) return;
    this.stop();
    this.timerAt = at;
    this.timer = setTimeout(this.read, Math.max(0, at - performance.now()));
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.timerAt = Infinity;
  }

  private readonly read = async (): Promise<void> => {
    this.stop();
    this.isReading = true;
    const now = performance.now();
    const due = [...this.calls].filter(({ nextAt }) => nextAt <= now);
    try {
      for (let start = 0; start < due.length; start += MOST_IDS)
        await this.readSome(due.slice(start, start + MOST_IDS));
    } finally {
      this.isReading = false;
      this.schedule();
    }
  };

  private async readSome(calls: readonly WaitingCall[]): Promise<void> {
    const waiting = calls.filter((call) => this.calls.has(call));
    if (waiting.length === 0) return;
    try {
      const { items } = await this.parts.statuses(waiting.map(({ id }) => id));
      const statuses = new Map(items.map(({ id, approval }) => [id, approval]));
      for (const call of waiting) this.take(call, statuses.get(call.id));
    } catch (error) {
      // While the service is down, the calls wait until their time is over.
      if (isFinal(error)) this.parts.onFailure(waiting, error);
      else for (const call of waiting) this.postpone(call);
    }
  }

  private take(call: WaitingCall, status: ApprovalStatusWord | undefined): void {
    if (!this.calls.has(call)) return;
    if (status === 'PENDING') return this.postpone(call);
    this.remove(call);
    this.parts.onStatus(call, status);
  }

  // Calls that have waited long are read at the same times, so that few requests read many.
  private postpone(call: WaitingCall): void {
    const { pollMs } = this.parts;
    const pauseMs = Math.min(call.pauseMs, pollMs);
    call.nextAt = Math.ceil((performance.now() + pauseMs / 2) / pauseMs) * pauseMs;
    call.pauseMs = Math.min(call.pauseMs * 2, pollMs);
  }
}
