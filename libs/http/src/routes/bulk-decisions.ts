import { isList, isObject } from '#core';
import type { DecideApproval } from 'toolgate/approval';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { assertNames } from '../exchange/request-parts.js';
import { refuseRequest } from '../problem/request.exception.js';

const MAX_DECISIONS = 100;

const FIELDS: readonly string[] = ['id', 'decisionId', 'decision', 'revision', 'argsHash', 'reason', 'response'];

/** A decision of a bulk request, and its approval. */
export interface BulkDecision {
  readonly id: string;
  readonly command: DecideApproval;
}

/** Returns the decisions of a bulk request. Throws `RequestException` for a list that cannot be read. */
export const bulkDecisions = ({ decisions }: JsonObject): readonly BulkDecision[] => {
  if (!isList(decisions) || decisions.length === 0 || decisions.length > MAX_DECISIONS) {
    return refuseRequest(
      `"decisions" must be a list of 1 to ${MAX_DECISIONS} decisions. Send further decisions in another request.`,
    );
  }
  return decisions.map(readItem);
};

const readItem = (item: JsonValue, index: number): BulkDecision => {
  const where = `Decision ${index + 1} of the list`;
  if (!isObject(item)) return refuseRequest(`${where} is not an object. Send an object for each decision.`);
  const { id, ...command } = item;
  assertNames(item, FIELDS, where);
  if (typeof id === 'string' && id !== '') return { id, command: command as JsonObject & DecideApproval };
  return refuseRequest(`${where} has no "id". Send the id of its approval.`);
};
