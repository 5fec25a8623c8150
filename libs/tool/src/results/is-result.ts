import type { ToolResultOutput } from 'toolgate/model';
import type { ToolCallResult } from '../contract/tool-callback.js';

/** Whether a value is an output for the model. */
const isOutput = (output: ToolResultOutput | undefined): boolean =>
  output?.type === 'text' || output?.type === 'json' || output?.type === 'content';

/** Whether a value is a complete result: an output and an outcome. */
export const isResult = (result: unknown): result is ToolCallResult => {
  const { output, outcome } = (result ?? {}) as Partial<ToolCallResult>;
  return isOutput(output) && typeof outcome?.type === 'string';
};
