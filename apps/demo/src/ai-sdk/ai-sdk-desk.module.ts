import { Module } from '@nestjs/common';
import { ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { aiSdkToolsModule } from 'toolgate/ai-sdk/tools';
import { RequesterResolver } from 'toolgate/approval';
import { DatabaseModule } from '../database/database.module.js';
import { deskApproval } from '../desk/desk-approval.js';
import { DeskRequesterResolver } from '../desk/desk-requester.resolver.js';
import { SupportPolicyStrategy } from '../desk/support-policy.strategy.js';
import { OrdersModule } from '../orders/orders.module.js';
import { OrdersService } from '../orders/orders.service.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { deskTools } from './desk-tools.js';

/** The token of the tools, for the code that calls `streamText`. */
export const DESK_TOOLS = Symbol('DESK_TOOLS');

@Module({
  imports: [OrdersModule, OutboxModule],
  providers: [{ provide: DESK_TOOLS, inject: [OrdersService, OutboxService], useFactory: deskTools }],
  exports: [DESK_TOOLS],
})
class DeskToolsModule {}

/** A tool that may be started again with the same key: its effect happens once. */
const EFFECT = { requiresApproval: true, idempotent: true };

/** The order book, the policy and the people of the desk, without a chat client: the loop is that of the AI SDK. */
@Module({
  imports: [
    ToolgateModule.forRoot({ approval: { expiresInMs: 3_600_000 } }),
    DatabaseModule,
    OrdersModule,
    DeskToolsModule,
    aiSdkToolsModule({
      imports: [DeskToolsModule],
      inject: [DESK_TOOLS],
      useFactory: (tools: ReturnType<typeof deskTools>) => tools,
      settings: { findOrder: { requiresApproval: false }, refund: EFFECT, sendEmail: EFFECT },
      context: ({ data, idempotencyKey }) => ({ ...data, key: idempotencyKey }),
    }),
  ],
  providers: [
    SupportPolicyStrategy,
    { provide: ToolApprovalStrategy, inject: [SupportPolicyStrategy], useFactory: deskApproval },
    { provide: RequesterResolver, useClass: DeskRequesterResolver },
  ],
})
export class AiSdkDeskModule {}
