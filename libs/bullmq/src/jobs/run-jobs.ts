import type { DueRun } from 'toolgate/approval';
import { describeError, ignore, within } from '#core';
import { connectionError } from '../connection/connection-error.js';
import { clientsOf, jobServer } from '../connection/job-server.js';
import { type JobQueue, type JobWorker, loadQueueClasses, type QueueClasses } from '../connection/queue-classes.js';
import { BullMqException } from '../errors/bullmq.errors.js';
import type { BullMqModuleOptions } from '../options/bullmq-options.js';
import type { ServerKind } from '../options/connection-kind.js';
import { LineLogger } from 'toolgate/model';

const ANSWER_MS = 10_000;
const CLOSE_MS = 5000;
const AGAIN_MS = 5000;

/** One job for each due run, in a queue and a worker of its own. */
export class RunJobs {
  private readonly warnings = new QueueWarnings();
  private readonly name: string;
  private readonly clients: ReturnType<typeof clientsOf>;
  private classes?: QueueClasses;
  private queue?: JobQueue;
  private worker?: JobWorker;
  private readonly kind: ServerKind;
  private beginning?: NodeJS.Timeout;
  private isPaused = false;
  private isClosing = false;

  constructor(private readonly options: BullMqModuleOptions) {
    const { connection, queue = 'toolgate', migrate = true } = options;
    const server = jobServer(connection);
    this.name = queue;
    this.kind = server.kind;
    this.clients = clientsOf(server, migrate, () => this.isClosing);
  }

  /**
   * Connects. Throws `BullMqException` if the server cannot be used: without the schema of BullMQ, a worker would block
   * the process.
   */
  async open(): Promise<void> {
    const classes = await loadQueueClasses(jobServer(this.options.connection));
    let queue: JobQueue | undefined;
    try {
      queue = classes.createQueue(this.name, this.clients.queue);
      await assertReady(queue);
    } catch (cause) {
      // A client of Redis would connect again and again, and `disconnect` would wait until it is connected.
      queue?.close().catch(ignore);
      throw connectionError(cause);
    }
    queue.on('error', this.warnings.warn);
    this.classes = classes;
    this.queue = queue;
  }

  /** Adds the job of a run that is due in some milliseconds. Before `open` it does nothing, because a sweep follows. */
  async add({ id, version }: DueRun, inMs: number): Promise<void> {
    const jobId = `${id.replaceAll(':', '%3A')}-${version}`;
    // The store determines the next attempt of the run, so each job has one attempt.
    const once = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    await this.queue?.add('resume', { run: id }, { jobId, delay: Math.max(0, Math.ceil(inMs)), ...once });
  }

  /** Works on jobs from now on, or as soon as the server can be reached. */
  work(resume: (run: string) => Promise<void>): void {
    const { concurrency = 8 } = this.options;
    const options = { connection: this.clients.worker, concurrency };
    const worker = this.classes?.createWorker(this.name, ({ run }) => resume(run), options);
    if (!worker) return;
    worker.on('error', this.warnings.warn);
    this.worker = worker;
    this.run(worker).catch((error: unknown) => {
      if (this.isPaused) return;
      this.warnings.warn(error);
      worker.close().catch(ignore);
      this.beginning = setTimeout(() => this.work(resume), AGAIN_MS).unref();
    });
  }

  private async run(worker: JobWorker): Promise<void> {
    // Of PostgreSQL, a worker that could not connect never tries again, and its loop would block the process.
    if (this.kind === 'postgres') await worker.waitUntilReady();
    worker.run().catch(this.warnings.warn);
  }

  /** Starts no more jobs. Those in progress end with their turns. */
  pause(): void {
    this.isPaused = true;
    clearTimeout(this.beginning);
    this.worker?.pause(true).catch(ignore);
  }

  /** Closes the worker after its jobs, and the queue. A server that does not answer delays this by 5 seconds at most. */
  async close(): Promise<void> {
    const { worker, queue } = this;
    this.isClosing = true;
    await Promise.all([
      // After the time limit there is nothing else to call: a second `close` would only wait for the first one.
      worker && within(worker.close().catch(ignore), CLOSE_MS, ignore),
      // If the server is lost, `close` fails, and there is nothing left to close.
      queue && within(queue.close().catch(ignore), CLOSE_MS, () => void queue.disconnect().catch(ignore)),
    ]);
  }
}

const assertReady = (queue: JobQueue): Promise<unknown> => {
  const ready = new Promise<unknown>((resolve, reject) => {
    queue.on('error', reject);
    queue.waitUntilReady().then(resolve, reject);
  });
  return within(ready, ANSWER_MS, () => {
    throw new BullMqException(
      `The server of BullMqModule did not answer within ${ANSWER_MS} ms. Check that it runs, and its address in the connection.`,
    );
  });
};

const EACH_MS = 30_000;

const logger = new LineLogger('Toolgate');

/** Logs the errors of a queue, at most one in 30 seconds: a lost server causes one for each attempt to connect. */
class QueueWarnings {
  private loggedAt = -Infinity;

  readonly warn = (error: unknown): void => {
    if (performance.now() - this.loggedAt < EACH_MS) return;
    this.loggedAt = performance.now();
    logger.warn(`BullMQ reports an error, and sweeps find due runs until it works again: ${describeError(error)}`);
  };
}
