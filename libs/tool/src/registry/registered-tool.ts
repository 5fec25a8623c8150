import type { Type } from '@nestjs/common';
import type { ToolCallback } from '../contract/tool-callback.js';

/** One tool of the application, with its origin. */
export interface RegisteredTool {
  readonly callback: ToolCallback;
  /** The class of the tool, with the name of its method: `Refunds.refund`. */
  readonly origin: string;
  readonly module?: string;
  readonly type?: Type;
  /** The injection token, if the tool's class is provided under the token of another class. */
  readonly token?: object;
  readonly instance?: object;
  /** Whether Nest called the constructor of the class; false for values and for results of factories. */
  readonly isCreatedByNest?: boolean;
}
