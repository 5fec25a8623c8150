import { toJson } from 'toolgate/model';
import type { PreparedCall } from 'toolgate/tool';
import { hashOf } from './canonical-json.js';

/**
 * Returns the hash of a tool's definition: an approval covers one definition. Hints for the provider are
 * left out, because an approver does not see them.
 */
export const definitionHashOf = ({ callback }: Pick<PreparedCall, 'callback'>): string => {
  const { definition } = callback;
  const { strict: _, inputExamples: __, providerOptions: ___, ...shown } = definition;
  // A definition may change in place, so its text is compared, which costs a tenth of the hash.
  const text = JSON.stringify(shown);
  const known = hashes.get(definition);
  if (known?.text === text) return known.hash;
  const hash = hashOf(toJson(shown));
  hashes.set(definition, { text, hash });
  return hash;
};

const hashes = new WeakMap<object, { readonly text: string; readonly hash: string }>();
