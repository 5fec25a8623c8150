import { isPromiseLike, settleQuietly } from '#core';
import type { ToolExecutionExceptionProcessor } from '../contract/tool-execution-exception.processor.js';
import { ToolException, type ToolExecutionException } from '../contract/tool.errors.js';

/** Returns the model's text for a failed tool. Throws `ToolException`, which fails the turn, if the processor returns no text. */
export const textOfFailure = (
  processor: ToolExecutionExceptionProcessor,
  exception: ToolExecutionException,
): string => {
  const text: unknown = processor.process(exception);
  if (typeof text === 'string') return text;
  if (isPromiseLike(text)) settleQuietly(text);
  const returned = isPromiseLike(text) ? 'a promise' : 'no text';
  throw new ToolException(
    `The ToolExecutionExceptionProcessor ${processor.constructor.name} returned ${returned} for "${exception.toolName}". Return the text for the model from process(), without a promise.`,
  );
};
