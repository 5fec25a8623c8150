import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RunDispatcher } from 'toolgate/approval';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './bullmq.module-definition.js';
import { BullMqRunDispatcher } from './dispatch/bullmq-run.dispatcher.js';
import { RunJobs } from './jobs/run-jobs.js';
import type { BullMqModuleOptions } from './options/bullmq-options.js';
import { assertOptions } from './options/options.js';

/**
 * Wakes the workers of all instances through a queue of BullMQ, on Redis or PostgreSQL: one job for each run that is
 * due. Import it beside `SqlModule`, which stores the runs.
 */
@Module({
  providers: [
    {
      provide: RunJobs,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: (options: BullMqModuleOptions) => {
        assertOptions(options);
        return new RunJobs(options);
      },
    },
    { provide: RunDispatcher, inject: [RunJobs], useFactory: (jobs: RunJobs) => new BullMqRunDispatcher(jobs) },
  ],
  exports: [RunDispatcher],
})
export class BullMqModule extends ConfigurableModuleClass implements OnModuleInit, OnApplicationShutdown {
  constructor(private readonly jobs: RunJobs) {
    super();
  }

  /** Throws `BullMqException` if the server cannot be used. */
  async onModuleInit(): Promise<void> {
    await this.jobs.open();
  }

  /** Closes last, because other modules may still write when they are destroyed. */
  async onApplicationShutdown(): Promise<void> {
    await this.jobs.close();
  }
}
