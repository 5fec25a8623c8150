import { isPromiseLike, settleQuietly } from '#core';
import type { ToolResultOutput } from 'toolgate/model';
import type { ToolCallResultConverter, ToolResultOrigin } from '../contract/tool-callback.js';
import { ToolResultException } from '../contract/tool.errors.js';
import { contentOf, isOutput } from './is-output.js';

/**
 * Converts the value of a tool's body. Throws `ToolResultException` with the converter's name if it returns no output, or
 * throws itself.
 */
export const convertResult = (
  value: unknown,
  converter: ToolCallResultConverter,
  origin: ToolResultOrigin,
): ToolResultOutput => {
  const toolName = origin.tool.definition.name;
  const output = convert(value, converter, origin);
  if (isOutput(output)) return output;
  const promises = [output, contentOf(output)].filter(isPromiseLike);
  promises.forEach(settleQuietly);
  const returned = promises.length > 0 ? A_PROMISE : NO_OUTPUT;
  const name = converter.constructor.name;
  throw new ToolResultException(toolName, undefined, `because its result converter ${name} returned ${returned}`);
};

const convert = (
  value: unknown,
  converter: ToolCallResultConverter,
  origin: ToolResultOrigin,
): ReturnType<ToolCallResultConverter['convert']> => {
  const toolName = origin.tool.definition.name;
  try {
    return converter.convert(value, toolName, origin);
  } catch (cause) {
    if (cause instanceof ToolResultException) throw cause;
    // Otherwise the model would take the error for one of the tool, and call it again.
    const why = `because its result converter ${converter.constructor.name} failed. Correct it.`;
    throw new ToolResultException(toolName, cause, why);
  }
};

const RETURN = "Return { type: 'text', text: … }, or another output.";
const A_PROMISE = `a promise. Await in the tool. ${RETURN}`;
const NO_OUTPUT = `no output. ${RETURN}`;
