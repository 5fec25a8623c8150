import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The run that this async context advances, for the worker or for the caller of a request. A reader has none, because
 * it only follows a run that another process leases.
 */
export const workerRun = new AsyncLocalStorage<string>();
