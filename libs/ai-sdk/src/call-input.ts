import type { JsonValue, ToolCallPart } from 'toolgate/model';

/**
 * Reads a call's arguments for sending it back. Providers take an object only, so arguments that are none are sent as
 * `{ malformedArguments: <the text as the model wrote it> }`: the model sees its own mistake beside the error that
 * answers it, and `{}` would look like a call without arguments. What a provider's own tool was given stays as it was.
 */
export const callInput = (call: ToolCallPart): JsonValue => {
  const value = parsed(call.input);
  if (value === null) return {};
  if (value !== undefined && (call.providerExecuted || (typeof value === 'object' && !Array.isArray(value))))
    return value;
  return { malformedArguments: call.input };
};

const parsed = (text: string): JsonValue | undefined => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};
