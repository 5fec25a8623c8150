import { recordOf } from '#core';
import type { ChatModel } from 'toolgate/model';
import type { ProviderModel } from './provider-model.js';

type Support = NonNullable<ChatModel['supportsStructuredOutput']>;

/** The support of known providers, by the prefix of their names. For others, the model or the application states it. */
const PROVIDERS: readonly (readonly [name: RegExp, support: Support])[] = [
  [/\.completion$/u, false],
  [/^(?:openai|azure|azure-openai)\./u, true],
  [/^(?:anthropic|vertex\.anthropic)\./u, true],
  // Only its newest models accept a schema together with tools.
  [/^google\./u, 'without-tools'],
  [/^(?:mistral|xai)\./u, true],
];
const TOO_OLD = /^(?:gpt-3|gpt-4(?![.o])|o1-(?:mini|preview))/u;

/** Whether a model of the AI SDK enforces a schema for its answers. */
export const structuredOutputSupport = (model: ProviderModel): Support => {
  const { supportsStructuredOutputs } = recordOf(model);
  if (typeof supportsStructuredOutputs === 'boolean') return supportsStructuredOutputs;
  if (model.provider.startsWith('openai.') && TOO_OLD.test(model.modelId)) return false;
  return PROVIDERS.find(([name]) => name.test(model.provider))?.[1] ?? false;
};
