import type { ToolDefaults } from './declaration/tool-defaults.js';
import type { ArgumentLimits } from './execution/argument-limits.js';
import type { ToolCallLimits } from './execution/tool-call-limits.js';
import type { MessageExceptionOptions } from './message-exception.processor.js';

/** How the application's tools are called. */
export interface ToolCallingOptions extends MessageExceptionOptions {
  readonly limits?: ToolCallLimits;
  /** How large the arguments of a call may be. */
  readonly arguments?: ArgumentLimits;
  /** What holds for every `@Tool()` method that does not say otherwise, itself or by its class's `@Tools()`. */
  readonly defaults?: ToolDefaults;
  /** `false` runs the calls of an answer one after the other. @default true */
  readonly parallelToolCalls?: boolean;
  /** The application's global guards, pipes, interceptors and exception filters surround tool methods too. @default false */
  readonly globalEnhancers?: boolean;
  /** Characters of a tool's result that a model is sent; what is cut says so. @default 100,000 */
  readonly maxResultLength?: number;
  /**
   * Bytes that are read of a stream or a file, or of all values of an Observable or an iterable, and bytes of progress that
   * a body reports; beyond them the source is closed and the call fails. @default 33,554,432
   */
  readonly maxStreamBytes?: number;
}
