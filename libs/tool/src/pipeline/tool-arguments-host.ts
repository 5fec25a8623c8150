import type { ArgumentsHost } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import type { ToolCallback } from '../tool-callback.js';
import type { ToolContext } from '../tool-context.js';
import { ToolException } from '../tool.errors.js';

/** What guards, pipes, interceptors and filters around a tool method get as arguments: the context stands where a request would. */
export type PipelineArguments = readonly [context: ToolContext, input: JsonObject, tool: ToolCallback];

/** The name of a tool call among Nest's kinds of execution. */
export const TOOL_CONTEXT_TYPE = 'tool';

/** Tells guards, interceptors, filters and parameter decorators which call of a tool they stand around. */
export class ToolArgumentsHost {
  private constructor(private readonly args: PipelineArguments) {}

  /** Throws `ToolException` unless `host.getType()` is `'tool'`. */
  static create(host: ArgumentsHost): ToolArgumentsHost {
    const type: string = host.getType<string>();
    if (type === TOOL_CONTEXT_TYPE) return new ToolArgumentsHost(host.getArgs<never>());
    throw new ToolException(
      `ToolArgumentsHost.create() was given an execution of type "${type}". Ask whether getType() is 'tool' before it.`,
    );
  }

  /** The checked input: what the model gave, as frozen JSON. Trust it as you trust the model. */
  getInput<T extends object = JsonObject>(): Readonly<T> {
    return this.args[1] as T;
  }

  /** The context of this call, with what the application handed to the turn. */
  getContext<T extends object = JsonObject>(): ToolContext<T> {
    return this.args[0] as ToolContext<never>;
  }

  /** The tool that is called. */
  getTool(): ToolCallback {
    return this.args[2];
  }
}
