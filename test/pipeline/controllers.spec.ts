import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  Body,
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Headers,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  Scope,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsPositive } from 'class-validator';
import { ChatClient, Tool, ToolArgumentsHost, ToolgateModule, ToolParam } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';
import { lastTexts } from '../story.fixture.js';
import { answering, bootPipeline } from './pipeline.fixture.js';

class RefundDto {
  @IsPositive()
  amount!: number;
}

const callerOf = (context: ExecutionContext): unknown =>
  context.getType<string>() === 'tool'
    ? ToolArgumentsHost.create(context).getContext().data['caller']
    : context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-caller'];

@Injectable()
class Known implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return callerOf(context) !== undefined;
  }
}

const Caller = createParamDecorator((_data: unknown, context: ExecutionContext) => callerOf(context));

@Controller('orders')
@UseGuards(Known)
class Orders {
  @Post(':id/refunds')
  @Tool({ description: 'Refunds an order' })
  refund(
    @Param('id', ParseIntPipe) orderId: number,
    @Query('times', ParseIntPipe) @ToolParam({ name: 'howOften' }) times: number,
    @Body() refund: RefundDto,
    @Caller() caller: string,
  ) {
    return { orderId, times, amount: refund.amount, caller };
  }
}

@Controller({ path: 'scoped', scope: Scope.REQUEST })
class Scoped extends Orders {}

const start = async (type: typeof Orders) => {
  const input = { orderId: 7, howOften: 2, refund: { amount: 40 } };
  const model = new ScriptedChatModel(answering({ name: 'refund', input }));
  @Module({ imports: [ToolgateModule.forRoot({ model })], controllers: [type] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const post = (path: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ amount: 40 }),
    });
  const ask = async (data: object) => {
    await app
      .get(ChatClient)
      .prompt('Go')
      .tools('refund')
      .toolContext({ ...data })
      .call()
      .content();
    return lastTexts(model)[0];
  };
  return { app, post, ask };
};

describe.each([
  [Orders, 'orders'],
  [Scoped, 'scoped'],
] as const)('a method that is both a route and a tool: %o', (type, path) => {
  it('runs over HTTP and for a model with the same guards and pipes', async () => {
    const { app, post, ask } = await start(type);
    try {
      const response = await post(`${path}/7/refunds?times=2`, { 'x-caller': 'Ada' });
      expect(await response.json()).toEqual({ orderId: 7, times: 2, amount: 40, caller: 'Ada' });
      expect((await post(`${path}/seven/refunds?times=2`, { 'x-caller': 'Ada' })).status).toBe(400);
      expect((await post(`${path}/7/refunds?times=2`, {})).status).toBe(403);
      expect(await ask({ caller: 'Ada' })).toBe('{"orderId":7,"times":2,"amount":40,"caller":"Ada"}');
      expect(await ask({})).toBe('Forbidden resource');
    } finally {
      await app.close();
    }
  });
});

describe('a parameter that requires an HTTP request', () => {
  class WithHeaders {
    @Tool({ description: 'Reads' })
    read(@Headers('x-caller') _caller: string) {}
  }
  class WithRequest {
    @Tool({ description: 'Reads' })
    read(_id: string, @Req() _request: object) {}
  }

  it.each([
    [
      WithHeaders,
      'WithHeaders.read, parameter 0: @Headers() (@Ctx() in a microservice) reads the value from a request',
    ],
    [
      WithRequest,
      'WithRequest.read, parameter 1: @Req() (@Parent() in GraphQL, @ConnectedSocket() in a gateway) reads the value from a request',
    ],
  ])('stops start-up: %o', async (type, problem) => {
    Controller('odd')(type);
    await expect((await bootPipeline({ controllers: [type] })).start('read')).rejects.toThrow(problem);
  });
});
