import { SEAM } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';

/** Connects calls outside of a turn with the traces of their callers. `toolgate/observability` plugs into it. */
export abstract class CallTraces {
  static readonly [SEAM]: string = 'CallTraces';

  /** Returns the W3C trace parent of the active span, which is saved with a call; undefined without tracing. */
  abstract current(): string | undefined;
  /** Receives the trace parent of a saved call before its body runs in another trace. */
  abstract resumed(call: ToolContext, traceParent: string): void;
}

/** The fallback without tracing. */
export class NoCallTraces extends CallTraces {
  current(): undefined {}

  resumed(): void {}
}
