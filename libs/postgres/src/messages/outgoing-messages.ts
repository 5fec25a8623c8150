import type { PublishedChange } from 'toolgate/approval';
import { packMessages } from './pack-messages.js';

const COALESCE_MS = 10;

/** Collects the reports of this process. The first one is sent at once; those of the next 10 ms are sent together. */
export class OutgoingMessages {
  private readonly changes = new Map<string, PublishedChange>();
  private readonly turns = new Set<string>();
  private isEveryTurn = false;
  private dueInMs = Infinity;
  private isPlanned = false;

  constructor(
    private readonly from: string,
    private readonly send: (payloads: readonly string[]) => void,
  ) {}

  /** Reports that a run is due in some milliseconds. */
  due(inMs: number): void {
    this.dueInMs = Math.min(this.dueInMs, inMs);
    this.plan();
  }

  /** Reports a change. It replaces an older change of the same record that is not yet sent. */
  change(change: PublishedChange): void {
    this.changes.set(change.kind === 'reset' ? `reset ${change.tenant}` : `${change.kind} ${change.id}`, change);
    this.plan();
  }

  /** Reports that a live turn has new parts. */
  turn(run: string): void {
    this.turns.add(run);
    this.plan();
  }

  /** Reports that any live turn may have new parts. */
  everyTurn(): void {
    this.isEveryTurn = true;
    this.plan();
  }

  // One write makes several reports synchronously. A microtask later, they are sent together.
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    queueMicrotask(() => this.flush());
  }

  private get hasNews(): boolean {
    return this.changes.size > 0 || this.turns.size > 0 || this.isEveryTurn || this.dueInMs < Infinity;
  }

  private flush(): void {
    if (!this.hasNews) {
      this.isPlanned = false;
      return;
    }
    const due = this.dueInMs === Infinity ? {} : { due: Math.ceil(this.dueInMs) };
    const turns = this.isEveryTurn || [...this.turns];
    this.send(packMessages({ from: this.from, ...due, changes: [...this.changes.values()], turns }));
    this.changes.clear();
    this.turns.clear();
    this.isEveryTurn = false;
    this.dueInMs = Infinity;
    setTimeout(() => this.flush(), COALESCE_MS).unref();
  }
}
