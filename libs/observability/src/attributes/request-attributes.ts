import type { ChatClientRequest } from 'toolgate/chat';
import { conversationAttributes } from './conversation-attributes.js';
import type { Attributes } from './attributes.js';
import type { ModelName } from 'toolgate/model';

/** Returns the model and its provider: the common attributes of spans and measurements. */
export const modelAttributes = ({ options, turn }: ChatClientRequest): Attributes => {
  const { modelName } = turn.model;
  const model = options.model ?? modelName?.modelId;
  return {
    'gen_ai.provider.name': providerNameOf(modelName),
    ...(model !== undefined && { 'gen_ai.request.model': model }),
  };
};

/** Returns the attributes of a model request, without its content. Options that are not set are left out. */
export const settingAttributes = ({ options, turn, round }: ChatClientRequest): Attributes => ({
  'gen_ai.request.stream': turn.mode === 'stream' || undefined,
  'gen_ai.request.max_tokens': options.maxOutputTokens,
  'gen_ai.request.temperature': options.temperature,
  'gen_ai.request.top_p': options.topP,
  'gen_ai.request.top_k': options.topK,
  'gen_ai.request.frequency_penalty': options.frequencyPenalty,
  'gen_ai.request.presence_penalty': options.presencePenalty,
  'gen_ai.request.seed': options.seed,
  'gen_ai.request.stop_sequences': options.stopSequences?.length ? [...options.stopSequences] : undefined,
  'gen_ai.output.type': options.responseFormat?.type,
  'toolgate.round': round,
  // Last, because properties after a spread are set one by one.
  ...conversationAttributes(turn),
});

/** The names of providers for which the conventions use a different name. */
const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  ['amazon-bedrock', 'aws.bedrock'],
  ['bedrock', 'aws.bedrock'],
  ['azure', 'azure.ai.openai'],
  ['google.vertex', 'gcp.vertex_ai'],
  ['vertex', 'gcp.vertex_ai'],
  ['google', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['moonshot', 'moonshot_ai'],
  ['xai', 'x_ai'],
];

const known = new Map<string, string>();

/** Returns the name of a provider by the conventions: `openai` for the `openai.responses` of the AI SDK. */
export const providerNameOf = (model: ModelName | undefined): string => {
  const provider = model?.provider;
  if (typeof provider !== 'string' || provider === '') return 'unknown';
  let name = known.get(provider);
  if (!name) {
    name = NAMES.find(([prefix]) => provider.startsWith(prefix))?.[1] ?? provider.replace(/\.[^]*/, '');
    known.set(provider, name);
  }
  return name;
};
