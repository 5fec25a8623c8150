import { Module } from '@nestjs/common';
import { ToolApprovalStrategy } from 'toolgate';
import { RequesterResolver } from 'toolgate/approval';
import { OrdersModule } from '../orders/orders.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { DecisionLogAuditor } from './decision-log.auditor.js';
import { NoticeLogChannel } from './notice-log.channel.js';
import { describeBrowser } from './describe-browser.js';
import { deskApproval } from './desk-approval.js';
import { DeskRequesterResolver } from './desk-requester.resolver.js';
import { RefundsController } from './refunds.controller.js';
import { SupportDesk } from './support-desk.tools.js';
import { SupportPolicyStrategy } from './support-policy.strategy.js';
import { ToolsController } from './tools.controller.js';

/** The tools of the desk, the policy that decides on their calls, the requester, and a log of decisions. */
@Module({
  imports: [OrdersModule, OutboxModule],
  controllers: [ToolsController, RefundsController],
  providers: [
    SupportDesk,
    { provide: 'describeBrowser', useValue: describeBrowser },
    DecisionLogAuditor,
    NoticeLogChannel,
    SupportPolicyStrategy,
    { provide: ToolApprovalStrategy, inject: [SupportPolicyStrategy], useFactory: deskApproval },
    { provide: RequesterResolver, useClass: DeskRequesterResolver },
  ],
})
export class DeskModule {}
