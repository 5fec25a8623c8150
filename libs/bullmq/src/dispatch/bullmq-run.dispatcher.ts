import { type DueRun, type DueWorker, RunDispatcher, TimerRunDispatcher } from 'toolgate/approval';
import type { RunJobs } from '../jobs/run-jobs.js';

/** Adds a job for each run that has work, and resumes the run in the process that receives the job. */
export class BullMqRunDispatcher extends RunDispatcher {
  private readonly timer = new TimerRunDispatcher();

  constructor(private readonly jobs: RunJobs) {
    super();
  }

  start({ sweep, resume }: DueWorker): void {
    this.jobs.work(resume);
    // Jobs arrive when runs are due. The sweeps only find the runs whose jobs were lost.
    this.timer.start({
      resume,
      sweep: async () => {
        await sweep();
        return undefined;
      },
    });
  }

  due(run: DueRun, inMs: number): Promise<void> {
    return this.jobs.add(run, inMs);
  }

  // Without jobs, the sweeps of the timer find the same runs.
  override isRunning(): boolean {
    return this.timer.isRunning();
  }

  stop(): void {
    this.timer.stop();
    this.jobs.pause();
  }
}
