import type { DueWork, StoredRun } from '../records/stored-run.js';

/** A run with due work: its id, its version and the kind of work. It contains nothing of the turn itself. */
export interface DueRun {
  readonly id: string;
  readonly version: number;
  /** The name of the client that resumes it; absent if it is not a turn. */
  readonly client?: string;
  readonly work: DueWork;
}

/** Returns the part of a run that a dispatcher receives. */
export const dueRun = ({ id, version, client, dueFor = 'time' }: StoredRun): DueRun => ({
  id,
  version,
  ...(client !== undefined && { client }),
  work: dueFor,
});
