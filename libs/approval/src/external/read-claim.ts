import { exactJson, isObject, messageOf } from '#core';
import type { JsonValue } from 'toolgate/model';
import { describeIssues, issueOfSize } from '#tool';
import type { ArgumentLimits, ToolCallResult } from 'toolgate/tool';
import { hashOf } from '../records/canonical-json.js';
import { readViewer, type Viewer } from '../requester/read-approver.js';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import type { ExternalCallClaim, ExternalCallFinish, ExternalCallScope } from './external-call.js';
import { throwBadRequest } from '../errors/external-call.errors.js';
import { isId, LONGEST_ID } from '../validation/is-id.js';

/** The calls that an operation finds: those of a tenant, or of one application of the tenant. */
export interface ReadScope extends Pick<Viewer, 'tenant'> {
  readonly application?: string;
}

/** A valid claim. The token is a hash, because records are visible to approvers. */
interface ReadClaim {
  readonly by: ReadScope;
  readonly argsHash: string;
  readonly token: string;
  readonly leaseMs: number | undefined;
}

/** A valid outcome, as the result of the call. */
interface ReadFinish {
  readonly by: ReadScope;
  readonly token: string;
  readonly answer: ToolCallResult;
}

const SCOPE: NamesOf<ExternalCallScope> = { tenant: true, application: true };
const CLAIM: NamesOf<ExternalCallClaim> = { ...SCOPE, argsHash: true, token: true, leaseMs: true };
const FINISH: NamesOf<ExternalCallFinish> = { ...SCOPE, token: true, outcome: true };
const LONGEST_LEASE_MS = 86_400_000;
const LONGEST_MESSAGE = 10_000;

/** Returns a claim. Throws `ExternalCallException` that states what to change. */
export const readClaim = (given: ExternalCallClaim): ReadClaim => {
  const by = readSender('claimed', given, CLAIM);
  const { argsHash, token, leaseMs } = given;
  if (typeof argsHash !== 'string' || argsHash === '')
    throwBadRequest('claimed', '"argsHash" must be a string that is not empty');
  if (leaseMs !== undefined && !(Number.isInteger(leaseMs) && leaseMs > 0 && leaseMs <= LONGEST_LEASE_MS))
    throwBadRequest('claimed', `"leaseMs" must be a whole number from 1 to ${LONGEST_LEASE_MS}`);
  return { by, argsHash, token: hashOf(token), leaseMs };
};

/** Returns an outcome. Throws `ExternalCallException` that states what to change. */
export const readFinish = (given: ExternalCallFinish, limits?: ArgumentLimits): ReadFinish => {
  const by = readSender('finished', given, FINISH);
  return { by, token: hashOf(given.token), answer: answerOf(given.outcome, limits) };
};

/**
 * Returns the scope of the calls that an operation finds. Throws `ExternalCallException` that states what to change.
 */
export const readScope = (given: ExternalCallScope): ReadScope => scopeOf('read', given, SCOPE);

const readSender = (
  done: string,
  given: ExternalCallClaim | ExternalCallFinish,
  names: Readonly<Record<string, true>>,
): ReadScope => {
  const scope = scopeOf(done, given, names);
  const { token } = given;
  if (!isId(token)) throwBadRequest(done, `"token" must be a string of 1 to ${LONGEST_ID} characters`);
  return scope;
};

const scopeOf = (done: string, given: ExternalCallScope, names: Readonly<Record<string, true>>): ReadScope => {
  if (!isObject(given)) throwBadRequest(done, 'no options were passed');
  const unknown = unknownName(given, names);
  if (unknown) throwBadRequest(done, unknown);
  const { tenant, application } = given;
  for (const [name, value] of Object.entries({ tenant, application })) {
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throwBadRequest(done, `"${name}" must be a string that is not empty`);
  }
  return { ...readViewer(tenant === undefined ? {} : { tenant }), ...(application !== undefined && { application }) };
};

const answerOf = (outcome: ExternalCallFinish['outcome'], limits?: ArgumentLimits): ToolCallResult => {
  switch (outcome?.type) {
    case 'succeeded':
      return { output: { type: 'json', value: valueOf(outcome.value, limits) }, outcome: { type: 'success' } };
    case 'failed':
      if (typeof outcome.message !== 'string' || outcome.message.length > LONGEST_MESSAGE)
        throwBadRequest(
          'finished',
          `"message" of its outcome must be a string of at most ${LONGEST_MESSAGE} characters`,
        );
      return { output: { type: 'text', text: outcome.message }, outcome: { type: 'error', kind: 'execution' } };
    default:
      return throwBadRequest(
        'finished',
        "its outcome must be { type: 'succeeded', value } or { type: 'failed', message }",
      );
  }
};

const valueOf = (value: unknown, limits?: ArgumentLimits): JsonValue => {
  let json: JsonValue;
  try {
    json = exactJson(value ?? null);
  } catch (error) {
    return throwBadRequest('finished', `"value" of its outcome must be plain JSON: ${messageOf(error)}`);
  }
  // The limits apply to an object, so the value is a property of one.
  const tooLarge = issueOfSize({ value: json }, limits);
  return tooLarge ? throwBadRequest('finished', describeIssues('value', [tooLarge])) : json;
};
