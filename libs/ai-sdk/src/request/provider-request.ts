import { mergeOptions } from '#model';
import {
  ChatModelException,
  type JsonObject,
  type Message,
  type Prompt,
  type ToolChoice,
  type ToolDefinition,
} from 'toolgate/model';
import { openaiStrictness } from './openai-strictness.js';
import type { ProviderCallOptions, ProviderModel, ProviderTool } from './provider-model.js';
import { providerPrompt } from './provider-prompt.js';

/** The settings of a chat model of the AI SDK. */
interface BridgeSettings {
  readonly options?: Prompt['options'];
  readonly allowProviderExecutedTools: boolean;
}

/** One prompt to convert for a provider. */
export interface ProviderRequest {
  readonly options: ProviderCallOptions;
  readonly warnings: readonly string[];
}

/** Converts a prompt to a provider's request. */
export const providerRequest = (
  model: ProviderModel,
  settings: BridgeSettings,
  prompt: Prompt,
  signal: AbortSignal | undefined,
): ProviderRequest => {
  const options = mergeOptions(settings.options, prompt.options);
  if (options.model !== undefined && options.model !== model.modelId) {
    const wanted = `cannot be switched to '${options.model}': a model object of the AI SDK is one model.`;
    throw new ChatModelException(model, `${wanted} Make another chat model with aiSdkChatModel().`, INVALID);
  }
  const tools = prompt.tools?.map((tool) => providerTool(model, settings, tool));
  const reasons = options.reasoning === undefined || model.specificationVersion === 'v4';
  return {
    warnings: [
      ...(reasons ? [] : [NO_REASONING.replace('$', model.specificationVersion)]),
      ...(model.specificationVersion === 'v2' && prompt.tools?.some(hasHints) ? [NO_TOOL_HINTS] : []),
    ],
    options: {
      prompt: sentPrompt(model, prompt.messages),
      maxOutputTokens: options.maxOutputTokens,
      temperature: options.temperature,
      topP: options.topP,
      topK: options.topK,
      presencePenalty: options.presencePenalty,
      frequencyPenalty: options.frequencyPenalty,
      stopSequences: options.stopSequences,
      seed: options.seed,
      responseFormat: options.responseFormat,
      headers: options.headers,
      providerOptions: openaiStrictness(model, options),
      ...(tools?.length && {
        tools,
        ...(options.toolChoice && { toolChoice: providerToolChoice(options.toolChoice) }),
      }),
      ...(options.reasoning !== undefined && reasons && { reasoning: options.reasoning }),
      ...(signal && { abortSignal: signal }),
    },
  };
};

// The loop applies `everyRound`; a provider does not know it.
const providerToolChoice = (choice: ToolChoice): ToolChoice => {
  const { everyRound: _, ...sent } = choice as Extract<ToolChoice, { type: 'tool' }>;
  return sent;
};

const INVALID = { kind: 'invalid-request' } as const;

const NO_REASONING =
  "unsupported: reasoning (the option came with v4 and this is a $ model; use the provider's own option instead)";

const NO_TOOL_HINTS =
  'unsupported: strict and inputExamples of tools (the options came with v3 and this is a v2 model; use a newer provider package)';

const hasHints = ({ strict, inputExamples }: ToolDefinition): boolean =>
  strict !== undefined || inputExamples !== undefined;

const sentPrompt = (model: ProviderModel, messages: readonly Message[]) => {
  try {
    return providerPrompt(messages, model.specificationVersion);
  } catch (cause) {
    throw new ChatModelException(model, 'received a file whose URL is invalid.', { ...INVALID, cause });
  }
};

const functionTool = (
  { name, description, inputSchema, strict, inputExamples, providerOptions }: ToolDefinition,
  version: ProviderModel['specificationVersion'],
): ProviderTool => ({
  type: 'function',
  name,
  description,
  inputSchema,
  ...(providerOptions && { providerOptions }),
  // Both options exist since v3.
  ...(version !== 'v2' && strict !== undefined && { strict }),
  ...(version !== 'v2' && inputExamples?.length && { inputExamples }),
});

const providerTool = (
  model: ProviderModel,
  { allowProviderExecutedTools }: BridgeSettings,
  tool: ToolDefinition | ProviderTool,
): ProviderTool => {
  const own = ownTool(tool);
  if (!own) return functionTool(tool as ToolDefinition, model.specificationVersion);
  if (allowProviderExecutedTools) {
    return { ...own, type: model.specificationVersion === 'v2' ? 'provider-defined' : 'provider' };
  }
  throw new ChatModelException(
    model,
    `received the provider's tool '${String(tool.name)}', which bypasses the gate. Leave it out, or accept it with ` +
      'aiSdkChatModel(model, { allowProviderExecutedTools: true }).',
    INVALID,
  );
};

// Returns a tool that the provider runs itself, created by `providerTool()` or an object of the AI SDK; undefined for a
// function.
const ownTool = (tool: ToolDefinition | ProviderTool): JsonObject | undefined => {
  if ('type' in tool) return tool.type === 'function' ? undefined : tool;
  const { name, provider } = tool;
  return provider && { id: provider.id, name, args: provider.args };
};
