import { ignore } from '#core';
import { storableId } from '../dialect/storable-id.js';
import type { LiveTurnSettings } from '../options/live-turn-options.js';
import type { TurnReads } from './turn-reads.js';
import type { Attempt, TurnWrites } from './turn-writes.js';

interface OpenTurn extends Attempt {
  readonly onAbort: () => void;
}

/** The turns that this process writes: renews their leases, and informs their writers of requests to abort. */
export class OpenTurns {
  private readonly turns = new Map<string, OpenTurn>();
  private timer?: NodeJS.Timeout;
  private renewedAt = 0;

  constructor(
    private readonly writer: string,
    private readonly rows: { readonly reads: TurnReads; readonly writes: TurnWrites },
    private readonly settings: LiveTurnSettings,
  ) {}

  add(turn: OpenTurn): void {
    if (this.turns.size === 0) this.renewedAt = performance.now();
    this.turns.set(turn.run, turn);
    this.plan();
  }

  /** Stops renewing the lease of an attempt. */
  delete({ run, attempt }: Attempt): void {
    if (this.turns.get(run)?.attempt === attempt) this.turns.delete(run);
  }

  /** Looks for requests to abort. */
  async check(): Promise<void> {
    if (this.turns.size === 0) return;
    const aborted = new Set(await this.rows.reads.aborted(this.writer, [...this.turns.keys()]));
    for (const [run, turn] of this.turns) if (aborted.has(storableId(run))) this.abort(turn);
  }

  private abort(turn: OpenTurn): void {
    if (turn.onAbort === ignore) return;
    this.turns.set(turn.run, { ...turn, onAbort: ignore });
    turn.onAbort();
  }

  /** Stops renewing all leases. */
  stop(): void {
    this.turns.clear();
    clearTimeout(this.timer);
  }

  private plan(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => void this.beat(), Math.min(this.settings.pollMs, this.settings.leaseMs / 3));
    this.timer.unref();
  }

  private async beat(): Promise<void> {
    try {
      await this.check();
      await this.renew();
    } catch {
      // The next beat tries again; without a lease, the next write fails, and the writer reports it.
    }
    this.timer = undefined;
    if (this.turns.size > 0) this.plan();
  }

  private async renew(): Promise<void> {
    const now = performance.now();
    if (now - this.renewedAt < this.settings.leaseMs / 3 || this.turns.size === 0) return;
    const turns = [...this.turns.values()];
    const renewed = await this.rows.writes.renew(
      this.writer,
      turns.map(({ run }) => run),
    );
    this.renewedAt = now;
    for (const turn of turns) if (!renewed.has(storableId(turn.run))) this.delete(turn);
  }
}
