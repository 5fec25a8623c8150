import { toJson, type ToolResultOutput } from 'toolgate/model';
import { ToolCallResultConverter } from './tool-call-result-converter.js';
import { ToolResultException } from './tool.errors.js';

const DONE: ToolResultOutput = { type: 'text', text: 'Done' };

/** Text stays as it is, nothing becomes `Done`, everything else becomes JSON. */
export class JsonToolCallResultConverter extends ToolCallResultConverter {
  convert(result: unknown, toolName: string): ToolResultOutput {
    if (typeof result === 'string') return { type: 'text', text: result };
    if (result === undefined) return DONE;
    try {
      return { type: 'json', value: toJson(result) };
    } catch (cause) {
      throw new ToolResultException(toolName, cause);
    }
  }
}
