import { ChatModelException, type ModelName } from 'toolgate/model';
import type { ProviderWarning } from '../provider/provider-answer.js';

/** Throws if a provider warns that it ignored the tools of the request. Its answer would be for another prompt. */
export const assertTakesTools = (model: ModelName, warnings: readonly ProviderWarning[] = []): void => {
  const leftOut = warnings.some(({ feature, setting }) => (feature ?? setting) === 'tools');
  if (!leftOut) return;
  throw new ChatModelException(model, 'takes no tools. Choose another model, or send it none.', {
    kind: 'invalid-request',
  });
};
