import { toJson } from 'toolgate/model';
import type { PreparedCall } from 'toolgate/tool';
import { hashOf } from './canonical-json.js';

/**
 * Returns the hash of a tool's definition: an approval covers one definition. Hints for the provider are
 * left out, because an approver does not see them.
 */
export const definitionHashOf = ({ callback }: Pick<PreparedCall, 'callback'>): string => {
  const { definition } = callback;
  const known = hashes.get(definition);
  if (known?.isConstant) return known.hash;
  const { strict: _, inputExamples: __, providerOptions: ___, ...shown } = definition;
  // A definition that is not frozen may change in place, so its text is compared, which costs a tenth of the hash.
  const text = JSON.stringify(shown);
  if (known?.text === text) return known.hash;
  const hash = hashOf(toJson(shown));
  hashes.set(definition, { isConstant: isConstant(definition), text, hash });
  return hash;
};

interface KnownHash {
  /** Whether the definition is frozen at every depth. */
  readonly isConstant: boolean;
  readonly text: string;
  readonly hash: string;
}

const hashes = new WeakMap<object, KnownHash>();

const isConstant = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? isPlain(value) && Object.isFrozen(value) && hasConstants(value)
    : typeof value !== 'function';

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

// A getter may return another value each time.
const hasConstants = (value: object): boolean =>
  Object.values(Object.getOwnPropertyDescriptors(value)).every((one) => 'value' in one && isConstant(one.value));
