import { Injectable } from '@nestjs/common';
import type { SpanContext } from '@opentelemetry/api';
import { CallTraces } from 'toolgate/approval';
import type { ToolContext } from 'toolgate/tool';
import { Telemetry } from '../telemetry/telemetry.js';
import { readTrace, writeTrace } from './trace-parent.js';

type ExternalStep = Parameters<CallTraces['external']>[0];

/** Links the body of a saved call outside of a turn to the trace of its caller. */
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

  async external<T>(step: ExternalStep, work: () => Promise<T>): Promise<T> {
    if (!this.telemetry.isOn) return work();
    const { type, tool, callId, runId, approvalId, traceParent } = step;
    const operation = this.telemetry.startIn(this.telemetry.activeTrace(), {
      name: `${type}_tool ${tool}`,
      kind: 'INTERNAL',
      attributes: {
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': callId,
        'toolgate.run.id': runId,
        'toolgate.tool.approval.id': approvalId,
      },
      link: readTrace(traceParent),
    });
    try {
      return await operation.run(work);
    } catch (error) {
      operation.failed(error);
      throw error;
    } finally {
      operation.end(() => {});
    }
  }

  /** Returns the trace of the caller; undefined if the call runs in it, or belongs to a turn. */
  savedTrace(call: ToolContext): SpanContext | undefined {
    return this.saved.get(call);
  }
}
