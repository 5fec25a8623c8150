// #region declare
import { Injectable, Module } from '@nestjs/common';
import {
  InMemoryApprovalStore,
  RequesterResolver,
  RequiresApproval,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolContext,
  ToolgateModule,
} from 'toolgate';

@Injectable()
class Refunds {
  readonly done: string[] = [];

  @RequiresApproval({ approvers: { roles: ['finance'] }, message: 'Is the refund justified?' })
  async refund(orderNumber: string, amount: number, context?: ToolContext) {
    this.done.push(`${amount} of ${orderNumber} for ${String(context?.data['user'])}`);
    return { orderNumber, amount };
  }
}

class Users extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string }>) {
    return { id: data.user };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

const smallAmounts = ToolApprovalStrategy.of((_tool, { amount }) =>
  Number(amount) <= 50 ? ToolApprovalDecision.approve() : ToolApprovalDecision.abstain(),
);

const approval = { requester: new Users(), strategy: smallAmounts, store: new InMemoryApprovalStore() };

@Module({ imports: [ToolgateModule.forRoot({ approval })], providers: [Refunds], exports: [Refunds] })
class ShopModule {}
// #endregion

// #region http
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  type NestInterceptor,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import { ApprovalExceptionFilter, callContext, ToolApprovalPendingFilter } from 'toolgate/approval';

@Injectable()
class OnBehalfOfUser implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { user } = context.switchToHttp().getRequest<{ user: { id: string } }>();
    return callContext.run({ toolContext: { user: user.id } }, () => next.handle());
  }
}

@Controller('orders')
@UseInterceptors(OnBehalfOfUser)
@UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter)
class OrdersController {
  constructor(private readonly refunds: Refunds) {}

  @Post(':number/refund')
  refund(@Param('number') orderNumber: string, @Query('amount', ParseIntPipe) amount: number) {
    return this.refunds.refund(orderNumber, amount);
  }
}
// #endregion

// #region job
import { GatedCalls } from 'toolgate/approval';

@Injectable()
class ReturnedParcels {
  constructor(private readonly calls: GatedCalls) {}

  /** The job of a queue. Each attempt, on any instance, is the same call. */
  async process(orderNumber: string, amount: number): Promise<string> {
    const options = { toolContext: { user: 'returned-parcels' }, requestId: `returned:${orderNumber}` };
    const { status } = await this.calls.of(Refunds).refund({ orderNumber, amount }, options);
    return status;
  }
}
// #endregion

import { Test } from '@nestjs/testing';
import { ApprovalService } from 'toolgate';
// #region pending
import { ToolApprovalPendingException } from 'toolgate/tool';

const pendingOf = (error: unknown) => {
  if (error instanceof ToolApprovalPendingException && error.suspended) return error.suspended;
  throw error;
};
// #endregion

export const run = async (): Promise<unknown> => {
  const parts = { controllers: [OrdersController], providers: [ReturnedParcels] };
  const app = await Test.createTestingModule({ imports: [ShopModule], ...parts }).compile();
  await app.init();
  const [refunds, approvals, calls] = [app.get(Refunds), app.get(ApprovalService), app.get(GatedCalls)];
  // #region use
  const ada = { toolContext: { user: 'ada' } };
  const small = await callContext.run(ada, () => refunds.refund('A-1042', 40));

  const large = await callContext.run(ada, () => refunds.refund('A-1043', 80)).catch(pendingOf);
  // #endregion
  if (!('runId' in large)) throw new Error('The call must wait.');
  // #region decide
  const { runId, approvals: pending } = large;
  const { id, revision, argsHash } = pending[0]!;
  const fay = { id: 'fay', roles: ['finance'] };
  await approvals.decide(id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, fay);
  const outcome = await calls.outcome(runId, { waitMs: 10_000 }, { id: 'ada' });
  // #endregion
  const { status } = outcome;
  const result = outcome.status === 'completed' ? outcome.result : undefined;
  const job = app.get(ReturnedParcels);
  const attempts = [await job.process('A-1044', 90), await job.process('A-1044', 90)];
  const { byStatus } = await approvals.counts();
  await app.close();
  const asked = pending[0]!.message;
  return { small, asked, status, result, done: refunds.done, job: { attempts, approvals: byStatus.PENDING } };
};
