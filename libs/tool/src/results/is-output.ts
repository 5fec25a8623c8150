import { isPromiseLike } from '#core';
import type { ToolResultOutput } from 'toolgate/model';

/** Returns the content of an output. A converter or a callback written in plain JavaScript may return any value. */
export const contentOf = (output: ToolResultOutput | undefined): unknown => {
  switch (output?.type) {
    case 'text':
      return output.text;
    case 'json':
      return output.value;
    case 'content':
      return output.parts;
    default:
      return undefined;
  }
};

/** Whether a value is an output for the model, with its content. */
export const isOutput = (output: ToolResultOutput | undefined): output is ToolResultOutput => {
  const content = contentOf(output);
  switch (output?.type) {
    case 'text':
      return typeof content === 'string';
    case 'json':
      return !isPromiseLike(content);
    case 'content':
      return Array.isArray(content);
    default:
      return false;
  }
};
