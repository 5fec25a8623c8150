import { SEAM, type ToolResultOutput } from 'toolgate/model';

/** Makes what a tool's body returned into what the model sees. Throws `ToolResultException` where that cannot be. */
export abstract class ToolCallResultConverter {
  static readonly [SEAM]: string = 'ToolCallResultConverter';

  abstract convert(result: unknown, toolName: string): ToolResultOutput;
}
