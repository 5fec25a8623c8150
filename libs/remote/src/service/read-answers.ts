import { isObject } from '#core';
import {
  EXTERNAL_PROTOCOL,
  type ExternalCallBody,
  type ExternalClaimedBody,
  type ExternalStatusesBody,
} from 'toolgate/http/client';
import { RemoteApprovalException } from '../errors/remote-approval.errors.js';

/** The most characters of an id, a hash, a key and a status. */
const LONGEST_TEXT = 1000;

/** Returns the answer about a call. Throws `RemoteApprovalException` if it is not one of this version. */
export const readCall = (body: ExternalCallBody): ExternalCallBody => {
  assertProtocol(body);
  const { reason = '' } = body;
  // The model reads the reason.
  const isText = typeof reason === 'string';
  return isText && areTexts(body, ['id', 'argsHash', 'approval', 'status']) ? body : refuse();
};

/** Returns the statuses of calls. Throws as `readCall` does. */
export const readStatuses = (body: ExternalStatusesBody): ExternalStatusesBody => {
  assertProtocol(body);
  const { items } = body;
  return Array.isArray(items) && items.every((item) => areTexts(item, ['id', 'approval'])) ? body : refuse();
};

/** Returns the answer to a claim. Throws as `readCall` does. */
export const readClaimed = (body: ExternalClaimedBody): ExternalClaimedBody => {
  assertProtocol(body);
  if (body.answer === 'no') return areTexts(body, ['approval']) ? body : refuse();
  return body.answer === 'start' && isObject(body.arguments) && areTexts(body, ['idempotencyKey']) ? body : refuse();
};

const areTexts = (value: object, names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => isShortText(value[name]));

const isShortText = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST_TEXT;

const assertProtocol = (body: unknown): void => {
  const protocol = isObject(body) ? body['protocol'] : undefined;
  if (protocol === EXTERNAL_PROTOCOL) return;
  if (typeof protocol === 'number' && protocol > EXTERNAL_PROTOCOL) {
    throw new RemoteApprovalException(
      `the approval service uses version ${protocol} of the wire format, and this application uses version ${EXTERNAL_PROTOCOL}. Upgrade toolgate in this application`,
    );
  }
  refuse();
};

const refuse = (): never => {
  throw new RemoteApprovalException(
    'the answer is not that of an approval service. Check serviceUrl, and the version of the service',
  );
};
