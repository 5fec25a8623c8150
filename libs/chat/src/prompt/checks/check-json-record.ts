import { exactJson, messageOf } from '#core';
import { ChatClientException } from '../../errors/chat.errors.js';
import { isRecord, type Place, throwInvalid } from './invalid-value.js';

/** Returns a plain object. Throws `ChatClientException` for anything else; its values are not checked. */
export const checkPlainRecord = <T>(place: Place, path: string, given: T): T => {
  if (isRecord(given) && !(given instanceof Map) && !(given instanceof Date)) return given;
  return throwInvalid(place(path), given, 'Pass a plain object.');
};

/** Returns plain JSON. Throws `ChatClientException` for a value that JSON cannot carry as it is, such as a `Date`. */
export const checkJsonRecord = <T>(place: Place, path: string, given: T): T => {
  checkPlainRecord(place, path, given);
  try {
    exactJson(given);
    return given;
  } catch (cause) {
    const message = messageOf(cause);
    throw new ChatClientException(
      `${place(path)} must be plain JSON: ${message} Convert such values, or pass them with transient().`,
      { cause },
    );
  }
};
