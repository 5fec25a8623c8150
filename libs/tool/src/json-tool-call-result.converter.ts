import type { JsonValue, ToolResultOutput } from 'toolgate/model';
import { ToolCallResultConverter } from './tool-call-result-converter.js';
import { ToolResultException } from './tool.errors.js';

const DONE: ToolResultOutput = { type: 'text', text: 'Done' };

/** Text stays as it is, nothing becomes `Done`, everything else becomes JSON. */
export class JsonToolCallResultConverter extends ToolCallResultConverter {
  convert(result: unknown, toolName: string): ToolResultOutput {
    if (typeof result === 'string') return { type: 'text', text: result };
    if (result === undefined) return DONE;
    if (typeof result === 'boolean' || result === null) return { type: 'json', value: result };
    return { type: 'json', value: toJson(result, toolName) };
  }
}

const toJson = (result: unknown, toolName: string): JsonValue => {
  try {
    return JSON.parse(JSON.stringify(result, refuseUnsayable)) as JsonValue;
  } catch (cause) {
    throw new ToolResultException(toolName, cause);
  }
};

// JSON.stringify drops functions and symbols in silence: the model would see a result with holes.
const refuseUnsayable = (key: string, value: unknown): unknown => {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`a ${typeof value}${key && ` in "${key}"`}`);
  }
  return value;
};
