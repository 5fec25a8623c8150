import type { JsonValue } from 'toolgate/model';
import { hashOf } from './canonical-json.js';

/** Whether stored JSON does not match its hash: the record was altered in the database. */
export const isAltered = (value: JsonValue | undefined, hash: string | undefined): boolean => {
  try {
    return hashOf(value) !== hash;
  } catch {
    // A value that is nested too deeply to be hashed never had a hash.
    return true;
  }
};
