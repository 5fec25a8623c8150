import { Injectable } from '@nestjs/common';
import { InnerRunPendingException, type PreparedCall, ToolInterceptor, type ToolCallResult } from 'toolgate/tool';
import { outputContent } from '../attributes/message-content.js';
import type { Operation } from '../telemetry/operation.js';
import { CallSpanTraces } from './call-span-traces.js';
import { Telemetry } from '../telemetry/telemetry.js';
import type { Attributes } from '../attributes/attributes.js';

/** Records each execution of a tool as `execute_tool {tool}`, the parent of what the tool does. */
@Injectable()
export class ToolSpanInterceptor extends ToolInterceptor {
  constructor(
    private readonly telemetry: Telemetry,
    private readonly traces: CallSpanTraces,
  ) {
    super();
  }

  intercept(call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    return this.telemetry.isOn ? this.observe(call, next) : next();
  }

  private async observe(call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    const operation = this.start(call);
    const end = (record: () => void): void =>
      operation.end(() => {
        record();
        this.measure(operation, call);
      });
    try {
      const result = await operation.run(next);
      end(() => this.recordResult(operation, result));
      return result;
    } catch (error) {
      end(() => {
        if (error instanceof InnerRunPendingException) this.recordWaiting(operation, error);
        else operation.failed(error);
      });
      throw error;
    }
  }

  private start({ call, callback, input, context }: PreparedCall): Operation {
    const { name, description } = callback.definition;
    const operation = this.telemetry.start(context.turn, {
      name: `execute_tool ${name}`,
      kind: 'INTERNAL',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': call.toolCallId,
      },
      link: this.traces.savedTrace(context.turn),
    });
    const { attempt } = context;
    operation.addAttributes(() => ({
      'gen_ai.tool.description': description,
      ...(attempt > 1 && { 'toolgate.tool.attempt': attempt }),
    }));
    this.recordContent(operation, 'gen_ai.tool.call.arguments', () => JSON.stringify(input));
    return operation;
  }

  private recordResult(operation: Operation, { output, outcome }: ToolCallResult): void {
    operation.addAttributes(() => ({ 'toolgate.tool.outcome': outcome.type }));
    this.recordContent(operation, 'gen_ai.tool.call.result', () => {
      const content = outputContent(output);
      return typeof content === 'string' ? content : JSON.stringify(content);
    });
    if (outcome.type === 'error') operation.failedAs(outcome.kind);
  }

  // The call has not failed: its result comes from the turn inside it.
  private recordWaiting(operation: Operation, { runId }: InnerRunPendingException): void {
    operation.addAttributes(() => ({ 'toolgate.suspended': true, 'toolgate.inner_run.id': runId }));
  }

  private recordContent(operation: Operation, attribute: string, content: () => string): void {
    if (!this.telemetry.options.toolContent) return;
    operation.addAttributes(() => ({ [attribute]: this.telemetry.redacted(content) }));
  }

  private measure(operation: Operation, { callback, context }: PreparedCall): void {
    const client = this.telemetry.clientOf(context.turn);
    const attributes: Attributes = {
      'gen_ai.tool.name': callback.definition.name,
      'gen_ai.tool.type': 'function',
    };
    operation.measure(
      'toolDuration',
      operation.seconds,
      client === undefined ? attributes : { ...attributes, 'gen_ai.agent.name': client },
    );
  }
}
