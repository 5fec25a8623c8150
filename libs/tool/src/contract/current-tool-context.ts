import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Scope } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import type { ToolContext } from './tool-context.js';

let storage: AsyncLocalStorage<ToolContext> | undefined;

/**
 * Gives any service access to the tool context of the running call: inject this class and call `get()`. An application
 * that does not inject it pays no cost.
 */
// Transient, so that Nest creates an instance, which turns the tracking on, only if a provider injects it.
@Injectable({ scope: Scope.TRANSIENT })
export class CurrentToolContext {
  constructor() {
    storage ??= new AsyncLocalStorage();
  }

  /** Returns the context of the running call; undefined outside a tool's body. */
  get<T extends object = JsonObject>(): ToolContext<T> | undefined {
    return storage?.getStore() as ToolContext<T> | undefined;
  }
}

/** Returns the storage of the running tool's context; undefined if no provider injects `CurrentToolContext`. */
export const currentStorage = (): AsyncLocalStorage<ToolContext> | undefined => storage;
