import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ApprovalService, RequesterResolver } from 'toolgate/approval';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, type ScriptedAnswer, toolCall } from 'toolgate/testing';

/** How an instance learns of the work and the changes of others. */
export type Waking = 'timer' | 'postgres';

class Asker extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

const answer: ScriptedAnswer = ({ messages }) =>
  messages.at(-1)?.role === 'tool' ? 'Done.' : callsTools(toolCall('refund', { order: 'A-1' }));

/** Starts an instance whose refunds wait for a person. */
export const startInstance = async (
  connectionString: string,
  waking: Waking,
  { worker, onRefund = () => {} }: { readonly worker: boolean; readonly onRefund?: () => void },
) => {
  @Injectable()
  class Desk {
    @Tool({ description: 'Refund an order', requiresApproval: true })
    refund(order: string): string {
      onRefund();
      return `Refunded ${order}`;
    }
  }
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  @Module({
    imports: [
      ToolgateModule.forRoot({
        model: new ScriptedChatModel(Array<ScriptedAnswer>(500).fill(answer)),
        client: { tools: [Desk] },
        approval: { strategy, requester: new Asker(), worker },
      }),
      SqlModule.forRoot({ postgres: { connectionString } }),
      ...(waking === 'postgres' ? [PostgresModule.forRoot()] : []),
    ],
    providers: [Desk],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
  return { app, chat: app.get(ChatClient), approvals: app.get(ApprovalService) };
};
