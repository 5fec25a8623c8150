import type { JsonValue, ProviderMetadata, ToolResultOutput, ToolResultPart } from 'toolgate/model';
import type { AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import { sentFile, type SentFileData } from './provider-file.js';

interface Options {
  readonly providerOptions?: ProviderMetadata;
}

/** A file in a tool's result; its name differs between the versions of the specification. */
type SentResultFile = Options &
  (
    | { readonly type: 'file'; readonly data: SentFileData; readonly mediaType: string; readonly filename?: string }
    | { readonly type: 'file-data'; readonly data: string; readonly mediaType: string; readonly filename?: string }
    | { readonly type: 'image-data' | 'media'; readonly data: string; readonly mediaType: string }
    | { readonly type: 'file-url' | 'image-url'; readonly url: string }
  );

/** A tool's result as it is sent. */
export type SentToolOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json'; readonly value: JsonValue }
  | { readonly type: 'execution-denied'; readonly reason: string }
  | {
      readonly type: 'content';
      readonly value: readonly (SentResultFile | (Options & { readonly type: 'text'; readonly text: string }))[];
    };

type ContentOutput = Extract<ToolResultOutput, { type: 'content' }>;

/** Converts the result of one call for the model, and whether it succeeded. */
export const toolOutput = (result: ToolResultPart, version: AiSdkSpecificationVersion): SentToolOutput => {
  const { output, outcome } = result;
  // An answer of a person in place of the tool is a result like the tool's own.
  if (outcome.type === 'success' || outcome.type === 'responded') return successful(output, version);
  if (outcome.type === 'error' && output.type === 'json') return { type: 'error-json', value: output.value };
  const text = textOfOutput(output);
  return outcome.type === 'denied' && version !== 'v2'
    ? { type: 'execution-denied', reason: text }
    : { type: 'error-text', value: text };
};

const successful = (output: ToolResultOutput, version: AiSdkSpecificationVersion): SentToolOutput => {
  if (output.type === 'text') return { type: 'text', value: output.text };
  if (output.type === 'json') return { type: 'json', value: output.value };
  return { type: 'content', value: output.parts.map((part) => contentPart(part, version)) };
};

const textOfOutput = (output: ToolResultOutput): string => {
  if (output.type === 'text') return output.text;
  if (output.type === 'json') return JSON.stringify(output.value);
  return output.parts.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)).join('\n');
};

const contentPart = (part: ContentOutput['parts'][number], version: AiSdkSpecificationVersion) => {
  const options = part.providerMetadata && version !== 'v2' ? { providerOptions: part.providerMetadata } : {};
  if (part.type === 'text') return { type: 'text', text: part.text, ...options } as const;
  const { filename } = part;
  const { data, mediaType } = sentFile(part, version);
  const name = filename !== undefined ? { filename } : {};
  if (version === 'v4') return { type: 'file', data, mediaType, ...name, ...options } as const;
  const image = mediaType.startsWith('image/');
  if (typeof data === 'string') {
    if (version === 'v2') return { type: 'media', data, mediaType } as const;
    if (image) return { type: 'image-data', data, mediaType, ...options } as const;
    return { type: 'file-data', data, mediaType, ...name, ...options } as const;
  }
  const url = String(data);
  if (version === 'v2') return { type: 'text', text: url } as const;
  return { type: image ? 'image-url' : 'file-url', url, ...options } as const;
};
