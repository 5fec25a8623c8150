import { expect } from 'vitest';
import {
  type Approval,
  type ApprovalService,
  type ApprovalStore,
  type ExternalCallAnswer,
  ExternalCallException,
  type ExternalCallRequest,
} from 'toolgate/approval';
import { VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { yes } from './approval.fixture.js';
import { processOver } from './due-work.fixture.js';
import type { OpenDatabase } from './on-every-database.fixture.js';

export const GRACE = { id: 'grace', roles: ['finance'] };
export const HOUR = 3_600_000;
export const LEASE = 10_000;

/** A payment that another system makes. */
export const payment: ExternalCallRequest = {
  tool: 'pay',
  description: 'Pay an invoice',
  inputSchema: {
    type: 'object',
    properties: { invoice: { type: 'string' }, amount: { type: 'number', minimum: 1 } },
    required: ['invoice', 'amount'],
    additionalProperties: false,
  },
  arguments: { invoice: 'I-7', amount: 80 },
  requirement: { approvers: { roles: ['finance'] }, allowEdit: true, expiresInMs: HOUR },
  requester: { id: 'ada' },
  conversation: 'c-1',
  requestId: 'pay I-7',
};

/** An application over an empty store, and what another system sends to it. */
export const start = async (open: OpenDatabase, approval: object = {}) => {
  const clock = new VirtualClock();
  const { store } = await open(clock);
  const booted = await processOver(store, approval);
  const { approvals } = booted;
  const request = (changes: Partial<ExternalCallRequest> = {}) => approvals.request({ ...payment, ...changes });
  const approved = async (changes: Partial<ExternalCallRequest> = {}): Promise<Approval> => {
    const { approval: asked } = await request(changes);
    return approvals.decide(asked.id, yes(asked), GRACE);
  };
  const claim = (of: Approval, token: string, leaseMs = LEASE): Promise<ExternalCallAnswer> =>
    approvals.claim(of.id, { argsHash: of.argsHash, token, leaseMs });
  return { ...booted, clock, store: store as ApprovalStore, request, approved, claim };
};

/** The problem of an external call that was not accepted; the record must not have changed. */
export const problemOf = async (approvals: ApprovalService, id: string | undefined, act: () => Promise<unknown>) => {
  const read = async () => id !== undefined && JSON.stringify([await approvals.get(id), await approvals.history(id)]);
  const before = await read();
  const error = await rejectionOf(act());
  expect(await read()).toEqual(before);
  if (!(error instanceof ExternalCallException)) throw error;
  expect(error.message).toMatch(/\.$/);
  return error.problem;
};
