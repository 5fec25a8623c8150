import type { BatchObservableCallback, Meter, Observable } from '@opentelemetry/api';
import { firstValueFrom, from, timeout } from 'rxjs';
import type { ApprovalStore } from 'toolgate/approval';

/** The sources of the gauges, and the listener for their failures. */
export interface GaugeSources {
  /** Returns the store of approvals; undefined if there is none. */
  readonly approvals: () => Pick<ApprovalStore, 'counts'> | undefined;
  readonly failed: (error: unknown) => void;
}

type Stop = () => void;

/** How long a collection waits for the store. All other metrics wait for as long. */
const ANSWERS_WITHIN_MS = 5_000;

/** Gauges of waiting and running turns. They are read only when metrics are collected. */
export class Gauges {
  private readonly running = new Map<string, number>();
  private stops: readonly Stop[] = [];

  constructor(private readonly sources: GaugeSources) {}

  /** Counts a turn of a client until the returned function is called. */
  begin(client: string): Stop {
    this.add(client, 1);
    return () => this.add(client, -1);
  }

  /** Registers the gauges with a meter, and with no other from now on. */
  reportTo(meter: Meter): void {
    this.stop();
    const approvals = this.sources.approvals();
    this.stops = [this.reportRunning(meter), ...(approvals ? [this.reportWaiting(meter, approvals)] : [])];
  }

  /** Removes the gauges from the meter. */
  stop(): void {
    const { stops } = this;
    this.stops = [];
    for (const stop of stops) stop();
  }

  private add(client: string, count: number): void {
    // An idle client is reported with 0; otherwise its last count would remain.
    this.running.set(client, (this.running.get(client) ?? 0) + count);
  }

  private reportRunning(meter: Meter): Stop {
    const running = meter.createObservableUpDownCounter('toolgate.runs.in_flight', {
      description: 'Turns that run in this process.',
      unit: '{turn}',
    });
    return this.read(meter, [running], (result) => {
      for (const [client, count] of this.running) result.observe(running, count, { 'gen_ai.agent.name': client });
    });
  }

  private reportWaiting(meter: Meter, approvals: Pick<ApprovalStore, 'counts'>): Stop {
    const gauge = (name: string, description: string, unit: string) =>
      meter.createObservableGauge(name, { description, unit });
    const pending = gauge('toolgate.approvals.pending', 'Approvals that wait for a person.', '{approval}');
    const oldest = gauge('toolgate.approvals.oldest_pending', 'How long the oldest of them has waited.', 's');
    const suspended = gauge('toolgate.runs.suspended', 'Runs that are suspended.', '{run}');
    const parked = gauge('toolgate.runs.parked', 'Runs that wait for a person to retry or cancel them.', '{run}');
    const setAside = gauge('toolgate.runs.set_aside', 'Runs that were set aside because they cannot be read.', '{run}');
    // An SDK may repeat the last value of a gauge that is not observed, so this gauge reports that the others are
    // stale.
    const up = gauge('toolgate.approvals.store_up', 'Whether the store of approvals answered: 1, else 0.', '{store}');
    return this.read(meter, [pending, oldest, suspended, parked, setAside, up], async (result) => {
      result.observe(up, 0);
      const counts = await firstValueFrom(from(approvals.counts()).pipe(timeout(ANSWERS_WITHIN_MS)));
      result.observe(up, 1);
      result.observe(pending, counts.pending);
      result.observe(oldest, (counts.oldestPendingMs ?? 0) / 1000);
      result.observe(suspended, counts.suspended);
      result.observe(parked, counts.parked ?? 0);
      result.observe(setAside, counts.setAside ?? 0);
    });
  }

  private read(meter: Meter, observables: Observable[], record: BatchObservableCallback): Stop {
    const callback: BatchObservableCallback = async (result) => {
      try {
        await record(result);
      } catch (error) {
        this.sources.failed(error);
      }
    };
    meter.addBatchObservableCallback(callback, observables);
    return () => meter.removeBatchObservableCallback(callback, observables);
  }
}
