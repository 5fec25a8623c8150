export { BullMqException } from './errors/bullmq.errors.js';
export { BullMqModule } from './bullmq.module.js';
export type { BullMqModuleOptions, PostgresJobs, RedisJobs } from './options/bullmq-options.js';
