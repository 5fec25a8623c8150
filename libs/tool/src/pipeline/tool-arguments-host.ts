import type { ArgumentsHost } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import type { ToolCallback } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import { ToolException } from '../contract/tool.errors.js';

/** The arguments of guards, pipes, interceptors and filters of a tool method, with the context in place of a request. */
type PipelineArguments = readonly [context: ToolContext, input: JsonObject, tool: ToolCallback];

/** The type of a tool call's `ExecutionContext`, returned by `getType()`. */
export const TOOL_CONTEXT_TYPE = 'tool';

/** Gives guards, interceptors, filters and parameter decorators access to the tool call that they run for. */
export class ToolArgumentsHost {
  private constructor(private readonly args: PipelineArguments) {}

  /** Creates the host of a tool call. Throws `ToolException` unless `host.getType()` is `'tool'`. */
  static create(host: ArgumentsHost): ToolArgumentsHost {
    const type: string = host.getType<string>();
    if (type === TOOL_CONTEXT_TYPE) return new ToolArgumentsHost(host.getArgs<never>());
    throw new ToolException(
      `ToolArgumentsHost.create() received an execution of type "${type}". Check that getType() is 'tool' first.`,
    );
  }

  /** Returns the model's validated input as frozen JSON. Its values are as trustworthy as the model. */
  getInput<T extends object = JsonObject>(): Readonly<T> {
    return this.args[1] as T;
  }

  /** Returns the tool context of this call. */
  getContext<T extends object = JsonObject>(): ToolContext<T> {
    return this.args[0] as ToolContext<never>;
  }

  /** Returns the tool that is called. */
  getTool(): ToolCallback {
    return this.args[2];
  }
}
