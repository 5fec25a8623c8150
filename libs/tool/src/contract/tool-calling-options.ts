import type { ArgumentLimits } from './argument-limits.js';
import type { MessageExceptionOptions } from './message-exception-options.js';
import type { ToolCallLimits } from './tool-call-limits.js';
import type { ToolDefaults } from './tool-defaults.js';

/** The options of `forRoot({ toolCalling })`: how the application's tools are called. */
export interface ToolCallingOptions extends MessageExceptionOptions {
  readonly limits?: ToolCallLimits;
  /** The size limits of a call's arguments. */
  readonly arguments?: ArgumentLimits;
  /** The defaults of every `@Tool()` method; `@Tools()` of its class and `@Tool()` itself override them. */
  readonly defaults?: ToolDefaults;
  /** `false` runs the calls of an answer one after the other. @default true */
  readonly parallelToolCalls?: boolean;
  /** Whether the application's global guards, pipes, interceptors and exception filters run for tool methods. @default false */
  readonly globalEnhancers?: boolean;
  /** The most characters of a tool's result sent to the model; a note marks the cut. @default 100,000 */
  readonly maxResultLength?: number;
  /**
   * The most bytes read from a stream, a file, an Observable or an iterable, and the most bytes of progress that a body
   * reports. Above the limit the source is closed and the call fails. @default 33,554,432
   */
  readonly maxStreamBytes?: number;
}
