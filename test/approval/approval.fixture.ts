import type { ModuleMetadata } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Tool, ToolContext, ToolgateModule, ToolParam } from 'toolgate';
import {
  ApprovalService,
  type ApprovalStore,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import type { ToolgateModuleOptions } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';

/** Refunds, and one line for each body that ran. */
@Injectable()
export class Desk {
  readonly done: string[] = [];
  readonly attempts: number[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(@ToolParam() order: string, @ToolParam() amount: number, context: ToolContext): string {
    this.done.push(`refund ${order} ${amount} ${context.idempotencyKey}`);
    this.attempts.push(context.attempt);
    return `Refunded ${amount} for ${order}`;
  }

  @Tool({ description: 'Find an order', requiresApproval: false })
  find(@ToolParam() order: string): string {
    this.done.push(`find ${order}`);
    return `${order} is there`;
  }
}

/** The requester is always Ada, of the tenant in the tool context if it names one. */
@Injectable()
export class Askers extends RequesterResolver {
  identify({ data }: ToolContext<{ user?: string; tenant?: string }>) {
    return { id: data.user ?? 'ada', ...(data.tenant !== undefined && { tenant: data.tenant }) };
  }

  rehydrate() {
    return { type: 'present', transient: { token: 'fresh' } } as const;
  }
}

/** An application whose refunds wait for a person. */
export const bootDesk = async (
  model: ScriptedChatModel,
  options: Omit<ToolgateModuleOptions, 'model'> & { readonly store?: ApprovalStore } = {},
  metadata: ModuleMetadata = {},
) => {
  const { store = new InMemoryApprovalStore(), ...rest } = options;
  const approval = { strategy: new HumanApprovalStrategy(), requester: new Askers(), store, worker: false };
  const app = await Test.createTestingModule({
    ...metadata,
    imports: [
      ToolgateModule.forRoot({ model, ...rest, approval: { ...approval, ...rest.approval } }),
      ...(metadata.imports ?? []),
    ],
    providers: [Desk, ...(metadata.providers ?? [])],
  }).compile();
  await app.init();
  return { app, store, desk: app.get(Desk), approvals: app.get(ApprovalService) };
};

export { ToolApprovalStrategy };

/** An approval of the record as it was shown. */
export const yes = ({ revision, argsHash }: { revision: number; argsHash: string }, decisionId = 'd1') =>
  ({ decisionId, decision: 'approve', revision, argsHash }) as const;
