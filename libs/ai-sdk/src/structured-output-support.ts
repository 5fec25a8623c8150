import type { ChatModel } from 'toolgate/model';
import type { ProviderModel } from './provider-model.js';

type Support = NonNullable<ChatModel['supportsStructuredOutput']>;

/** What is known of providers, by the beginning of their names; of others a model, or the application, says it. */
const PROVIDERS: readonly (readonly [name: RegExp, support: Support])[] = [
  [/\.completion$/u, false],
  [/^(?:openai|azure|azure-openai)\./u, true],
  [/^(?:anthropic|vertex\.anthropic)\./u, true],
  // Only its newest models take a schema beside tools.
  [/^google\./u, 'without-tools'],
  [/^(?:mistral|xai)\./u, true],
];
const TOO_OLD = /^(?:gpt-3|gpt-4(?![.o])|o1-(?:mini|preview))/u;

/** Whether a model of the AI SDK holds answers to a schema. */
export const structuredOutputSupport = (model: ProviderModel): Support => {
  const { supportsStructuredOutputs } = model as { readonly supportsStructuredOutputs?: unknown };
  if (typeof supportsStructuredOutputs === 'boolean') return supportsStructuredOutputs;
  if (model.provider.startsWith('openai.') && TOO_OLD.test(model.modelId)) return false;
  return PROVIDERS.find(([name]) => name.test(model.provider))?.[1] ?? false;
};
