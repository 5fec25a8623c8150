import type { ToolResultOutput } from 'toolgate/model';
import type { ToolCallResult } from '../tool-callback.js';

/** Whether something is what a model may be sent. */
const isOutput = (output: ToolResultOutput | undefined): boolean =>
  output?.type === 'text' || output?.type === 'json' || output?.type === 'content';

/** Whether something is a whole result: what the model sees, and how the call ended. */
export const isResult = (result: unknown): result is ToolCallResult => {
  const { output, outcome } = (result ?? {}) as Partial<ToolCallResult>;
  return isOutput(output) && typeof outcome?.type === 'string';
};
