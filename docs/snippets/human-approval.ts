// #region tool
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext } from 'toolgate';

/** A bank, which survives a restart of the application. */
const bank = new Map<string, readonly [string, number]>();

@Injectable()
class Payments {
  async refund(order: string, amount: number, key: string): Promise<void> {
    bank.set(key, [order, amount]);
  }

  async find(key: string): Promise<readonly [string, number] | undefined> {
    return bank.get(key);
  }
}

@Injectable()
class Refunds {
  constructor(private readonly payments: Payments) {}

  @Tool({ description: 'Refund an order', requiresApproval: true })
  async refund(orderNumber: string, amount: number, context: ToolContext): Promise<string> {
    await this.payments.refund(orderNumber, amount, context.idempotencyKey!);
    return `Refunded ${amount} of ${orderNumber}`;
  }
}
// #endregion
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  allowTools,
  type ApprovalPredicate,
  ApprovalService,
  type Approver,
  ChatClient,
  type DecideApproval,
  firstDecisive,
  HumanApprovalStrategy,
  type KnownOutcome,
  type Requester,
  RequesterResolver,
  ToolgateModule,
  when,
} from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));
const file = join(folder, 'toolgate.db');
const model = new ScriptedChatModel([
  callsTools(toolCall('refund', { orderNumber: 'A-1043', amount: 80 })),
  'I refunded 80 of A-1043.',
]);

const accounts = new Map([['ann', { token: 'of-ann' }]]);

// #region reconcile
@Injectable()
class Vouchers {
  constructor(private readonly payments: Payments) {}

  @Tool({ description: 'Send a voucher', requiresApproval: true, reconcile: 'wasSent' })
  async sendVoucher(customer: string, amount: number, context: ToolContext): Promise<string> {
    await this.payments.refund(customer, amount, context.idempotencyKey!);
    return `Sent ${amount} to ${customer}`;
  }

  async wasSent(customer: string, amount: number, context: ToolContext): Promise<KnownOutcome | undefined> {
    const payment = await this.payments.find(context.idempotencyKey!);
    return payment && { type: 'succeeded', value: `Sent ${amount} to ${customer}` };
  }
}
// #endregion

// #region strategy
const isSmall: ApprovalPredicate = (_tool, { amount }) => Number(amount) <= 50;

const strategy = firstDecisive(
  when(isSmall, allowTools('refund')),
  new HumanApprovalStrategy({
    tools: { refund: { message: 'May this be refunded?', approvers: { roles: ['lead'] }, fourEyes: true } },
  }),
);
// #endregion

// #region requester
@Injectable()
class Users extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string; shop: string }>) {
    return { id: data.user, tenant: data.shop };
  }

  rehydrate({ id }: Requester) {
    const account = accounts.get(id);
    if (!account) return { type: 'gone', reason: 'the account was closed' } as const;
    return { type: 'present', transient: { token: account.token } } as const;
  }
}
// #endregion

// #region module
@Module({
  imports: [ToolgateModule.forRoot({ model, approval: { strategy } }), SqlModule.forRoot({ sqlite: { file } })],
  providers: [Payments, Refunds, { provide: RequesterResolver, useClass: Users }],
})
class AppModule {}
// #endregion

export const bootstrap = async (): Promise<void> => {
  // #region bootstrap
  const app = await NestFactory.create(AppModule);
  app.enableShutdownHooks();
  await app.listen(3000);
  // #endregion
};

@Module({ providers: [Payments, Vouchers] })
class VouchersModule {}

// #region tool-changes
export const asksAgain = ToolgateModule.forRoot({ approval: { onToolChange: 'ask', toolChangeGraceMs: 600_000 } });
// #endregion

// #region desk
@Injectable()
class SupportDesk {
  constructor(
    private readonly chat: ChatClient,
    private readonly approvals: ApprovalService,
  ) {}

  ask(user: string, question: string) {
    return this.chat.prompt(question).tools(Refunds).toolContext({ user, shop: 'acme' }).call().outcome();
  }

  async answer(user: string, runId: string) {
    const { requester } = await this.approvals.runs.get(runId, { tenant: 'acme' });
    if (requester.id !== user) throw new Error('Only the requester may read the answer.');
    return this.chat.resume(runId).call().outcome();
  }
}

@Injectable()
class Inbox {
  constructor(private readonly approvals: ApprovalService) {}

  async waiting(person: Approver) {
    const { items } = await this.approvals.list({ status: 'PENDING' }, person);
    return items;
  }

  decide(person: Approver, id: string, decision: DecideApproval) {
    return this.approvals.decide(id, decision, person);
  }
}
// #endregion

// #region lists
@Injectable()
class Overview {
  constructor(private readonly approvals: ApprovalService) {}

  async of(person: Approver) {
    const query = { decidableBy: person, order: 'expiring', limit: 20 } as const;
    const { items, cursor } = await this.approvals.list(query, person);
    const { byStatus } = await this.approvals.counts({ tools: ['refund'] }, person);
    const { hours } = await this.approvals.stats({ hours: 24 }, person);
    return { tools: items.map(({ toolName }) => toolName), cursor, byStatus, hours };
  }

  /** What a form needs: the schema of the arguments, and whether the tool has changed since the request. */
  async form(id: string, person: Approver) {
    const { inputSchema, toolChanged } = await this.approvals.get(id, person);
    return { properties: Object.keys((inputSchema?.['properties'] ?? {}) as object), toolChanged };
  }
}
// #endregion

const start = async () => {
  const app = await Test.createTestingModule({
    imports: [AppModule, VouchersModule],
    providers: [SupportDesk, Inbox, Overview],
  }).compile();
  return app.init();
};

const story = async (): Promise<unknown> => {
  const first = await start();
  const asked = await first.get(SupportDesk).ask('ann', 'Refund A-1043');
  await first.close();
  if (asked.status !== 'suspended') return asked;
  const paidBefore = [...bank.values()];

  const second = await start();
  const lead: Approver = { id: 'lee', tenant: 'acme', roles: ['lead'] };
  const [approval] = await second.get(Inbox).waiting(lead);
  const { id, revision, argsHash } = approval!;
  const { hours, ...overview } = await second.get(Overview).of(lead);
  const form = await second.get(Overview).form(id, lead);
  const yes: DecideApproval = { decisionId: 'click-1', decision: 'approve', revision, argsHash };
  await second.get(Inbox).decide(lead, id, yes);
  await second.get(Inbox).decide(lead, id, yes);
  const answer = await second.get(SupportDesk).answer('ann', asked.runId);
  await second.close();

  const [{ toolName, arguments: args, message }] = asked.approvals as [(typeof asked.approvals)[0]];
  return {
    asked: { status: asked.status, approvals: [{ toolName, arguments: args, message }] },
    paidBefore,
    inbox: { ...overview, asked: hours.reduce((sum, { asked: count }) => sum + count, 0), form },
    answer: answer.status === 'completed' && answer.content,
    paid: [...bank.values()],
  };
};

export const run = async (): Promise<unknown> => {
  try {
    return await story();
  } finally {
    rmSync(folder, { recursive: true });
  }
};
