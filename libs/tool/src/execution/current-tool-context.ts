import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Scope } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import type { ToolContext } from '../tool-context.js';

let storage: AsyncLocalStorage<ToolContext> | undefined;

/**
 * Gives services that a tool calls the tool's context, without handing it through: inject it and ask `get()`. What is
 * not injected anywhere costs nothing.
 */
// Transient, so that Nest makes one only where somebody injects it: that switches the tracking on.
@Injectable({ scope: Scope.TRANSIENT })
export class CurrentToolContext {
  constructor() {
    storage ??= new AsyncLocalStorage();
  }

  /** The context of the call that is running here; undefined outside a tool's body. */
  get<T extends object = JsonObject>(): ToolContext<T> | undefined {
    return storage?.getStore() as ToolContext<T> | undefined;
  }
}

/** Where a tool's context is kept while it runs; undefined where nobody asks for it. */
export const currentStorage = (): AsyncLocalStorage<ToolContext> | undefined => storage;
