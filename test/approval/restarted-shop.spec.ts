import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { IsInt, IsString, Min } from 'class-validator';
import { Test } from '@nestjs/testing';
import {
  ApprovalService,
  ChatClient,
  ChatMemory,
  RequesterResolver,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  type ToolCallback,
  ToolContext,
  ToolgateModule,
  ToolParam,
} from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { told } from '../memory/memory.fixture.js';

class RefundDto {
  @IsString() orderNumber!: string;
  @IsInt() @Min(1) amount!: number;
}

@Injectable()
class Refunds {
  readonly done: unknown[] = [];

  @Tool({ description: 'Look an order up by its number', requiresApproval: false })
  findOrder(@ToolParam({ description: 'Order number, such as A-1042' }) orderNumber: string) {
    return { orderNumber, amount: 80 };
  }

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(request: RefundDto, context: ToolContext) {
    const { data, transient, idempotencyKey } = context;
    this.done.push({ isDto: request instanceof RefundDto, ...request, data, transient, idempotencyKey });
    return `Refunded ${request.amount}`;
  }
}

@Injectable()
class RefundPolicy extends ToolApprovalStrategy {
  approve({ definition }: ToolCallback): ToolApprovalDecision {
    return definition.name === 'refund' ? ToolApprovalDecision.ask() : ToolApprovalDecision.abstain();
  }
}

@Injectable()
class Users extends RequesterResolver {
  identify({ data }: ToolContext<{ user?: string }>) {
    return { id: data.user ?? 'guest' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const openShop = async (file: string, script: readonly ScriptedAnswer[]) => {
  const model = new ScriptedChatModel(script);
  const app = await Test.createTestingModule({
    imports: [
      ToolgateModule.forRoot({ model, memory: true, approval: { worker: false } }),
      SqlModule.forRoot({ sqlite: { file } }),
    ],
    providers: [
      Refunds,
      { provide: ToolApprovalStrategy, useClass: RefundPolicy },
      { provide: RequesterResolver, useClass: Users },
    ],
  }).compile();
  await app.init();
  return { app, chat: app.get(ChatClient), model };
};

it('a refund that waits runs once after a restart, with the stored data of its prompt and without the transient data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));
  const file = join(folder, 'shop.db');
  const request = { orderNumber: 'A-1042', amount: 80 };
  const calls = callsTools(toolCall('findOrder', { orderNumber: 'A-1042' }), toolCall('refund', { request }));

  const first = await openShop(file, [calls]);
  const prompt = first.chat.prompt('Refund A-1042').tools(Refunds).toolContext({ user: 'ada', desk: 'north' });
  const turn = await prompt.transient({ token: 'one-time-token' }).conversation('c-7').call().outcome();
  if (turn.status !== 'suspended') throw new Error('The turn did not wait for a person.');
  expect(first.app.get(Refunds).done).toEqual([]);
  expect(await first.app.get(ChatMemory).get('c-7')).toEqual([]);
  await first.app.close();
  const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(stored.join()).toContain('north');
  expect(stored.join()).not.toContain('one-time-token');

  const { app, chat } = await openShop(file, ['It is refunded.']);
  const [{ id, revision, argsHash }] = turn.approvals as [(typeof turn.approvals)[0]];
  const decision = { decisionId: 'd-1', decision: 'approve', revision, argsHash } as const;
  await app.get(ApprovalService).decide(id, decision, { id: 'grace' });
  expect(await chat.resume(turn.runId).call().content()).toBe('It is refunded.');
  expect(app.get(Refunds).done).toEqual([
    {
      isDto: true,
      ...request,
      data: { user: 'ada', desk: 'north' },
      transient: {},
      idempotencyKey: `${turn.runId}:0:1`,
    },
  ]);
  expect(told(await app.get(ChatMemory).get('c-7'))).toEqual(['user: Refund A-1042', 'assistant: It is refunded.']);
  await app.close();
});
