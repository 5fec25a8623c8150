import { Body, Controller, Get, HttpCode, Param, Post, Query, UseFilters } from '@nestjs/common';
import {
  ANY_TENANT,
  ApprovalExceptionFilter,
  type ApprovalQuery,
  ApprovalService,
  type ApprovalView,
  approvalView,
  type DecideApproval,
  type ListedApprovalView,
} from 'toolgate/approval';
import { Decider } from '../people/decider.decorator.js';
import { approvalQueryPipe } from './approval-query.pipe.js';

/** Lists approvals and takes decisions. */
@Controller('approvals')
@UseFilters(ApprovalExceptionFilter)
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalService) {}

  /** Oldest first; pass the cursor to read the next page. */
  @Get()
  async list(
    @Query(approvalQueryPipe) query: ApprovalQuery,
  ): Promise<{ items: readonly ListedApprovalView[]; cursor?: string }> {
    const page = await this.approvals.list(query);
    return { ...page, items: page.items.map(approvalView) };
  }

  @Get(':id')
  async get(@Param('id') id: string): Promise<ApprovalView> {
    return approvalView(await this.approvals.get(id));
  }

  /** The service validates the body and states the problem. */
  @Post(':id/decisions')
  @HttpCode(200)
  async decide(
    @Param('id') id: string,
    @Body() command: DecideApproval,
    @Decider() decider: string,
  ): Promise<ApprovalView> {
    // Approvers work for the desk, which serves every tenant.
    return approvalView(await this.approvals.decide(id, command, { id: decider, tenant: ANY_TENANT }));
  }
}
