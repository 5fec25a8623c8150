import { toJson } from 'toolgate/model';
import type { PreparedCall } from 'toolgate/tool';
import { hashOf } from './canonical-json.js';

/**
 * Names a tool's definition by its content: what a person approved is void where it changes. What a provider is advised
 * of beside it means nothing to a person.
 */
export const definitionHashOf = ({ callback }: PreparedCall): string => {
  const { strict: _, inputExamples: __, providerOptions: ___, ...shown } = callback.definition;
  return hashOf(toJson(shown));
};
