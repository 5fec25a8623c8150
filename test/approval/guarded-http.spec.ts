import { afterEach, describe, expect, it } from 'vitest';
import {
  Body,
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Headers,
  type INestApplication,
  Injectable,
  type NestInterceptor,
  Param,
  Post,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { AddressInfo } from 'node:net';
import { RequiresApproval, ToolgateModule } from 'toolgate';
import {
  ApprovalExceptionFilter,
  ApprovalService,
  callContext,
  GatedCalls,
  InMemoryApprovalStore,
  ToolApprovalPendingFilter,
} from 'toolgate/approval';
import { ScriptedChatModel } from 'toolgate/testing';
import type { PendingApproval } from 'toolgate/tool';
import { yes } from './approval.fixture.js';
import { FINANCE, Refunds, SmallAmounts, Users } from './guarded-methods.fixture.js';

interface UserRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

@Injectable()
class OnBehalfOfUser implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { headers } = context.switchToHttp().getRequest<UserRequest>();
    return callContext.run({ toolContext: { user: headers['x-user'] ?? '' } }, () => next.handle());
  }
}

@Controller('orders')
@UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter)
class OrdersController {
  constructor(
    private readonly refunds: Refunds,
    private readonly calls: GatedCalls,
  ) {}

  @Post(':order/refund')
  @UseInterceptors(OnBehalfOfUser)
  refund(@Param('order') order: string, @Body('amount') amount: number) {
    return this.refunds.refund(order, amount);
  }

  @Get('calls/:runId')
  outcome(@Param('runId') runId: string, @Headers('x-user') user: string) {
    return this.calls.outcome(runId, {}, { id: user });
  }
}

interface Reply {
  readonly status: number;
  readonly body: {
    readonly runId: string;
    readonly status?: string;
    readonly problem?: string;
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
    readonly approvals: readonly PendingApproval[];
  };
}

let app: INestApplication;

const start = async (controller: Type = OrdersController) => {
  const approval = { store: new InMemoryApprovalStore(), requester: new Users(), strategy: new SmallAmounts() };
  const testing = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel([]), approval: { ...approval, worker: false } })],
    controllers: [controller],
    providers: [Refunds],
  }).compile();
  app = testing.createNestApplication();
  await app.listen(0);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const send = async (path: string, user: string, body?: object): Promise<Reply> => {
    const response = await fetch(`http://localhost:${port}/orders/${path}`, {
      headers: { 'content-type': 'application/json', 'x-user': user },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  };
  return { send, refunds: app.get(Refunds), approvals: app.get(ApprovalService) };
};

afterEach(() => app.close());

describe('a route that calls a guarded method', () => {
  it('answers with the value if the call is approved at once', async () => {
    const { send } = await start();
    expect(await send('A-1/refund', 'ada', { amount: 40 })).toEqual({
      status: 201,
      body: { order: 'A-1', amount: 40 },
    });
  });

  it('answers with 202 if the call waits, and the requester reads the result after the decision', async () => {
    const { send, refunds, approvals } = await start();
    const { status, body } = await send('A-1/refund', 'ada', { amount: 80 });
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { status: 'suspended', approvals: [{ toolName: 'Refunds.refund' }] },
    });
    expect((await send(`calls/${body.runId}`, 'ada')).body.status).toBe('suspended');
    const [first] = body.approvals;
    await approvals.decide(first!.id, yes(first!), FINANCE);
    await approvals.runs.resume(body.runId, FINANCE);
    expect(await send(`calls/${body.runId}`, 'ada')).toEqual({
      status: 200,
      body: { runId: body.runId, status: 'completed', result: { order: 'A-1', amount: 80 } },
    });
    expect((await send(`calls/${body.runId}`, 'ben')).status).toBe(404);
    expect(refunds.done).toEqual(['refund A-1 80 for ada']);
  });

  it('answers with 403 if the call is rejected', async () => {
    const { send, refunds } = await start();
    expect(await send('X-1/refund', 'ada', { amount: 40 })).toMatchObject({
      status: 403,
      body: { problem: 'call-rejected', message: 'The call of "Refunds.refund" was rejected: X-1 is frozen.' },
    });
    expect(refunds.done).toEqual([]);
  });

  it('answers with 400 and what does not fit if the arguments are wrong, and repeats no argument', async () => {
    const { send, refunds, approvals } = await start();
    const reply = await send('A-1/refund', 'ada', { amount: 'a secret sum' });
    expect(reply).toEqual({
      status: 400,
      body: {
        statusCode: 400,
        problem: 'invalid-arguments',
        message: 'Invalid arguments for "Refunds.refund": /amount must be a number.',
        issues: [{ path: '/amount', message: 'must be a number' }],
      },
    });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect((await approvals.list({})).items).toEqual([]);
    expect(refunds.done).toEqual([]);
  });
});

describe('a route that is a guarded method itself', () => {
  const types: string[] = [];

  class Recorded implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      types.push(context.getType<string>());
      return true;
    }
  }

  class OnBehalfOfRequest extends OnBehalfOfUser {
    override intercept(context: ExecutionContext, next: CallHandler) {
      return context.getType<string>() === 'tool' ? next.handle() : super.intercept(context, next);
    }
  }

  @Controller('orders')
  @UseGuards(Recorded)
  @UseInterceptors(OnBehalfOfRequest)
  @UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter)
  class GuardedController {
    @Post(':order/refund')
    @RequiresApproval()
    async refund(@Param('order') order: string, @Body('amount') amount: number): Promise<string> {
      return `${amount} of ${order}`;
    }
  }

  it('runs its guards and interceptors for the request, and again for the call', async () => {
    const { send, approvals } = await start(GuardedController);
    const { status, body } = await send('A-1/refund', 'ada', { amount: 80 });
    expect([status, types]).toEqual([202, ['http']]);
    const [first] = body.approvals;
    await approvals.decide(first!.id, yes(first!), FINANCE);
    await approvals.runs.resume(body.runId, FINANCE);
    expect(types).toEqual(['http', 'tool']);
    expect(await app.get(GatedCalls).outcome(body.runId, {}, { id: 'ada' })).toMatchObject({ result: '80 of A-1' });
  });
});
