import * as examples from './examples.js';
import { operation } from './operation.js';
import { idInPath, inQuery } from './parameters.js';
import { listOf, type Schema, text } from './schema.js';

const call = { schema: 'ExternalCall', example: examples.externalCall };

const SECRET = 'Authenticated by the secret of an application: `Authorization: Bearer <secret>`.';

/** The paths of calls that other applications run, below the path of the door. */
export const externalPaths: Readonly<Record<string, Schema>> = {
  '/external': {
    get: operation('externalStatuses', 'Read the statuses of calls', {
      description: `${SECRET} Unknown calls are left out.`,
      parameters: [inQuery('id', listOf(text, { minItems: 1, maxItems: 100 }), 'Repeats, up to 100 times.')],
      answer: {
        schema: 'ExternalStatuses',
        example: { protocol: 1, items: [{ id: examples.approval.id, approval: 'APPROVED' }] },
      },
    }),
    post: operation('requestExternal', 'Request a decision on a call', {
      description: SECRET,
      body: {
        schema: 'ExternalRequest',
        example: { tool: 'deploy', arguments: { service: 'shop' }, requester: { id: 'ann' }, requestId: 'deploy-17' },
      },
      answer: call,
      problems: ['damaged', 'request-reused'],
    }),
  },
  '/external/{id}': {
    get: operation('getExternal', 'Read a call and its outcome', {
      description: SECRET,
      parameters: [idInPath],
      answer: call,
      problems: ['not-found', 'damaged'],
    }),
  },
  '/external/{id}/claim': {
    post: operation('claimExternal', 'Claim an approved call before it runs', {
      description: `${SECRET} One token receives \`start\`.`,
      parameters: [idInPath],
      body: {
        schema: 'ExternalClaim',
        example: { argsHash: examples.approval.argsHash, token: 'k3Vn0', leaseMs: 60_000 },
      },
      answer: {
        schema: 'ExternalClaimed',
        example: {
          protocol: 1,
          answer: 'start',
          arguments: { service: 'shop' },
          idempotencyKey: `${examples.externalCall.runId}:0:0`,
          attempt: 1,
          leaseExpiresAt: '2026-11-21T15:03:00.000Z',
        },
      },
      problems: ['not-found', 'not-approved', 'damaged', 'ended', 'hash-mismatch'],
    }),
  },
  '/external/{id}/finish': {
    post: operation('finishExternal', 'Report the outcome of a claimed call', {
      description: SECRET,
      parameters: [idInPath],
      body: { schema: 'ExternalFinish', example: { token: 'k3Vn0', outcome: { type: 'succeeded', value: null } } },
      answer: {
        ...call,
        example: { ...examples.externalCall, status: 'completed', approval: 'SUCCEEDED', result: null },
      },
      problems: ['not-found', 'damaged', 'not-claimed', 'finished'],
    }),
  },
  '/external/{id}/cancel': {
    post: operation('cancelExternal', 'Withdraw a call that is not claimed', {
      description: SECRET,
      parameters: [idInPath],
      body: { schema: 'Cancel', example: { reason: 'The application is closing.' } },
      answer: { ...call, example: { ...examples.externalCall, status: 'rejected', approval: 'CANCELLED' } },
      problems: ['bad-decision', 'not-found', 'conflict', 'damaged'],
    }),
  },
};
