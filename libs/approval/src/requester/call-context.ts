import { AsyncLocalStorage } from 'node:async_hooks';
import type { JsonObject } from 'toolgate/model';
import { CurrentToolContext, type ToolContext } from 'toolgate/tool';

/** On whose behalf the calls of guarded methods are made, and with which data. */
export interface CallContext {
  /** The data of the `ToolContext`, from which `RequesterResolver.identify` reads the requester: plain JSON, saved with a call that waits. */
  readonly toolContext?: JsonObject;
  /**
   * Further data of the `ToolContext`: any value, never saved. `RequesterResolver.rehydrate` creates it again after a
   * decision.
   */
  readonly transient?: Readonly<Record<string, unknown>>;
  /** The conversation that the calls belong to. */
  readonly conversation?: string;
}

interface Entered {
  readonly context: CallContext;
  /** The tool whose body entered the context, if any. */
  readonly inside: ToolContext | undefined;
}

const storage = new AsyncLocalStorage<Entered | undefined>();

/** Sets the context of guarded calls for everything that a function does, even after an `await`. */
export const callContext = {
  /** Runs a function. The guarded methods that it calls use this context. */
  run: <T>(context: CallContext, fn: () => T): T => storage.run({ context, inside: bodyContext() }, fn),
  /** Returns the context of the running code: that of `run`, or that of the tool whose body runs. */
  get: (): CallContext | undefined => {
    const body = bodyContext();
    const entered = storage.getStore();
    // The nearest one counts: a tool may run inside a request, and a body may set a context of its own.
    return entered && (!body || entered.inside === body) ? entered.context : body && contextOf(body);
  },
} as const;

/** Runs a function outside of every context, because the person whose decision resumes a run is not its requester. */
export const withoutCallContext = <T>(fn: () => T): T => storage.run(undefined, fn);

const contextOf = ({ data, transient, conversation }: ToolContext): CallContext => ({
  toolContext: data,
  transient,
  ...(conversation !== undefined && { conversation }),
});

let bodies: CurrentToolContext | undefined;

/**
 * Lets guarded methods that a tool's body calls find the context of the tool. Tracking costs time, so it is turned on
 * only if there are guarded methods.
 */
export const trackBodies = (): void => {
  // Its constructor turns the tracking on.
  bodies ??= new CurrentToolContext();
};

const bodyContext = (): ToolContext | undefined => bodies?.get();
