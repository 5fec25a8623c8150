import { Injectable } from '@nestjs/common';
import type { Attributes } from '@opentelemetry/api';
import { type PreparedCall, ToolInterceptor, type ToolCallResult } from 'toolgate/tool';
import { ATTRIBUTES } from './gen-ai.constants.js';
import { outputContent } from './message-content.js';
import type { Operation } from './operation.js';
import { Telemetry } from './telemetry.js';

/** Tells each execution of a tool: `execute_tool {tool}`, the parent of what the tool does. */
@Injectable()
export class ToolSpanInterceptor extends ToolInterceptor {
  constructor(private readonly telemetry: Telemetry) {
    super();
  }

  intercept(call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    return this.telemetry.isOn ? this.observe(call, next) : next();
  }

  private async observe(call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    const operation = this.start(call);
    const end = (tell: () => void): void =>
      operation.end(() => {
        tell();
        this.measure(operation, call);
      });
    try {
      const result = await operation.run(next);
      end(() => this.tellResult(operation, result));
      return result;
    } catch (error) {
      end(() => operation.failed(error));
      throw error;
    }
  }

  private start({ call, callback, input, context }: PreparedCall): Operation {
    const { name, description } = callback.definition;
    const operation = this.telemetry.start(context.turn, {
      name: `execute_tool ${name}`,
      kind: 'INTERNAL',
      attributes: {
        [ATTRIBUTES.operation]: 'execute_tool',
        [ATTRIBUTES.toolName]: name,
        [ATTRIBUTES.toolType]: 'function',
        [ATTRIBUTES.toolCallId]: call.toolCallId,
      },
    });
    const { attempt } = context;
    operation.tell(() => ({
      [ATTRIBUTES.toolDescription]: description,
      ...(attempt > 1 && { [ATTRIBUTES.attempt]: attempt }),
    }));
    this.tellContent(operation, ATTRIBUTES.toolArguments, () => JSON.stringify(input));
    return operation;
  }

  private tellResult(operation: Operation, { output, outcome }: ToolCallResult): void {
    operation.tell(() => ({ [ATTRIBUTES.outcome]: outcome.type }));
    this.tellContent(operation, ATTRIBUTES.toolResult, () => {
      const content = outputContent(output);
      return typeof content === 'string' ? content : JSON.stringify(content);
    });
    if (outcome.type === 'error') operation.failedAs(outcome.kind);
  }

  private tellContent(operation: Operation, attribute: string, content: () => string): void {
    if (!this.telemetry.options.toolContent) return;
    operation.tell(() => ({ [attribute]: this.telemetry.redacted(content) }));
  }

  private measure(operation: Operation, { callback, context }: PreparedCall): void {
    const client = this.telemetry.clientOf(context.turn);
    const attributes: Attributes = {
      [ATTRIBUTES.toolName]: callback.definition.name,
      [ATTRIBUTES.toolType]: 'function',
    };
    operation.measure(
      'toolDuration',
      operation.seconds,
      client === undefined ? attributes : { ...attributes, [ATTRIBUTES.agent]: client },
    );
  }
}
