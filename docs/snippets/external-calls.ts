// #region first
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ApprovalService } from 'toolgate';

const SCHEMA = {
  type: 'object',
  properties: { invoice: { type: 'string' }, amount: { type: 'number', minimum: 1 } },
  required: ['invoice', 'amount'],
};

@Injectable()
class Invoices {
  constructor(private readonly approvals: ApprovalService) {}

  /** Requests the approval of a payment. The same invoice has one, however often this is called. */
  async requestPayment(invoice: string, amount: number, user: string) {
    const { approval, status } = await this.approvals.request({
      tool: 'pay',
      description: 'Pay an invoice',
      inputSchema: SCHEMA,
      arguments: { invoice, amount },
      requirement: { approvers: { roles: ['finance'] }, fourEyes: true },
      requester: { id: user },
      requestId: `invoice:${invoice}`,
    });
    return { id: approval.id, status };
  }
}
// #endregion

// #region claim
@Injectable()
class Bank {
  constructor(private readonly approvals: ApprovalService) {}

  /** Pays an approved invoice, unless another process does. */
  async pay(id: string): Promise<string> {
    const { argsHash } = await this.approvals.get(id);
    const token = randomUUID();
    const claim = await this.approvals.claim(id, { argsHash, token, leaseMs: 60_000 });
    if (claim.answer === 'no') return claim.status;
    const receipt = await transfer(claim.arguments, claim.idempotencyKey);
    const outcome = { type: 'succeeded', value: receipt } as const;
    return (await this.approvals.finish(id, { token, outcome })).status;
  }
}
// #endregion

import { Test } from '@nestjs/testing';
import { InMemoryApprovalStore, ToolgateModule } from 'toolgate';

const transfer = async (input: object, key: string) => ({ ...input, isKeyed: key.length > 0 });

export const run = async (): Promise<unknown> => {
  const imports = [ToolgateModule.forRoot({ approval: { store: new InMemoryApprovalStore() } })];
  const app = await Test.createTestingModule({ imports, providers: [Invoices, Bank] }).compile();
  await app.init();
  const approvals = app.get(ApprovalService);
  const asked = await app.get(Invoices).requestPayment('I-7', 80, 'ada');
  const { revision, argsHash } = await approvals.get(asked.id);
  const grace = { id: 'grace', roles: ['finance'] };
  await approvals.decide(asked.id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, grace);
  const bank = app.get(Bank);
  const payments = await Promise.all([bank.pay(asked.id), bank.pay(asked.id)]);
  const again = await app.get(Invoices).requestPayment('I-7', 80, 'ada');
  await app.close();
  return { requested: asked.status, payments: payments.sort(), again: again.status };
};
