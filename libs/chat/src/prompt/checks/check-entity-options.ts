import type { EntityOptions } from '../../contract/entity-options.js';
import { checkNames } from './check-names.js';
import { throwInvalid } from './invalid-value.js';

/** Returns the options of an entity. Throws `ChatClientException` for an unknown option, and for a value of another type. */
export const checkEntityOptions = (options: EntityOptions): EntityOptions => {
  for (const name of checkNames(() => 'entity()', options, TYPES)) {
    const value = options[name as keyof EntityOptions];
    const { type, instruction } = TYPES[name as keyof EntityOptions];
    if (value !== undefined && typeof value !== type) throwInvalid(`entity(): "${name}"`, value, instruction);
  }
  return options;
};

const TEXT = { type: 'string', instruction: 'Pass a string, or leave it out.' };

const TYPES: Readonly<Record<keyof EntityOptions, { readonly type: string; readonly instruction: string }>> = {
  native: { type: 'boolean', instruction: 'Pass true or false, or leave it out.' },
  repeatAttempts: { type: 'number', instruction: 'Pass a whole number of at least 0, or leave it out.' },
  name: TEXT,
  description: TEXT,
};
