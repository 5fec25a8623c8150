import type { JsonObject } from 'toolgate/model';
import { hashOf } from './canonical-json.js';

/** Whether stored arguments do not match their hash: the record was altered in the database. */
export const isAltered = (input: JsonObject, argsHash: string | undefined): boolean => {
  try {
    return hashOf(input) !== argsHash;
  } catch {
    // Arguments that are nested too deeply to be hashed never had a hash.
    return true;
  }
};
