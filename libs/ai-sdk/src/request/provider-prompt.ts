import {
  type AssistantPart,
  type CustomPart,
  ENTITY_KIND,
  type FilePart,
  type JsonValue,
  type Message,
  type ProviderMetadata,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from 'toolgate/model';
import type { AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import { sentFile, type SentFileData } from './provider-file.js';
import { type SentToolOutput, toolOutput } from './provider-tool-output.js';
import { REASONING_FILE_KIND, SOURCE_KIND } from '../provider/custom-part-kinds.js';
import { isObject, readJson } from '#core';

interface Options {
  readonly providerOptions?: ProviderMetadata;
}

/** One part of a message as it is sent. */
type ProviderPart = Options &
  (
    | { readonly type: 'text' | 'reasoning'; readonly text: string }
    | {
        readonly type: 'file' | 'reasoning-file';
        readonly data: SentFileData;
        readonly mediaType: string;
        readonly filename?: string;
      }
    | { readonly type: 'custom'; readonly kind: string }
    | {
        readonly type: 'tool-call';
        readonly toolCallId: string;
        readonly toolName: string;
        readonly input: JsonValue;
        readonly providerExecuted?: true;
      }
    | {
        readonly type: 'tool-result';
        readonly toolCallId: string;
        readonly toolName: string;
        readonly output: SentToolOutput;
      }
  );

/** One message as it is sent. */
export type ProviderMessage = Options &
  (
    | { readonly role: 'system'; readonly content: string }
    | { readonly role: 'user' | 'assistant' | 'tool'; readonly content: readonly ProviderPart[] }
  );

/** Converts a conversation for a provider. Metadata that a provider attached to a part is sent back unchanged. */
export const providerPrompt = (
  messages: readonly Message[],
  version: AiSdkSpecificationVersion,
): readonly ProviderMessage[] => {
  const sent: ProviderMessage[] = [];
  for (const message of messages) {
    const options = echo(message.providerMetadata);
    if (message.role === 'system') sent.push({ role: 'system', content: message.text, ...options });
    else {
      const content = message.content.map((part) => providerPart(part, version)).filter((part) => part !== undefined);
      // Providers reject a message without content, and an answer may have been empty.
      if (content.length > 0) sent.push({ role: message.role, content, ...options });
    }
  }
  return sent;
};

const echo = (providerMetadata: ProviderMetadata | undefined): Options =>
  providerMetadata ? { providerOptions: providerMetadata } : {};

const providerPart = (part: AssistantPart, version: AiSdkSpecificationVersion): ProviderPart | undefined => {
  const options = echo(part.providerMetadata);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return textPart(part, options);
    case 'file':
      return filePart(part, version, options);
    case 'custom':
      return customPart(part, version, options);
    case 'tool-call': {
      const { toolCallId, toolName, providerExecuted } = part;
      const executed = providerExecuted ? ({ providerExecuted: true } as const) : {};
      return { type: 'tool-call', toolCallId, toolName, input: callInput(part), ...executed, ...options };
    }
    case 'tool-result':
      return resultPart(part, version, options);
    default:
      return undefined;
  }
};

const textPart = ({ type, text }: TextPart | Extract<AssistantPart, { type: 'reasoning' }>, options: Options) =>
  text === '' && !options.providerOptions ? undefined : ({ type, text, ...options } as const);

const filePart = (part: FilePart, version: AiSdkSpecificationVersion, options: Options): ProviderPart => {
  const { filename } = part;
  return { type: 'file', ...sentFile(part, version), ...(filename !== undefined && { filename }), ...options };
};

const resultPart = (part: ToolResultPart, version: AiSdkSpecificationVersion, options: Options): ProviderPart => {
  const { toolCallId, toolName } = part;
  return { type: 'tool-result', toolCallId, toolName, output: toolOutput(part, version), ...options };
};

// Custom parts exist since v4. A source is never part of a prompt, and the text of an answer contains its entity.
const customPart = (
  part: CustomPart,
  version: AiSdkSpecificationVersion,
  options: Options,
): ProviderPart | undefined => {
  if (version !== 'v4' || part.kind === SOURCE_KIND || part.kind === ENTITY_KIND) return undefined;
  if (part.kind !== REASONING_FILE_KIND) return { type: 'custom', kind: part.kind, ...options };
  const file = part.data as Pick<FilePart, 'mediaType' | 'source'>;
  return { type: 'reasoning-file', ...sentFile(file, version), ...options };
};

/**
 * Parses a call's arguments to send them back. Providers accept only an object. If the arguments are something else, the
 * object has one property, `malformedArguments`: the text as the model wrote it. The model then sees its own mistake
 * beside the error. With `{}`, it would see a call without arguments. The arguments of a provider's own tool do not
 * change.
 */
const callInput = (call: ToolCallPart): JsonValue => {
  // Another chat model of the application may leave the arguments out if there are none.
  const text = call.input ?? '';
  const value = text.trim() === '' ? null : readJson(text);
  if (value === null) return {};
  if (value !== undefined && (call.providerExecuted || isObject(value))) return value;
  return { malformedArguments: text };
};
