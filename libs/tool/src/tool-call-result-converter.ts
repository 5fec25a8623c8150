import { SEAM, type ToolResultOutput } from 'toolgate/model';
import type { Class } from './declaration/type-reference.js';
import type { ToolCallback } from './tool-callback.js';
import type { ToolCallInfo } from './tool-context.js';

/** Where a result comes from. */
export interface ToolResultOrigin {
  readonly tool: ToolCallback;
  /** The call that returned it; absent if the application called the tool itself. */
  readonly call?: ToolCallInfo;
  /** What the tool is declared to return: a class. Absent where neither the code nor `returnType` states one. */
  readonly returnType?: Class;
}

/** Makes what a tool's body returned into what the model sees. Throws `ToolResultException` where that cannot be. */
export abstract class ToolCallResultConverter {
  static readonly [SEAM]: string = 'ToolCallResultConverter';

  abstract convert(result: unknown, toolName: string, origin: ToolResultOrigin): ToolResultOutput;
}
