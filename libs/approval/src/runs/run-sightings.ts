import type { StoredRun } from '../records/stored-run.js';
import type { SeenRun } from '../transitions/pass-time.js';

interface Sighting {
  readonly version: number;
  readonly since: number;
}

/**
 * Remembers in which version this process sees each run that another process leases, and since when, by a monotonic
 * clock.
 */
export class RunSightings {
  private sightings: ReadonlyMap<string, Sighting> = new Map();

  /** Notes the versions of runs that were just read, and forgets all others. */
  note(runs: readonly StoredRun[]): void {
    const now = performance.now();
    const sightingOf = ({ id, version }: StoredRun): Sighting => {
      const known = this.sightings.get(id);
      return known?.version === version ? known : { version, since: now };
    };
    this.sightings = new Map(runs.map((run) => [run.id, sightingOf(run)]));
  }

  /** Returns how a run was last seen; undefined if it was not. */
  of(id: string): SeenRun | undefined {
    const sighting = this.sightings.get(id);
    return sighting && { version: sighting.version, forMs: performance.now() - sighting.since };
  }
}
