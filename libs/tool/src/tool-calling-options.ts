import type { ToolCallLimits } from './execution/tool-call-limits.js';

/** How the application's tools are called. */
export interface ToolCallingOptions {
  readonly limits?: ToolCallLimits;
  /** `false` runs the calls of an answer one after the other. @default true */
  readonly parallelToolCalls?: boolean;
  /** A tool's error fails the turn instead of going to the model. @default false */
  readonly throwOnError?: boolean;
  /** Characters of a tool's result that a model is sent; what is cut says so. @default 100,000 */
  readonly maxResultLength?: number;
}
