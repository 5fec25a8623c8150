import { isObject, readJson } from '#core';
import type { JsonValue, ToolCallPart } from 'toolgate/model';

/**
 * Parses a call's arguments to send them back. Providers accept only an object. If the arguments are something else, the
 * object has one property, `malformedArguments`: the text as the model wrote it. The model then sees its own mistake
 * beside the error. With `{}`, it would see a call without arguments. The arguments of a provider's own tool do not
 * change.
 */
export const callInput = (call: ToolCallPart): JsonValue => {
  const value = call.input.trim() === '' ? null : readJson(call.input);
  if (value === null) return {};
  if (value !== undefined && (call.providerExecuted || isObject(value))) return value;
  return { malformedArguments: call.input };
};
