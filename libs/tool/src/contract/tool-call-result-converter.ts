import type { Class } from '#core';
import { SEAM, type ToolResultOutput } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';
import type { ToolCallInfo } from './tool-context.js';

/** The tool and the call that a result comes from. */
export interface ToolResultOrigin {
  readonly tool: ToolCallback;
  /** The call that returned it; absent if the application called the tool itself. */
  readonly call?: ToolCallInfo;
  /** The class that the tool is declared to return. Absent if neither the code nor `returnType` states one. */
  readonly returnType?: Class;
}

/** Converts the result of a tool's body to what the model sees. Throws `ToolResultException` if that is impossible. */
export abstract class ToolCallResultConverter {
  static readonly [SEAM]: string = 'ToolCallResultConverter';

  abstract convert(result: unknown, toolName: string, origin: ToolResultOrigin): ToolResultOutput;
}
