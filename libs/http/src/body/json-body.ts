import type { IncomingHttpHeaders } from 'node:http';
import { isObject, parseJson } from '#core';
import type { JsonObject } from 'toolgate/model';
import { RequestException, refuseRequest } from '../problem/request.exception.js';

// The bytes were limited when the body was read.
const LIMITS = { maxBytes: Infinity, maxNodes: Infinity, maxDepth: 1000 };

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws `RequestException` (`not-json`) unless a request declares its body as plain JSON. */
export const assertJsonType = ({ 'content-type': type, 'content-encoding': encoding }: IncomingHttpHeaders): void => {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RequestException('not-json', 'A compressed body is not accepted. Send it without Content-Encoding.');
  }
  if (type !== undefined && JSON_TYPE.test(type)) return;
  throw new RequestException('not-json', 'The body must be JSON in UTF-8. Send Content-Type: application/json.');
};

/** Returns the object that a body contains. Throws `RequestException` (`bad-request`) if it contains anything else. */
export const parseBody = (bytes: Buffer): JsonObject => {
  const parsed = parseJson(textOf(bytes), LIMITS);
  switch (parsed.type) {
    case 'value':
      if (isObject(parsed.value)) return parsed.value;
      return refuseRequest('The body is not a JSON object. Send an object.');
    case 'repeated-property':
      return refuseRequest('An object of the body repeats a property. Send each property once.');
    case 'rounded-integer':
      return refuseRequest(
        `The integer at "${parsed.path}" of the body has more digits than a number can hold. Send at most 15 digits, or text if the schema allows it.`,
      );
    case 'too-large':
      return refuseRequest(`The body nests more than ${LIMITS.maxDepth} objects and lists. Send fewer levels.`);
    default:
      return refuseRequest('The body is not JSON. Send a JSON object.');
  }
};

const textOf = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    return refuseRequest('The body is not UTF-8. Send JSON in UTF-8.');
  }
};
