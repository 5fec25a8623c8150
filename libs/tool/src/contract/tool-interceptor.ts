import { SEAM } from 'toolgate/model';
import type { ToolCallResult } from './tool-callback.js';
import type { PreparedCall } from './prepared-call.js';

/** Wraps each execution of a tool, after the gate. It cannot change the input, and `next` runs the tool once. */
export abstract class ToolInterceptor {
  static readonly [SEAM]: string = 'ToolInterceptor';

  abstract intercept(call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult>;
}
