const HOUR_MS = 3_600_000;

/** What happened to approvals in one hour, as a store counts it. */
export interface StoredApprovalHour {
  /** The beginning of the hour, in milliseconds since 1970: a whole hour, UTC. */
  readonly at: number;
  /** How many approvals were requested. */
  readonly asked: number;
  /** How many were approved, rejected or answered by people. */
  readonly decided: number;
  /** How many expired. */
  readonly expired: number;
  /** The median time from the request to the deciding vote, of those decided; absent if there are none. */
  readonly medianDecideMs?: number;
}

/** The hourly numbers of approvals as a store returns them, oldest hour first. The last hour is the present one. */
export interface StoredApprovalStats {
  /** The beginning of the first hour, in milliseconds since 1970. */
  readonly from: number;
  /** The present time, by the store's clock. */
  readonly to: number;
  readonly hours: readonly StoredApprovalHour[];
}

/** Selects the hours to count. */
export interface ApprovalStatsQuery {
  readonly tenant?: string;
  /** How many hours, the present one included. */
  readonly hours: number;
}

/** The events that are counted: an approval was requested, a person decided, or it expired. */
export const COUNTED = {
  PENDING: 'asked',
  APPROVED: 'decided',
  REJECTED: 'decided',
  RESPONDED: 'decided',
  EXPIRED: 'expired',
} as const;

/** A counted event, and how long the decision took. */
export interface CountedEvent {
  readonly type: keyof typeof COUNTED;
  readonly at: number;
  /** The time from the request to the decision, in milliseconds; absent if it is unknown. */
  readonly tookMs?: number;
}

/** Returns when the first of the last `hours` hours begins; the present hour is the last one. */
export const statsStart = (hours: number, now: number): number => hourOf(now) - (hours - 1) * HOUR_MS;

/** Returns the beginning of the hour of a time. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** Returns the statistics of the last hours, from the known numbers of some of them; the other numbers are 0. */
export const statsFrom = (
  hours: number,
  now: number,
  known: ReadonlyMap<number, Partial<StoredApprovalHour>>,
): StoredApprovalStats => {
  const from = statsStart(hours, now);
  const starts = Array.from({ length: hours }, (_, index) => from + index * HOUR_MS);
  return { from, to: now, hours: starts.map((at) => ({ asked: 0, decided: 0, expired: 0, ...known.get(at), at })) };
};

/** Counts events by the hour in which they happened. */
export const hoursOf = (events: readonly CountedEvent[]): ReadonlyMap<number, Partial<StoredApprovalHour>> => {
  const byHour = new Map<number, CountedEvent[]>();
  for (const event of events) {
    const hour = hourOf(event.at);
    const all = byHour.get(hour);
    if (all) all.push(event);
    else byHour.set(hour, [event]);
  }
  return new Map([...byHour].map(([at, all]) => [at, numbersOf(all)]));
};

const numbersOf = (events: readonly CountedEvent[]): Partial<StoredApprovalHour> => {
  const numbers: Record<(typeof COUNTED)[keyof typeof COUNTED], number> = { asked: 0, decided: 0, expired: 0 };
  for (const { type } of events) numbers[COUNTED[type]] += 1;
  const decided = events.filter(({ type }) => COUNTED[type] === 'decided');
  const middle = median(decided.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs])));
  return { ...numbers, ...(middle !== undefined && { medianDecideMs: middle }) };
};

/** Whether an event of this type is counted. */
export const isCounted = (type: string): type is keyof typeof COUNTED => Object.hasOwn(COUNTED, type);

const median = (numbers: readonly number[]): number | undefined => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2);
};
