import { Module } from '@nestjs/common';
import { ToolApprovalStrategy } from 'toolgate';
import { OrdersModule } from '../orders/orders.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { DecisionLogAuditor } from './decision-log.auditor.js';
import { SupportDesk } from './support-desk.tools.js';
import { ToolsController } from './tools.controller.js';
import { SupportPolicyStrategy } from './support-policy.strategy.js';

/** The tools of the desk, the policy that decides which of their calls run, and a log of what it decided. */
@Module({
  imports: [OrdersModule, OutboxModule],
  controllers: [ToolsController],
  providers: [SupportDesk, DecisionLogAuditor, { provide: ToolApprovalStrategy, useClass: SupportPolicyStrategy }],
})
export class DeskModule {}
