/** Redis, as BullMQ receives it: the options of ioredis, or a client of ioredis or node-redis. */
export interface RedisJobs {
  readonly redis: object;
}

/** PostgreSQL, as BullMQ receives it: the options of a pool of `pg`, and the schema of the jobs, by default `bullmq`. */
export interface PostgresJobs {
  readonly postgres: object;
}

/** The options of `BullMqModule`. */
export interface BullMqModuleOptions {
  /** The server of the jobs: `redis://…`, `rediss://…` or `postgres://…`, or its client's own options. */
  readonly connection: string | RedisJobs | PostgresJobs;
  /** The name of the queue. Instances of one application share it. @default 'toolgate' */
  readonly queue?: string;
  /** How many jobs this process works on at the same time. Set it to the value of `approval.concurrency`. @default 8 */
  readonly concurrency?: number;
  /** Whether start-up creates or updates the schema of BullMQ on PostgreSQL. @default true */
  readonly migrate?: boolean;
}
