import {
  type AssistantPart,
  ChatModelException,
  type ProviderMetadata,
  type ToolCallPart,
  type ToolResultPart,
} from 'toolgate/model';
import type {
  ProviderContent,
  ProviderSilence,
  ProviderToolCall,
  ProviderToolResult,
} from '../provider/provider-answer.js';
import type { ProviderModel } from '../request/provider-model.js';
import { fileSource } from '../request/provider-file.js';
import type { ToolCallIds } from '../request/tool-call-ids.js';
import { MESSAGE_START_KIND, REASONING_FILE_KIND, SOURCE_KIND } from '../provider/custom-part-kinds.js';

/** The context for reading the parts of one answer. */
export interface AnswerContext {
  readonly model: ProviderModel;
  readonly ids: ToolCallIds;
  readonly allowProviderExecutedTools: boolean;
}

/** Throws for an answer in which the provider ran a tool that passed no gate. */
export const refuseProviderExecuted = ({ model, allowProviderExecutedTools }: AnswerContext, toolName: string) => {
  if (allowProviderExecutedTools) return;
  throw new ChatModelException(
    model,
    `ran its own tool '${toolName}', which bypasses the gate. Remove the tool from the provider's settings, or accept it ` +
      'with aiSdkChatModel(model, { allowProviderExecutedTools: true }).',
  );
};

/** Reads one whole part of an answer; undefined for an empty part. */
export const assistantPart = (
  part: ProviderContent | ProviderSilence,
  context: AnswerContext,
): AssistantPart | undefined => {
  const { providerMetadata } = part;
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text || providerMetadata
        ? withMetadata({ type: part.type, text: part.text }, providerMetadata)
        : undefined;
    case 'file':
      return withMetadata({ type: 'file', mediaType: part.mediaType, source: fileSource(part.data) }, providerMetadata);
    case 'reasoning-file': {
      const data = { mediaType: part.mediaType, source: fileSource(part.data) };
      return withMetadata({ type: 'custom', kind: REASONING_FILE_KIND, data }, providerMetadata);
    }
    case 'custom':
      if (part.kind === MESSAGE_START_KIND) return undefined;
      return withMetadata({ type: 'custom', kind: part.kind }, providerMetadata);
    case 'source': {
      const { type: _, providerMetadata: __, ...source } = part;
      const entries = Object.entries(source).filter(([, entry]) => entry !== undefined);
      return withMetadata({ type: 'custom', kind: SOURCE_KIND, data: Object.fromEntries(entries) }, providerMetadata);
    }
    case 'tool-call':
      return toolCall(part, context);
    case 'tool-result':
      return part.preliminary ? undefined : toolResult(part, context);
    case 'tool-approval-request':
      throw new ChatModelException(
        context.model,
        'asks for the approval of a tool that it runs itself, but Toolgate cannot send that approval. Turn off the approval of this tool in the settings of the provider.',
      );
    default:
      return undefined;
  }
};

const withMetadata = <T extends AssistantPart>(part: T, providerMetadata: ProviderMetadata | undefined): T =>
  providerMetadata ? { ...part, providerMetadata } : part;

const toolCall = (part: ProviderToolCall, context: AnswerContext): ToolCallPart => {
  if (part.providerExecuted) refuseProviderExecuted(context, part.toolName);
  const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
  const call: ToolCallPart = {
    type: 'tool-call',
    toolCallId: context.ids.claim(part.toolCallId),
    toolName: part.toolName,
    input: input.trim() === '' ? '{}' : input,
    ...(part.providerExecuted && { providerExecuted: true }),
  };
  return withMetadata(call, part.providerMetadata);
};

const toolResult = (part: ProviderToolResult, context: AnswerContext): ToolResultPart => {
  refuseProviderExecuted(context, part.toolName);
  const result: ToolResultPart = {
    type: 'tool-result',
    toolCallId: context.ids.current(part.toolCallId),
    toolName: part.toolName,
    output: { type: 'json', value: part.result ?? null },
    outcome: part.isError ? { type: 'error', kind: 'execution' } : { type: 'success' },
    providerExecuted: true,
  };
  return withMetadata(result, part.providerMetadata);
};
