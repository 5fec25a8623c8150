import { Get, Res, UseFilters } from '@nestjs/common';
import { ApprovalService } from 'toolgate/approval';
import { Door } from '../exchange/door.js';
import { principalBody } from '../principal/principals.js';
import { ProblemFilter } from '../exchange/problem.filter.js';
import { refuseBadQuery } from '../problem/refuse-bad-query.js';
import { listedApprovalBody } from '../views/approval-body.js';
import { approvalFilter, approvalQuery, FILTER, LIST_QUERY } from './approval-query.js';
import { wholeNumber } from './page-query.js';

// A week.
const MOST_HOURS = 168;

/** Lists and counts approvals. It precedes the controller of one approval, whose paths begin with an id. */
@UseFilters(ProblemFilter)
export class InboxController {
  constructor(
    private readonly door: Door,
    private readonly approvals: ApprovalService,
  ) {}

  @Get()
  list(@Res() response: object): Promise<void> {
    return this.door.answer(response, { query: LIST_QUERY }, async ({ query, by }) => {
      const page = await refuseBadQuery(() => this.approvals.list(approvalQuery(query, by), by));
      return {
        body: { ...page, items: page.items.map(listedApprovalBody) },
        changing: { now: new Date().toISOString() },
      };
    });
  }

  @Get('me')
  me(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ principal }) => ({ body: principalBody(principal) }));
  }

  @Get('counts')
  counts(@Res() response: object): Promise<void> {
    return this.door.answer(response, { query: FILTER }, async ({ query, by }) => ({
      body: await refuseBadQuery(() => this.approvals.counts(approvalFilter(query, by), by)),
    }));
  }

  @Get('stats')
  stats(@Res() response: object): Promise<void> {
    return this.door.answer(response, { query: { hours: 'once' } }, async ({ query, by }) => {
      const [hours = '24'] = query.get('hours') ?? [];
      return { body: await this.approvals.stats({ hours: wholeNumber('hours', hours, MOST_HOURS) }, by) };
    });
  }
}
