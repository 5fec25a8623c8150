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
  time,
} from './schema.js';

// The door refuses unknown fields.
const closed: Schema = { additionalProperties: false };

const protocol = described({ type: 'integer', enum: [1] }, 'The version of the wire format.');

const group = record(
  {},
  { roles: listOf(text), users: listOf(text), quorum: { type: 'integer', minimum: 1 } },
  { ...closed, description: 'A group of approvers. `quorum` of them must approve; 1 by default.' },
);

const requirement = record(
  {},
  {
    approvers: { oneOf: [group, listOf(group, { minItems: 1 })] },
    fourEyes: flag,
    allowEdit: flag,
    expiresInMs: { type: 'number' },
    onTimeout: oneOfWords(['reject', 'cancel']),
    message: text,
  },
  { ...closed, description: 'It is added to the requirement that the server has for the application.' },
);

const outcome: Schema = {
  oneOf: [
    record({ type: oneOfWords(['succeeded']), value: anyJson }, {}, closed),
    record({ type: oneOfWords(['failed']), message: text }, {}, closed),
  ],
};

/** The schemas of calls that other applications run. */
export const externalSchemas: Readonly<Record<string, Schema>> = {
  ExternalRequest: record(
    {
      tool: text,
      arguments: anyObject,
      requestId: described(text, 'Identifies the request. The same id returns the same call.'),
    },
    {
      description: text,
      inputSchema: described(
        anyObject,
        'At most 100,000 bytes, 1,000 values, 24 levels and 50 patterns. Edits need it.',
      ),
      requirement,
      requester: record({ id: text }, {}, { ...closed, description: 'The application itself by default.' }),
      conversation: text,
      idempotent: flag,
    },
    closed,
  ),
  ExternalCall: record(
    {
      protocol,
      id: described(text, 'The id of its approval.'),
      runId: text,
      status: oneOfWords(['suspended', 'completed', 'rejected', 'failed']),
      approval: ref('ApprovalStatus'),
      argsHash: text,
      expiresAt: time,
    },
    { decidedBy: text, result: anyJson, reason: text, message: text },
  ),
  ExternalStatuses: record({
    protocol,
    items: listOf(record({ id: text, approval: ref('ApprovalStatus') })),
  }),
  ExternalClaim: record(
    { argsHash: text, token: described(text, 'Random for each attempt. The same token renews the claim.') },
    { leaseMs: { type: 'integer', minimum: 1, maximum: 86_400_000 } },
    closed,
  ),
  ExternalClaimed: {
    oneOf: [
      record({
        protocol,
        answer: oneOfWords(['start']),
        arguments: anyObject,
        idempotencyKey: text,
        attempt: count,
        leaseExpiresAt: time,
      }),
      record({ protocol, answer: oneOfWords(['no']), approval: ref('ApprovalStatus') }),
    ],
  },
  ExternalFinish: record({ token: text, outcome }, {}, closed),
};
