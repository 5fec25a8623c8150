import type { RunKind, StoredRun } from '../records/stored-run.js';
import { withoutCallContext } from '../requester/call-context.js';
import { workerRun } from '../runs/worker-run.js';
import type { RunAdvancer } from '../runs/run-advancer.js';

/** Finds the code that advances a run, by the kind of the run. */
export class RunAdvancers implements RunAdvancer {
  constructor(private readonly advancers: Readonly<Record<RunKind, RunAdvancer>>) {}

  lack(run: StoredRun): string | undefined {
    return this.of(run).lack(run);
  }

  work(run: StoredRun): Promise<unknown> {
    return workerRun.run(run.id, () => withoutCallContext(() => this.of(run).work(run)));
  }

  resume(run: StoredRun): Promise<unknown> {
    return withoutCallContext(() => this.of(run).resume(run));
  }

  private of({ kind = 'turn' }: StoredRun): RunAdvancer {
    return this.advancers[kind];
  }
}
