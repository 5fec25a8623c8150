/** The records of one run, as JSON. */
export interface RunBodies {
  readonly run: string;
  readonly checkpoint: string;
  /** The step that the answer added to the checkpoint. */
  readonly step: string;
  readonly approval: string;
  readonly events: readonly string[];
}

/** A transaction of a run that was suspended, as an engineer writes it by hand. */
export interface PlainChange {
  /** The status of the run and when it is due, if they change. */
  readonly run?: {
    readonly status: string;
    readonly due: number | null;
    readonly turn: number;
    readonly ended?: number;
  };
  /** The next status of the approval, and its version before. */
  readonly approval?: { readonly status: string; readonly version: number };
  /** Whether it adds the answer to the checkpoint. */
  readonly step?: boolean;
  /** The first of its events, and the one after its last. */
  readonly events: readonly [from: number, to: number];
}

/** The first event of a suspension, and the one after its last. */
export const SUSPENDED = [0, 2] as const;

const NOW = Date.now();
/** When the approval was requested, and when it expires. */
export const TIMES = [NOW, NOW + 86_400_000] as const;

/**
 * The run is decided, claimed, started, finished, answered and completed. Without one of these writes, a crash runs the
 * call twice, loses its result, or calls the model again.
 */
export const CHANGES: readonly PlainChange[] = [
  { run: { status: 'suspended', due: NOW, turn: 1 }, approval: { status: 'APPROVED', version: 1 }, events: [2, 5] },
  { run: { status: 'resuming', due: NOW + 30_000, turn: 0 }, events: [5, 6] },
  { approval: { status: 'EXECUTING', version: 2 }, events: [6, 7] },
  { approval: { status: 'SUCCEEDED', version: 3 }, events: [7, 8] },
  { step: true, events: [8, 9] },
  { run: { status: 'completed', due: null, turn: 0, ended: NOW }, events: [9, 10] },
];

/** A call outside of a turn is decided, claimed, started, and finished together with its run. */
export const CALL_CHANGES: readonly PlainChange[] = [
  ...CHANGES.slice(0, 3),
  {
    run: { status: 'completed', due: null, turn: 0, ended: NOW },
    approval: { status: 'SUCCEEDED', version: 3 },
    events: [7, 9],
  },
];

/** Returns the types and the texts of events. */
export const plainEvents = (bodies: readonly string[]) =>
  bodies.map((body) => ({ ...(JSON.parse(body) as { readonly type: string; readonly at: number }), body }));

/** Throws unless a statement has written one row: a run or an approval of another version must not be overwritten. */
export const assertOne = (rows: number | null): void => {
  if (rows !== 1) throw new Error('A statement did not write exactly one row.');
};
