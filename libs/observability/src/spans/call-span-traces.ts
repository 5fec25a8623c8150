import { Injectable } from '@nestjs/common';
import type { SpanContext } from '@opentelemetry/api';
import { CallTraces } from 'toolgate/approval';
import type { ToolContext } from 'toolgate/tool';
import { Telemetry } from '../telemetry/telemetry.js';
import { readTrace, writeTrace } from './trace-parent.js';

/** Links the body of a call outside of a turn that was saved to the trace of its caller. */
@Injectable()
export class CallSpanTraces extends CallTraces {
  private readonly saved = new WeakMap<ToolContext, SpanContext>();

  constructor(private readonly telemetry: Telemetry) {
    super();
  }

  current(): string | undefined {
    const trace = this.telemetry.activeTrace();
    return trace && writeTrace(trace);
  }

  resumed(call: ToolContext, traceParent: string): void {
    const trace = readTrace(traceParent);
    if (trace) this.saved.set(call, trace);
  }

  /** Returns the trace of the caller; undefined if the call runs in it, or belongs to a turn. */
  savedTrace(call: ToolContext): SpanContext | undefined {
    return this.saved.get(call);
  }
}
