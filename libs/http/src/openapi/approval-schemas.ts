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

const STATUSES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'RESPONDED',
  'EXPIRED',
  'CANCELLED',
  'LAPSED',
  'REVOKED',
  'EXECUTING',
  'SUCCEEDED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'ABANDONED',
];

const requirement = record({
  groups: listOf(record({ quorum: { type: 'integer', minimum: 1 } }, { roles: listOf(text), users: listOf(text) }), {
    description: 'Each group must approve. Without a group, every person who sees the approval may decide it.',
  }),
  fourEyes: described(flag, 'Whether the requester may not decide.'),
  allowEdit: described(flag, 'Whether an approver may edit the arguments.'),
  onTimeout: oneOfWords(['reject', 'cancel'], 'What happens if the approval expires.'),
});

const changedParts = listOf(oneOfWords(['description', 'inputSchema', 'other']), {
  description: 'What differs in the tool.',
});
const vote = record({ voter: text, at: time }, { roles: listOf(text), reason: text });
const edit = record(
  { editor: text, at: time },
  { before: described(anyObject, 'The arguments before the edit.'), beforeBytes: count },
);
const toolChange = record(
  { at: time, revision: described(count, 'The revision before.'), changed: changedParts },
  {
    description: described(text, 'The description before.'),
    inputSchema: described(anyObject, 'The JSON Schema of the input before, if it changed. A list leaves it out.'),
  },
);
const note = record({ by: text, at: time, text });
const trace = record(
  { strategy: text, decision: oneOfWords(['approve', 'reject', 'ask', 'abstain', 'error']) },
  { reason: text, within: listOf(text) },
);

const eventData = record(
  {},
  {
    reason: described(text, 'Why a person decided or canceled.'),
    voter: described(text, 'The earlier voter who may not decide any more.'),
    revision: described(count, 'The revision for which approval is requested again.'),
    changed: changedParts,
    argsHash: described(text, 'The hash of the edited arguments.'),
    answerHash: described(text, "The hash of the requester's answer."),
    round: count,
    calls: described(count, 'The number of calls of the batch.'),
    index: described(count, 'The index of the call in its batch.'),
    attempt: count,
    outcome: described(text, 'The type of the outcome of the call.'),
  },
  { additionalProperties: false },
);

const required: Readonly<Record<string, Schema>> = {
  id: text,
  runId: text,
  toolCallId: text,
  toolName: text,
  status: ref('ApprovalStatus'),
  tenant: text,
  round: count,
  index: described(count, 'The index of the call in its batch.'),
  version: described(count, 'The version of the record, for `If-Match`.'),
  argsHash: described(text, 'SHA-256 of the arguments in canonical form. A decision names it.'),
  revision: described(
    { type: 'integer', minimum: 1 },
    '1, plus one for each edit and each change of the tool. A decision names it.',
  ),
  requester: described(text, 'The id of the requester.'),
  requirement,
  votes: listOf(vote),
  edits: listOf(edit),
  notes: listOf(note),
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
};

const optional: Readonly<Record<string, Schema>> = {
  outerRunId: described(text, 'The run whose call waits for the run of this approval.'),
  description: text,
  hints: record(
    {},
    {
      readOnly: flag,
      destructive: described(flag, 'Whether the tool may delete or overwrite something.'),
      openWorld: flag,
    },
    { description: 'The effects of the tool, as it stated them at the time of the request.' },
  ),
  application: described(
    text,
    'The application that requested it and runs the call. Absent for calls of the server itself.',
  ),
  conversation: text,
  arguments: described(anyObject, 'The canonical arguments. A list leaves out large ones.'),
  argumentsBytes: described(count, 'The size of arguments that the list leaves out.'),
  message: described(text, 'A message for the approver.'),
  reason: described(text, 'Why approval is required.'),
  trace: listOf(trace),
  approvalExpiresAt: time,
  decidedBy: text,
  decisionReason: text,
  answeredBy: oneOfWords(['requester']),
  question: record(
    { message: text },
    { needsApproval: described(flag, 'Whether an approver decides after the answer.') },
    { description: 'What the tool asks its requester before the call runs.' },
  ),
  toolChanges: listOf(toolChange),
  answerHash: described(text, "SHA-256 of the requester's answer in canonical form."),
  response: anyJson,
  contentRemovedAt: described(time, 'When its arguments, answers and results were removed. Their hashes remain.'),
  damaged: described(text, 'Why it cannot be decided: its arguments do not match their hash.'),
};

const detail: Readonly<Record<string, Schema>> = {
  inputSchema: described(anyObject, "The JSON Schema of the tool's input when approval was requested."),
  answerSchema: described(anyObject, 'The JSON Schema of the answer that the call waits for.'),
  answer: described(anyJson, "The requester's answer to the question of the tool."),
  toolChanged: described(
    flag,
    'Whether the tool has changed since the request. Absent if the server does not have the tool.',
  ),
  presentTool: record(
    { description: text, inputSchema: anyObject },
    {},
    { description: 'The tool as the server has it now. Present if it has changed.' },
  ),
  canDecide: described(flag, 'Whether the person of the request may decide it now. Absent if unknown: read it again.'),
  eligible: listOf(record({ id: text }, { name: text }), { description: 'The people who could decide it.' }),
};

const page = { cursor: described(text, 'The cursor of the next page.'), unreadable: listOf(text) };

/** The schemas of approvals. */
export const approvalSchemas: Readonly<Record<string, Schema>> = {
  ApprovalStatus: oneOfWords(STATUSES, 'A pending approval that has expired is `EXPIRED`.'),
  ListedApproval: record(required, optional),
  Approval: record(required, { ...optional, ...detail }),
  ApprovalPage: record({ items: listOf(ref('ListedApproval')), now: described(time, 'The time of the server.') }, page),
  ApprovalCounts: record({
    total: count,
    byStatus: { type: 'object', additionalProperties: count, description: 'Statuses without approvals are absent.' },
  }),
  ApprovalStats: record({
    from: time,
    to: time,
    hours: listOf(
      record({ at: time, asked: count, decided: count, expired: count }, { medianDecideMs: { type: 'number' } }),
    ),
  }),
  ApprovalEvent: record(
    { runId: text, tenant: text, at: time, type: text },
    { approvalId: text, by: text, data: eventData },
  ),
  ApprovalEvents: record({ items: listOf(ref('ApprovalEvent')) }),
};
