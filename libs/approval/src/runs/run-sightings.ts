import type { Run } from '../records/run.js';
import type { SeenRun } from '../transitions/pass-time.js';

/** The versions in which this process has seen runs, and for how long, by a clock that is never set. */
export class RunSightings {
  private readonly sightings = new Map<string, { readonly version: number; readonly since: number }>();

  /** Notes how a run is at this moment. */
  note({ id, version }: Run): void {
    if (this.sightings.get(id)?.version === version) return;
    this.sightings.set(id, { version, since: performance.now() });
  }

  /** How a run was seen last; undefined if it was not. */
  of(id: string): SeenRun | undefined {
    const sighting = this.sightings.get(id);
    return sighting && { version: sighting.version, forMs: performance.now() - sighting.since };
  }
}
