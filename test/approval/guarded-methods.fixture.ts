import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { ChatClient, Tool, ToolContext, ToolgateModule, type ToolgateModuleOptions, ToolParam } from 'toolgate';
import {
  ApprovalService,
  type ApprovalStore,
  type Approver,
  callContext,
  GatedCalls,
  InMemoryApprovalStore,
  RequesterResolver,
  RequiresApproval,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { type ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';
import { ToolApprovalPendingException } from 'toolgate/tool';
import { keepLogs } from '../story.fixture.js';

/** What a refund returns: an instance of a class, which JSON cannot carry. */
export class Receipt {
  constructor(
    readonly order: string,
    readonly amount: number,
  ) {}
}

/** Refunds that a person of finance approves. */
@Injectable()
export class Refunds {
  readonly done: string[] = [];
  readonly contexts: ToolContext[] = [];

  @RequiresApproval({ approvers: { roles: ['finance'] } })
  async refund(@ToolParam() order: string, @ToolParam() amount: number, context?: ToolContext): Promise<Receipt> {
    this.contexts.push(context!);
    this.done.push(`refund ${order} ${amount} for ${String(context?.data['user'])}`);
    if (order === 'gone') throw new RangeError('The order is gone.');
    return new Receipt(order, amount);
  }
}

/** Cancellations that a model may request too. */
@Injectable()
export class Cancellations {
  readonly done: string[] = [];

  @Tool({ description: 'Cancel an order' })
  @RequiresApproval()
  async cancel(@ToolParam() order: string): Promise<string> {
    this.done.push(`cancel ${order}`);
    return `canceled ${order}`;
  }
}

/** Approves amounts up to 50, rejects order X-1, and leaves the rest to the guards. It counts what it decides. */
export class SmallAmounts extends ToolApprovalStrategy {
  readonly decided: string[] = [];

  approve({ definition }: { readonly definition: { readonly name: string } }, args: Readonly<Record<string, unknown>>) {
    this.decided.push(definition.name);
    if (args['order'] === 'X-1') return ToolApprovalDecision.reject('X-1 is frozen.');
    return Number(args['amount']) <= 50 ? ToolApprovalDecision.approve() : ToolApprovalDecision.abstain();
  }
}

/** The requester is the user of the tool context; the token is created again after a decision. */
@Injectable()
export class Users extends RequesterResolver {
  identify({ data }: ToolContext) {
    return { id: String(data['user']) };
  }

  rehydrate() {
    return { type: 'present', transient: { token: 'made again' } } as const;
  }
}

/** A shop whose refunds are guarded, and what its model answers. */
export interface Shop extends ModuleMetadata {
  readonly store?: ApprovalStore;
  /** Whether an imported module provides `Refunds`. */
  readonly imported?: boolean;
  readonly strategy?: ToolApprovalStrategy;
  readonly onError?: 'ask';
  readonly script?: readonly ScriptedAnswer[];
  readonly options?: Omit<ToolgateModuleOptions, 'model'>;
  readonly change?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** Starts the shop. */
export const bootShop = async ({ store, strategy, onError, script = [], options, change, ...rest }: Shop = {}) => {
  const { imported = false, imports = [], providers = [], ...metadata } = rest;
  const model = new ScriptedChatModel(script);
  const approval = {
    store: store ?? new InMemoryApprovalStore(),
    requester: new Users(),
    strategy,
    onError,
    worker: false,
  };
  const builder = Test.createTestingModule({
    ...metadata,
    imports: [ToolgateModule.forRoot({ model, ...options, approval }), ...imports],
    providers: [...(imported ? [] : [Refunds, Cancellations]), ...providers],
  });
  const app = await (change?.(builder) ?? builder).setLogger(keepLogs()).compile();
  await app.init();
  const [refunds, approvals, gated, chat] = [
    app.get(Refunds, { strict: false }),
    app.get(ApprovalService),
    app.get(GatedCalls),
    app.get(ChatClient),
  ];
  return { app, model, refunds, approvals, gated, chat };
};

/** Runs a function on behalf of a user. */
export const as = <T>(user: string, fn: () => T): T =>
  callContext.run({ toolContext: { user }, transient: { token: `of ${user}` } }, fn);

/** A person who may approve refunds. */
export const FINANCE: Approver = { id: 'fay', roles: ['finance'] };

/** Returns the run and the first approval of a call that must wait. */
export const waitsFor = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => new Error('The call must wait.'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof ToolApprovalPendingException) || !error.suspended) throw error;
  const { runId, approvals } = error.suspended;
  return { runId, first: approvals[0]! };
};
