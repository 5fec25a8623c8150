import * as examples from './examples.js';
import { CANCEL_PROBLEMS, operation, problemResponses } from './operation.js';
import { filters, idInPath, ifMatch, inQuery, paging } from './parameters.js';
import type { Schema } from './schema.js';

const DECISION_PROBLEMS = [
  'bad-decision',
  'not-eligible',
  'not-found',
  'conflict',
  'damaged',
  'too-many-decisions',
  'gone',
  'hash-mismatch',
  'bad-edit',
  'decision-reused',
  'precondition-missing',
] as const;

const approval = { schema: 'Approval', example: examples.approvalDetail };

const list = operation('listApprovals', 'List approvals', {
  parameters: [...filters, inQuery('order', { type: 'string', enum: ['oldest', 'newest', 'expiring'] }), ...paging],
  answer: { schema: 'ApprovalPage', example: { items: [examples.approval], now: examples.now } },
});

const stats = operation('approvalStats', 'Count approvals by the hour', {
  parameters: [inQuery('hours', { type: 'integer', minimum: 1, maximum: 168, default: 24 })],
  answer: { schema: 'ApprovalStats', example: examples.stats },
});

const decideAll = operation('decideApprovals', 'Decide several approvals', {
  description: 'Each decision has its own result. One that is not accepted does not affect the others.',
  body: {
    schema: 'BulkDecisions',
    example: { decisions: [{ id: examples.approval.id, ...examples.decision }] },
  },
  answer: {
    schema: 'BulkResults',
    example: { results: [{ id: examples.approval.id, status: 200, approval: examples.approved }] },
  },
});

const decide = operation('decideApproval', 'Decide an approval', {
  description: 'A repeated request with the same `decisionId` counts once.',
  parameters: [idInPath],
  body: { schema: 'Decision', example: examples.decision },
  answer: { schema: 'Approval', example: examples.approved },
  problems: DECISION_PROBLEMS,
});

const cancel = operation('cancelApproval', 'Cancel an approval', {
  parameters: [idInPath, ifMatch],
  body: { schema: 'Cancel', example: { reason: 'The order was deleted.' } },
  answer: { schema: 'Approval', example: examples.cancelled },
  problems: CANCEL_PROBLEMS,
});

const changes: Schema = {
  operationId: 'toolgate_approvalChanges',
  tags: ['approvals'],
  summary: 'Follow changes',
  description:
    'Server-sent events: `snapshot` first, then `change` for each record to be read again, and `reset` when changes were lost.',
  parameters: [],
  responses: {
    200: {
      description: 'A stream of events.',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: examples.changes } },
    },
    ...problemResponses(['bad-request', 'unauthenticated', 'unavailable']),
  },
};

/** The paths of approvals, below the path of the door. */
export const approvalPaths: Readonly<Record<string, Schema>> = {
  '': { get: list },
  '/me': {
    get: operation('approvalPrincipal', 'Read the person of the request', {
      answer: { schema: 'Principal', example: examples.principal },
    }),
  },
  '/counts': {
    get: operation('countApprovals', 'Count approvals', {
      parameters: filters,
      answer: { schema: 'ApprovalCounts', example: examples.counts },
    }),
  },
  '/stats': { get: stats },
  '/changes': { get: changes },
  '/decisions': { post: decideAll },
  '/{id}': {
    get: operation('getApproval', 'Read an approval', {
      parameters: [idInPath],
      answer: approval,
      problems: ['not-found', 'damaged'],
    }),
  },
  '/{id}/history': {
    get: operation('approvalHistory', 'Read the events of an approval', {
      parameters: [idInPath],
      answer: { schema: 'ApprovalEvents', example: examples.events },
      problems: ['not-found', 'damaged'],
    }),
  },
  '/{id}/decisions': { post: decide },
  '/{id}/cancel': { post: cancel },
};
