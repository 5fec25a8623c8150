import { Get, Post, Res, UseFilters } from '@nestjs/common';
import { ApprovalService } from 'toolgate/approval';
import { TakesBody } from '../body/takes-body.decorator.js';
import { Door } from '../exchange/door.js';
import { principalBody } from '../principal/principals.js';
import { ProblemFilter } from '../problem/problem.filter.js';
import { approvalBody, listedApprovalBody } from '../views/approval-body.js';
import { approvalQuery, LIST_QUERY } from './approval-query.js';
import { DECISION, decisionOf } from './decision.js';

/** Lists approvals and takes decisions. `ApprovalService` decides who may see and decide what. */
@UseFilters(ProblemFilter)
export class ApprovalsController {
  constructor(
    private readonly door: Door,
    private readonly approvals: ApprovalService,
  ) {}

  @Get('me')
  me(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ principal }) => ({ body: principalBody(principal) }));
  }

  @Get()
  list(@Res() response: object): Promise<void> {
    return this.door.answer(response, { query: LIST_QUERY }, async ({ query, by }) => {
      const page = await this.approvals.list(approvalQuery(query), by);
      return {
        body: { ...page, items: page.items.map(listedApprovalBody) },
        changing: { now: new Date().toISOString() },
      };
    });
  }

  @Get(':id')
  get(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => ({
      body: approvalBody(await this.approvals.get(id, by), by),
    }));
  }

  @Post(':id/decisions')
  @TakesBody()
  decide(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: DECISION }, async ({ id, body, by }) => ({
      body: approvalBody(await this.approvals.decide(id, decisionOf(body), by), by),
    }));
  }
}
