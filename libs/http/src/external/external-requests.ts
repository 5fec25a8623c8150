import { isObject } from '#core';
import { mergeRequirements, requirementProblem } from '#approval';
import type {
  ApprovalRequirement,
  ExternalCallClaim,
  ExternalCallFinish,
  ExternalCallRequest,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { assertNames } from '../exchange/request-parts.js';
import { refuseRequest } from '../problem/request.exception.js';
import type { KnownApplication } from './applications.js';

/** The properties of the bodies. `ApprovalService` checks their values. */
export const REQUEST = [
  'tool',
  'description',
  'inputSchema',
  'arguments',
  'requirement',
  'requester',
  'conversation',
  'requestId',
  'idempotent',
] as const;
export const CLAIM = ['argsHash', 'token', 'leaseMs'] as const;
export const FINISH = ['token', 'outcome'] as const;

/** Returns the request of an application. Its tenant and its name are those of its secret, never of the body. */
export const externalRequestOf = (body: JsonObject, { scope, requirement }: KnownApplication): ExternalCallRequest => {
  const { tenant, application } = scope;
  const { requester = { id: application }, requirement: stated = {}, ...rest } = body;
  if (!isObject(requester)) return refuse('"requester" must be an object with an id');
  assertNames(requester, ['id'], 'The requester');
  const id = requester['id'] as string;
  return {
    ...(rest as Omit<ExternalCallRequest, 'requester' | 'requirement'>),
    requirement: requirementOf(stated as ApprovalRequirement, requirement),
    requester: { id, tenant },
    application,
  };
};

const requirementOf = (stated: ApprovalRequirement, configured: ApprovalRequirement | undefined) => {
  if (!isObject(stated)) return refuse('"requirement" must be an object');
  const problem = requirementProblem(stated);
  if (problem) return refuse(problem.replace(/\.$/, ''));
  return configured ? mergeRequirements([configured, stated]) : stated;
};

/** Returns the claim of an application. */
export const externalClaimOf = (body: JsonObject, { scope }: KnownApplication): ExternalCallClaim => ({
  ...(body as JsonObject & ExternalCallClaim),
  ...scope,
});

/** Returns the outcome that an application reports. */
export const externalFinishOf = (body: JsonObject, { scope }: KnownApplication): ExternalCallFinish => ({
  ...(body as JsonObject & ExternalCallFinish),
  ...scope,
});

const refuse = (problem: string): never =>
  refuseRequest(`The external call was not requested: ${problem}. Correct it.`);
