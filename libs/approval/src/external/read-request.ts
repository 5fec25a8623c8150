import { DEFAULT_TENANT, defined, exactJson, isObject, messageOf, recordOf } from '#core';
import type { JsonObject } from 'toolgate/model';
import { describeIssues, issueOfSize } from '#tool';
import { type ArgumentLimits, prepareInput, ToolDeclarationException, ToolException } from 'toolgate/tool';
import type { TenantRequester } from '../requester/requester.js';
import { approverProblem } from '../requester/approver-problem.js';
import { requirementProblem } from '../requirement/requirement-problem.js';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import type { ExternalCallRequest } from './external-call.js';
import { throwBadRequest } from '../errors/external-call.errors.js';
import { ExternalToolCallback } from './external-tool.callback.js';
import { schemaProblem } from './schema-problem.js';
import { isId, LONGEST_ID } from '../validation/is-id.js';

/** A valid request, copied. */
export interface ReadRequest extends Omit<
  ExternalCallRequest,
  'requester' | 'description' | 'inputSchema' | 'idempotent'
> {
  readonly callback: ExternalToolCallback;
  readonly requester: TenantRequester;
}

const NAMES: NamesOf<ExternalCallRequest> = {
  tool: true,
  description: true,
  inputSchema: true,
  arguments: true,
  requirement: true,
  requester: true,
  application: true,
  conversation: true,
  requestId: true,
  idempotent: true,
};

const LONGEST_DESCRIPTION = 10_000;

/** Returns a copy of a request with validated arguments. Throws `ExternalCallException` that states what to change. */
export const readRequest = async (given: ExternalCallRequest, limits?: ArgumentLimits): Promise<ReadRequest> => {
  const problem = isObject(given) ? problemOf(given) : 'it is not an object';
  if (problem) throwBadRequest('requested', problem);
  const { tool, description, idempotent, requestId, application, conversation } = given;
  const inputSchema = given.inputSchema && (jsonOf('inputSchema', given.inputSchema) as JsonObject);
  const callback = new ExternalToolCallback(tool, { description, inputSchema, idempotent });
  const input = jsonOf('arguments', given.arguments);
  if (!isObject(input)) return throwBadRequest('requested', '"arguments" must be an object');
  const tooLarge = inputSchema && schemaProblem(tool, inputSchema, input);
  if (tooLarge) throwBadRequest('requested', tooLarge);
  const { id, tenant = DEFAULT_TENANT } = given.requester;
  // Copied before the first `await`, because a later change by the sender would not be validated.
  const requirement = jsonOf('requirement', given.requirement) as ExternalCallRequest['requirement'];
  const about = defined({ application, conversation });
  const copy = { tool, requestId, ...about, callback, requirement, requester: { id, tenant } };
  return { ...copy, arguments: await validated(callback, input, limits) };
};

const problemOf = (given: ExternalCallRequest): string | undefined => {
  const { tool, description = '', inputSchema, requirement, requester, conversation, requestId, idempotent } = given;
  const { application } = given;
  if (unknownName(given, NAMES)) return unknownName(given, NAMES);
  if (!isId(tool)) return `"tool" must be a string of 1 to ${LONGEST_ID} characters`;
  if (!isId(requestId)) return `"requestId" must be a string of 1 to ${LONGEST_ID} characters`;
  if (typeof description !== 'string' || description.length > LONGEST_DESCRIPTION)
    return `"description" must be a string of at most ${LONGEST_DESCRIPTION} characters`;
  if (conversation !== undefined && !isId(conversation))
    return `"conversation" must be a string of 1 to ${LONGEST_ID} characters`;
  if (application !== undefined && !isId(application))
    return `"application" must be a string of 1 to ${LONGEST_ID} characters`;
  if (idempotent !== undefined && typeof idempotent !== 'boolean') return '"idempotent" must be true or false';
  if (inputSchema !== undefined && !isObject(inputSchema)) return '"inputSchema" must be JSON Schema, an object';
  const who = requesterProblem(requester);
  if (who) return `"requester" cannot be read: ${who}`;
  if (!isObject(requirement)) return '"requirement" must be an object; {} lets every approver of the tenant decide';
  if (requirement.allowEdit && !inputSchema)
    return 'its requirement allows edits, which only "inputSchema" can validate. Pass one, or leave allowEdit out';
  return requirementProblem(requirement);
};

const requesterProblem = (requester: unknown): string | undefined => {
  const problem = approverProblem(requester);
  if (problem) return problem;
  return typeof recordOf(requester)['tenant'] === 'symbol' ? 'its "tenant" must be a string' : undefined;
};

const jsonOf = (what: string, value: unknown): unknown => {
  try {
    return exactJson(value);
  } catch (error) {
    return throwBadRequest('requested', `"${what}" must be plain JSON: ${messageOf(error)}`);
  }
};

const validated = async (
  callback: ExternalToolCallback,
  input: JsonObject,
  limits?: ArgumentLimits,
): Promise<JsonObject> => {
  const { name } = callback.definition;
  const tooLarge = issueOfSize(input, limits);
  if (tooLarge) return throwBadRequest('requested', describeIssues(name, [tooLarge]));
  try {
    const prepared = await prepareInput(callback, input);
    return prepared.type === 'issues'
      ? throwBadRequest('requested', describeIssues(name, prepared.issues))
      : prepared.input;
  } catch (error) {
    const isSchema = error instanceof ToolDeclarationException || error instanceof ToolException;
    return isSchema
      ? throwBadRequest('requested', `"inputSchema" cannot be used: ${error.message}`)
      : Promise.reject(error);
  }
};
