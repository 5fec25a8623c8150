import type { BatchObservableCallback, Meter, Observable } from '@opentelemetry/api';
import { firstValueFrom, from, timeout } from 'rxjs';
import type { ApprovalCounts, ApprovalStore, NoticeCounts } from 'toolgate/approval';

type Counted = Pick<ApprovalStore, 'counts' | 'notices'>;

/** The sources of the gauges, and the listener for their failures. */
export interface GaugeSources {
  /** Returns the store of approvals; undefined if there is none. */
  readonly approvals: () => Counted | undefined;
  readonly failed: (error: unknown) => void;
}

type Stop = () => void;

/** How long a collection waits for the store. All other metrics wait for as long. */
const ANSWERS_WITHIN_MS = 5_000;

/** A number of the store; undefined if the store has none of its kind. */
interface WaitingGauge {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly valueOf: (counts: ApprovalCounts, notices: NoticeCounts | undefined) => number | undefined;
}

const secondsOf = (ms = 0): number => ms / 1000;

const WAITING: readonly WaitingGauge[] = [
  {
    name: 'approvals.pending',
    description: 'Approvals that wait for a person.',
    unit: '{approval}',
    valueOf: ({ pending }) => pending,
  },
  {
    name: 'approvals.oldest_pending',
    description: 'How long the oldest of them has waited.',
    unit: 's',
    valueOf: ({ oldestPendingMs }) => secondsOf(oldestPendingMs),
  },
  {
    name: 'runs.suspended',
    description: 'Runs that are suspended.',
    unit: '{run}',
    valueOf: ({ suspended }) => suspended,
  },
  {
    name: 'runs.parked',
    description: 'Runs that wait for a person to retry or cancel them.',
    unit: '{run}',
    valueOf: ({ parked = 0 }) => parked,
  },
  {
    name: 'runs.set_aside',
    description: 'Runs that were set aside because they cannot be read.',
    unit: '{run}',
    valueOf: ({ setAside = 0 }) => setAside,
  },
  {
    name: 'runs.overdue',
    description: 'How long the oldest due work has waited for a worker.',
    unit: 's',
    valueOf: ({ oldestDueMs }) => secondsOf(oldestDueMs),
  },
  {
    name: 'notices.open',
    description: 'Notices that are not delivered yet.',
    unit: '{notice}',
    valueOf: (_, notices) => notices?.open,
  },
  {
    name: 'notices.oldest_open',
    description: 'How long the oldest of them has waited.',
    unit: 's',
    valueOf: (_, notices) => notices && secondsOf(notices.oldestOpenMs),
  },
  {
    name: 'notices.parked',
    description: 'Notices that were not delivered and are not sent again.',
    unit: '{notice}',
    valueOf: (_, notices) => notices?.parked,
  },
];

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

  private reportWaiting(meter: Meter, store: Counted): Stop {
    const gauges = WAITING.map(({ name, description, unit, valueOf }) => ({
      gauge: meter.createObservableGauge(`toolgate.${name}`, { description, unit }),
      valueOf,
    }));
    // An SDK may repeat the last value of a gauge that is not observed, so this gauge reports that the others are
    // stale.
    const up = meter.createObservableGauge('toolgate.approvals.store_up', {
      description: 'Whether the store of approvals answered: 1, else 0.',
      unit: '{store}',
    });
    return this.read(meter, [up, ...gauges.map(({ gauge }) => gauge)], async (result) => {
      result.observe(up, 0);
      const counting = Promise.all([store.counts(), store.notices?.()?.counts()]);
      const counted = await firstValueFrom(from(counting).pipe(timeout(ANSWERS_WITHIN_MS)));
      result.observe(up, 1);
      for (const { gauge, valueOf } of gauges) {
        const value = valueOf(...counted);
        if (value !== undefined) result.observe(gauge, value);
      }
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
