import { objectOf } from '#core';
import type { KnownCall } from 'toolgate/approval';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { assertNames } from '../exchange/request-parts.js';
import { refuseRequest } from '../problem/request.exception.js';

/** The properties of a report of an outcome. */
export const KNOWN_CALL: readonly string[] = ['index', 'idempotencyKey', 'outcome'];

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  succeeded: ['type', 'value'],
  failed: ['type', 'message'],
  abandoned: ['type'],
};

/** Returns the outcome that a body reports; undefined for an empty one. Throws `RequestException` if it is malformed. */
export const knownCallOf = (body: JsonObject): KnownCall | undefined => {
  if (Object.keys(body).length === 0) return undefined;
  const { index, idempotencyKey, outcome } = body;
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0)
    refuseReport('"index" is not the index of a call');
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    refuseReport('"idempotencyKey" is not a string');
  assertOutcome(outcome);
  return body as JsonObject & KnownCall;
};

const assertOutcome = (outcome: JsonValue | undefined): void => {
  const given = objectOf(outcome);
  const { type, message } = given;
  const names = typeof type === 'string' && Object.hasOwn(OUTCOMES, type) ? OUTCOMES[type] : undefined;
  if (!names) return refuseReport('"outcome" is not of the type succeeded, failed or abandoned');
  assertNames(given, names, 'The outcome');
  if (type === 'succeeded' && !Object.hasOwn(given, 'value')) refuseReport('"outcome" has no value');
  if (type === 'failed' && (typeof message !== 'string' || message === '')) refuseReport('"outcome" has no message');
};

const refuseReport = (problem: string): never =>
  refuseRequest(`The report of an outcome is invalid: ${problem}. Correct it.`);
