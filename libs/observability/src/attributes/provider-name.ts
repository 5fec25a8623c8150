import type { ModelName } from 'toolgate/model';

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
