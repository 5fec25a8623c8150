import { JsonValueError } from '#core';
import { toJson, type ToolResultOutput } from 'toolgate/model';
import { ToolCallResultConverter } from '../contract/tool-callback.js';
import { ToolResultException } from '../contract/tool.errors.js';
import { contentPartsOf } from './tool-content.js';

const BYTES = "as bytes without a media type. Return toolContent(filePart(bytes, 'image/png')).";
const DONE: ToolResultOutput = { type: 'text', text: 'Done' };

/** Returns text unchanged, `undefined` as `Done`, `toolContent()` as its parts, and every other value as JSON. */
export class JsonToolCallResultConverter extends ToolCallResultConverter {
  convert(result: unknown, toolName: string): ToolResultOutput {
    if (typeof result === 'string') return { type: 'text', text: result };
    if (result === undefined) return DONE;
    const parts = contentPartsOf(result);
    if (parts) return { type: 'content', parts };
    if (result instanceof Uint8Array) throw new ToolResultException(toolName, undefined, BYTES);
    try {
      return { type: 'json', value: toJson(result) };
    } catch (cause) {
      // Another error comes from the value itself, and its message may contain a secret.
      const why = cause instanceof JsonValueError ? `because ${cause.message} Return plain data.` : undefined;
      throw new ToolResultException(toolName, cause, why);
    }
  }
}
