import type { ToolCallLimits } from './tool-call-limits.js';
import type { ToolContext } from './tool-context.js';

/** The run of a turn inside a call, before it is written together with the run of the call. */
export interface InnerRun {
  readonly runId: string;
  /** The data to write, as the part that saves turns prepared it. */
  readonly opening: object;
}

/**
 * Permits the turn inside a call to wait for a person, and limits it. The manager creates one for each execution of such
 * a call.
 */
export class InnerRunPermit {
  private run?: InnerRun;
  private isClosed = false;

  constructor(
    /**
     * The part that saves the turn of the call. A turn inside the call may wait only if the same part saves it. Undefined
     * if the turn of the call cannot be saved.
     */
    readonly persistence: object | undefined,
    /** The limits of the turn of the call. */
    readonly limits?: ToolCallLimits,
  ) {}

  /** The turn that waits inside the call; undefined if none does. */
  get waiting(): InnerRun | undefined {
    return this.run;
  }

  /** Whether a turn may still begin to wait: the call has not ended, and no other turn inside it waits. */
  get isOpen(): boolean {
    return !this.isClosed && !this.run;
  }

  wait(run: InnerRun): void {
    this.run = run;
  }

  /** Called when the call has ended in this process. */
  close(): void {
    this.isClosed = true;
  }
}

const permits = new WeakMap<ToolContext, InnerRunPermit>();

/** Permits the turn inside the call of this context to wait for a person. */
export const permitInnerRun = (context: ToolContext, permit: InnerRunPermit): void => void permits.set(context, permit);

/** Returns the permit of a call; undefined if the call runs no turn. */
export const innerRunPermit = (context: ToolContext): InnerRunPermit | undefined => permits.get(context);
