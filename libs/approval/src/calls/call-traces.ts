import { SEAM } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';

/** A claim of an external call, or the report of its outcome. */
export interface ExternalStep {
  readonly type: 'claim' | 'finish';
  readonly tool: string;
  readonly callId: string;
  readonly runId: string;
  readonly approvalId: string;
  /** The W3C trace parent of the request; absent without tracing. */
  readonly traceParent?: string;
}

/** Connects calls outside of a turn with the traces of their callers. `toolgate/observability` plugs into it. */
export abstract class CallTraces {
  static readonly [SEAM]: string = 'CallTraces';

  /** Returns the W3C trace parent of the active span, which is saved with a call; undefined without tracing. */
  abstract current(): string | undefined;
  /** Receives the trace parent of a saved call before its body runs in another trace. */
  abstract resumed(call: ToolContext, traceParent: string): void;
  /** Runs a step of an external call, which is linked to the trace of its request. */
  abstract external<T>(step: ExternalStep, work: () => Promise<T>): Promise<T>;
}

/** The fallback without tracing. */
export class NoCallTraces extends CallTraces {
  current(): undefined {}

  resumed(): void {}

  external<T>(_step: ExternalStep, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
