import type { ToolCallResult } from '../contract/tool-callback.js';
import { isOutput } from './is-output.js';

/** Whether a value is a complete result: an output and an outcome. */
export const isResult = (result: unknown): result is ToolCallResult => {
  const { output, outcome } = (result ?? {}) as Partial<ToolCallResult>;
  return isOutput(output) && typeof outcome?.type === 'string';
};
