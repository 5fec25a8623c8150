import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The run whose work this async context does: that of the worker, or of the caller of a request. A reader has none: it
 * follows a run that another process leases.
 */
export const workerRun = new AsyncLocalStorage<string>();
