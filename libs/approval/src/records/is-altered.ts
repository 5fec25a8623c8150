import type { JsonObject } from 'toolgate/model';
import { hashOf } from './canonical-json.js';

/** Whether stored arguments are not those that their hash names: the record was altered in the database. */
export const isAltered = (input: JsonObject, argsHash: string | undefined): boolean => {
  try {
    return hashOf(input) !== argsHash;
  } catch {
    // Nested too deeply to be hashed, so it never was.
    return true;
  }
};
