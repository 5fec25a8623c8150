import {
  anyJson,
  anyObject,
  count,
  described,
  flag,
  listOf,
  oneOfWords,
  record,
  ref,
  type Schema,
  text,
} from './schema.js';

// The door refuses unknown fields.
const closed: Schema = { additionalProperties: false };

const decisionId = {
  ...text,
  minLength: 1,
  maxLength: 200,
  description: 'Chosen by the client. The same decision with the same id changes nothing.',
};

const decision = {
  decisionId,
  decision: oneOfWords(['approve', 'reject', 'respond'], '`respond` answers in place of the tool.'),
  revision: { type: 'integer', minimum: 1 },
  argsHash: text,
};

const explained = { reason: text, response: described(anyJson, 'With `respond`: the result that the model receives.') };

const outcome: Schema = {
  oneOf: [
    record({ type: oneOfWords(['succeeded']), value: anyJson }, {}, closed),
    record({ type: oneOfWords(['failed']), message: text }, {}, closed),
    record({ type: oneOfWords(['abandoned']) }, {}, closed),
  ],
};

const result: Schema = {
  oneOf: [
    record({ id: text, status: { type: 'integer', enum: [200] }, approval: ref('Approval') }),
    record({ id: text, status: { type: 'integer', minimum: 400 }, problem: text }, { detail: text }),
  ],
};

/** The schemas of requests, and of the answers that belong to no record. */
export const requestSchemas: Readonly<Record<string, Schema>> = {
  Principal: record({
    id: text,
    tenant: described(text, 'The tenant whose records the person sees; `*` for every tenant.'),
    roles: listOf(text),
    administrator: flag,
  }),
  Decision: record(
    decision,
    {
      ...explained,
      editedArguments: described(anyObject, 'With `approve`: replaces the whole input.'),
      answer: described(anyJson, "With `approve`: the requester's answer to the question of the tool."),
    },
    closed,
  ),
  BulkDecisions: record(
    { decisions: listOf(record({ id: text, ...decision }, explained, closed), { minItems: 1, maxItems: 100 }) },
    {},
    closed,
  ),
  BulkResults: record({ results: listOf(result, { description: 'In the order of the decisions.' }) }),
  Cancel: record({}, { reason: text }, closed),
  Resume: record({}, {}, closed),
  KnownCall: record({}, { index: count, idempotencyKey: text, outcome }, closed),
  Problem: record(
    { type: oneOfWords(['about:blank']), title: text, status: { type: 'integer' }, problem: text },
    { detail: text },
    { description: 'Problem details (RFC 9457), with the reason as one word.' },
  ),
};
