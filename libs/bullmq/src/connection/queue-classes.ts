import type { BackendFactory, IQueueBackend } from 'bullmq';
import { BullMqException } from '../errors/bullmq.errors.js';
import type { JobServer } from './job-server.js';

/** The content of a job: only the id of the run to resume. */
interface RunJob {
  readonly run: string;
}

/** The members of a queue of BullMQ that Toolgate uses. */
export interface JobQueue {
  add(name: string, job: RunJob, options: object): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** The members of a worker of BullMQ that Toolgate uses. */
export interface JobWorker {
  waitUntilReady(): Promise<unknown>;
  /** Works on jobs until it is closed. It does nothing if the worker is paused or closed. */
  run(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(doNotWaitActive: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Creates queues, and workers that have not started, for one kind of server. */
export interface QueueClasses {
  readonly createQueue: (name: string, connection: object) => JobQueue;
  readonly createWorker: (name: string, work: (job: RunJob) => Promise<void>, options: WorkerSetup) => JobWorker;
}

interface WorkerSetup {
  readonly connection: object;
  readonly concurrency: number;
}

/** Loads BullMQ, which only applications that use this room install. Throws `BullMqException`. */
export const loadQueueClasses = async ({ kind }: JobServer): Promise<QueueClasses> => {
  const { createPostgresBackend, createRedisBackend, withBackend } = await loadBullMq();
  const factory = kind === 'redis' ? createRedisBackend : createPostgresBackend;
  // BullMQ also has a process-wide default backend, but that one is the application's to set.
  const { Queue, Worker } = withBackend(factory as BackendFactory<IQueueBackend, object>);
  return {
    createQueue: (name, connection) => new Queue<RunJob>(name, { connection }),
    createWorker: (name, work, options) =>
      new Worker<RunJob>(name, ({ data }) => work(data), { ...options, autorun: false }),
  };
};

const loadBullMq = async (): Promise<typeof import('bullmq')> => {
  try {
    return await import('bullmq');
  } catch (cause) {
    throw new BullMqException(
      'BullMqModule needs the package "bullmq", which cannot be loaded. Install it: npm install bullmq@6.',
      { cause },
    );
  }
};
