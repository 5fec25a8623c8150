import { isObject, isPromiseLike } from '#core';
import { type FilePart, type ProviderMetadata, type TextPart, toJson, type ToolResultOutput } from 'toolgate/model';
import { ToolCallResultConverter, ToolException, ToolResultException } from 'toolgate/tool';
import type { AiSdkToolOutput } from './ai-sdk-tool.js';
import { resultFile } from './result-file.js';

/** A result that `toModelOutput` of the tool has converted. */
class ModelOutput {
  constructor(readonly output: ToolResultOutput) {}
}

/** Returns the output of `toModelOutput`. */
export class ModelOutputConverter extends ToolCallResultConverter {
  convert(result: unknown, toolName: string): ToolResultOutput {
    if (result instanceof ModelOutput) return result.output;
    throw new ToolResultException(toolName, undefined, 'because toModelOutput did not convert it.');
  }
}

/** `toModelOutput` returned an error or a denial. The model receives the message as the error of the call. */
class AiSdkOutputException extends ToolException {
  override readonly name = 'AiSdkOutputException';
}

/**
 * Calls `toModelOutput` and converts its output. An error or a denial that it returns is thrown. If it fails, or if its
 * output cannot be sent, `ToolResultException` states that the tool has run.
 */
export const convertOutput = async (
  toolName: string,
  toModelOutput: () => AiSdkToolOutput | PromiseLike<AiSdkToolOutput>,
): Promise<ModelOutput> => {
  try {
    const returned = toModelOutput();
    return new ModelOutput(outputFrom(toolName, isPromiseLike(returned) ? await returned : returned));
  } catch (error) {
    if (error instanceof AiSdkOutputException || error instanceof ToolResultException) throw error;
    throw new ToolResultException(toolName, error, 'because toModelOutput failed. Correct it.');
  }
};

const outputFrom = (toolName: string, { type, value, reason }: AiSdkToolOutput): ToolResultOutput => {
  switch (type) {
    case 'text':
      return { type, text: String(value) };
    case 'json':
      return { type, value: toJson(value) };
    case 'content':
      return { type, parts: (value as readonly object[]).map((part) => partFrom(toolName, part)) };
    case 'error-text':
      throw new AiSdkOutputException(String(value));
    case 'error-json':
      throw new AiSdkOutputException(JSON.stringify(value));
    case 'execution-denied':
      throw new AiSdkOutputException(`Tool execution was denied${reason ? `: ${reason}` : '.'}`);
    default:
      throw new ToolResultException(
        toolName,
        undefined,
        `because toModelOutput returned the type "${type}". ${RETURN}`,
      );
  }
};

const RETURN = "Return { type: 'text', value: … }, 'json' or 'content'.";

const partFrom = (toolName: string, part: object): TextPart | FilePart => {
  const { type, text, providerOptions } = part as { type: string; text?: string; providerOptions?: unknown };
  const metadata = isObject(providerOptions) ? { providerMetadata: providerOptions as ProviderMetadata } : {};
  if (type === 'text') return { type, text: String(text), ...metadata };
  const file = resultFile(part);
  if (file) return { ...file, ...metadata };
  const why = `because toModelOutput returned a part of the type "${type}" that has neither data nor a URL. Return text, data or a URL.`;
  throw new ToolResultException(toolName, undefined, why);
};
