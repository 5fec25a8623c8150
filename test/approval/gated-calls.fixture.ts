import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Tool, ToolContext, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import {
  ApprovalService,
  type ApprovalStore,
  type Approver,
  GatedCalls,
  type GatedCallOutcome,
  InMemoryApprovalStore,
  RequesterResolver,
  RunDispatcher,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { keepLogs } from '../story.fixture.js';

/** Refunds, and what each body received. */
@Injectable()
export class Refunds {
  readonly done: { order: string; amount: number; key?: string; token?: unknown; conversation?: string }[] = [];
  readonly closed: string[] = [];
  /** Runs inside the body before it has its effect. */
  before: () => Promise<void> | void = () => {};

  @Tool({ description: 'Refund an order' })
  async refund(order: string, amount: number, context: ToolContext): Promise<{ refunded: number; order: string }> {
    await this.before();
    const { idempotencyKey: key, conversation } = context;
    this.done.push({ order, amount, key, token: context.transient['token'], conversation });
    return { refunded: amount, order };
  }

  @Tool({ description: 'Close an order', requiresApproval: false })
  close(order: string): void {
    this.closed.push(order);
  }

  @Tool({ description: 'Audit an order', requiresApproval: false })
  audit(order: string): object {
    return { order, at: 1n };
  }

  notTool(): void {}
}

/** Up to 50 is approved, more is asked, above 1000 is rejected. */
export const byAmount = ToolApprovalStrategy.of((_tool, { amount = 0 }) => {
  if (Number(amount) > 1000) return { type: 'reject', reason: 'more than 1000' };
  return Number(amount) > 50 ? { type: 'ask', requirement: { allowEdit: true } } : { type: 'approve' };
});

/** The requester is the user of the tool context. */
@Injectable()
export class Users extends RequesterResolver {
  readonly gone = new Set<string>();

  identify({ data }: ToolContext<{ user?: string; tenant?: string }>) {
    return { id: data.user ?? 'ada', ...(data.tenant !== undefined && { tenant: data.tenant }) };
  }

  rehydrate({ id }: { id: string }) {
    if (this.gone.has(id)) return { type: 'gone', reason: `${id} has left` } as const;
    return { type: 'present', transient: { token: 'fresh' } } as const;
  }
}

export const ADA: Approver = { id: 'ada' };
export const GRACE: Approver = { id: 'grace' };

/** What a test changes of a shop. */
export interface Shop {
  readonly store?: ApprovalStore;
  readonly approval?: ToolgateModuleOptions['approval'];
  readonly providers?: ModuleMetadata['providers'];
  readonly toolCalling?: ToolgateModuleOptions['toolCalling'];
  /** Whether this process has the refunds. @default true */
  readonly hasRefunds?: boolean;
}

/** An application without a model, whose worker sweeps when the test calls it. */
export const openShop = async (shop: Shop = {}) => {
  const { store = new InMemoryApprovalStore(), approval, providers = [], toolCalling, hasRefunds = true } = shop;
  const dispatcher = new HandDispatcher();
  const requester = new Users();
  const logger = keepLogs();
  const app = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ toolCalling, approval: { strategy: byAmount, requester, store, ...approval } })],
    providers: [...(hasRefunds ? [Refunds] : []), { provide: RunDispatcher, useValue: dispatcher }, ...providers],
  })
    .setLogger(logger)
    .compile();
  await app.init();
  const approvals = app.get(ApprovalService);
  const decide = async (runId: string, decision: 'approve' | 'reject' = 'approve', more: object = {}) => {
    const [one] = (await approvals.list({ runId })).items;
    return approvals.decide(one!.id, { ...yes(one!), decision, ...more }, GRACE);
  };
  const gated = app.get(GatedCalls);
  const refunds = hasRefunds ? app.get(Refunds) : new Refunds();
  return {
    app,
    store,
    gated,
    refunds,
    approvals,
    logs: logger.lines,
    users: requester,
    dispatcher,
    decide,
    sweep: () => dispatcher.sweep(),
  };
};

/** Returns the run of a call that must be suspended. */
export const runOf = (outcome: GatedCallOutcome<unknown>): string => {
  if (outcome.status !== 'suspended') throw new Error(`The call did not wait for a person: it is ${outcome.status}.`);
  return outcome.runId;
};
