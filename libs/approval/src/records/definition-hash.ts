import { toJson } from 'toolgate/model';
import type { PreparedCall } from 'toolgate/tool';
import { hashOf } from './canonical-json.js';

/**
 * Returns the hash of a tool's definition: an approval covers one definition. Hints for the provider are
 * left out, because an approver does not see them.
 */
export const definitionHashOf = ({ callback }: Pick<PreparedCall, 'callback'>): string => {
  const { strict: _, inputExamples: __, providerOptions: ___, ...shown } = callback.definition;
  return hashOf(toJson(shown));
};
