import type { JsonObject } from 'toolgate/model';
import type { ToolCallback } from '../tool-callback.js';
import type { ToolContext } from '../tool-context.js';

/** One call of a tool method, as its pipeline gets it. */
export interface PipelineCall {
  readonly tool: ToolCallback;
  readonly context: ToolContext;
  readonly input: JsonObject;
  /** Makes the values of the method's parameters; those of the application's own decorators are not among them yet. */
  makeArguments(): unknown[] | Promise<unknown[]>;
}

/** Calls a tool method through what stands around it, and gives what comes out. */
export type ToolPipeline = (call: PipelineCall) => Promise<unknown>;
