import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The run that the worker resumes in this async context. A reader has none: it follows a run that another process
 * leases.
 */
export const workerRun = new AsyncLocalStorage<string>();
