import { count, described, flag, listOf, oneOfWords, record, ref, type Schema, text, time } from './schema.js';

const slot = record(
  {
    index: count,
    toolCallId: text,
    toolName: text,
    state: oneOfWords(['ready', 'started', 'done', 'unknown', 'waiting']),
    attempt: described(count, 'How often its body was started.'),
  },
  {
    approvalId: text,
    innerRunId: described(text, 'The run of the turn inside the call.'),
    idempotencyKey: described(
      text,
      'Identifies the call in the service that ran it. Present if its outcome is unknown.',
    ),
  },
);

const required: Readonly<Record<string, Schema>> = {
  id: text,
  kind: ref('RunKind'),
  status: ref('RunStatus'),
  tenant: text,
  requester: described(text, 'The id of the requester.'),
  version: described(count, 'The version of the record, for `If-Match`.'),
  round: count,
  slots: listOf(slot),
  hasEffects: described(flag, 'Whether any tool of the turn was started, or has run in the client.'),
  createdAt: time,
  updatedAt: time,
  failures: described(count, 'The number of failed attempts to resume it.'),
};

const optional: Readonly<Record<string, Schema>> = {
  client: described(text, 'The client that resumes it. Absent if it is not a turn.'),
  conversation: text,
  parent: record(
    { runId: text, toolCallId: text, toolName: text },
    {},
    { description: 'The call of another run in which the turn was started, and which receives its answer.' },
  ),
  settledAt: described(time, 'When the last approval of the batch was decided.'),
  retryAt: time,
  endedAt: described(time, 'When it ended, and nothing of it was open or unknown any more.'),
  contentRemovedAt: described(time, 'When its messages, arguments and results were removed.'),
  parked: record(
    { at: time, reason: text },
    {},
    { description: 'Present if no worker resumes the run until a person retries or cancels it.' },
  ),
  canceling: record({ reason: text }, { by: text }, { description: 'Present while the outcome of a call is unknown.' }),
};

/** The schemas of runs. */
export const runSchemas: Readonly<Record<string, Schema>> = {
  RunKind: oneOfWords(
    ['turn', 'call', 'external'],
    'A turn of a chat client, one tool call outside of a turn, or a call that another system runs.',
  ),
  RunStatus: oneOfWords(['suspended', 'resuming', 'completed', 'failed', 'cancelled']),
  ListedRun: record(required, optional),
  Run: record(required, {
    ...optional,
    attempts: described(
      listOf(record({ at: time }, { error: described(text, 'Only administrators receive it.') })),
      'The last ten failed attempts to resume it, oldest first.',
    ),
    answer: described(text, 'The answer of a completed run. Only its requester receives it.'),
  }),
  RunPage: record({ items: listOf(ref('ListedRun')), now: time }, { cursor: text, unreadable: listOf(text) }),
};
