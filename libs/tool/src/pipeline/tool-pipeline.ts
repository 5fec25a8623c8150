import type { JsonObject } from 'toolgate/model';
import type { ToolCallback } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';

/** One call of a tool method, passed to its pipeline. */
export interface PipelineCall {
  readonly tool: ToolCallback;
  readonly context: ToolContext;
  readonly input: JsonObject;
  /** Creates the values of the method's parameters, without those of the application's own decorators. */
  makeArguments(): unknown[] | Promise<unknown[]>;
}

/** Calls a tool method through its enhancers, and returns the result. */
export type ToolPipeline = (call: PipelineCall) => Promise<unknown>;
