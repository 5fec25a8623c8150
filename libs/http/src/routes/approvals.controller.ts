import { Get, Post, Res, UseFilters } from '@nestjs/common';
import { ApprovalDecisionException, ApprovalService, type DecideApproval, type Eligibility } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { TakesBody } from '../body/takes-body.decorator.js';
import { Door } from '../exchange/door.js';
import { statedVersion } from '../exchange/stated-version.js';
import { ProblemFilter } from '../exchange/problem.filter.js';
import { approvalBody } from '../views/approval-body.js';
import { eventBody } from '../views/event-body.js';
import { bulkDecisions } from './bulk-decisions.js';
import { CANCEL, cancelOf } from './cancel.js';
import { decideAll } from './decide-all.js';
import type { RouteShape } from '../exchange/exchange.js';
import { refuseDecision } from '../problem/request.exception.js';

/** Shows one approval, and takes decisions. `ApprovalService` decides who may see and decide what. */
@UseFilters(ProblemFilter)
export class ApprovalsController {
  constructor(
    private readonly door: Door,
    private readonly approvals: ApprovalService,
  ) {}

  @Post('decisions')
  @TakesBody()
  decideAll(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: ['decisions'] }, async ({ body, by }) => {
      const decide = this.approvals.decide.bind(this.approvals);
      return { body: { results: await decideAll(bulkDecisions(body), by, decide) } };
    });
  }

  @Get(':id')
  get(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => {
      const [approval, eligibility] = await Promise.all([
        this.approvals.get(id, by),
        unlessDirectoryFails(this.approvals.eligibility(id, by)),
      ]);
      return { body: approvalBody(approval, eligibility) };
    });
  }

  @Get(':id/history')
  history(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => ({
      body: { items: (await this.approvals.history(id, by)).map(eventBody) },
    }));
  }

  @Post(':id/decisions')
  @TakesBody()
  decide(@Res() response: object): Promise<void> {
    return this.door.answer(response, DECISION, async ({ id, body, by }) => ({
      body: approvalBody(await this.approvals.decide(id, body as JsonObject & DecideApproval, by)),
    }));
  }

  @Post(':id/cancel')
  @TakesBody()
  cancel(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: CANCEL }, async ({ id, by, body, ifMatch }) => ({
      body: approvalBody(await this.approvals.cancel(id, by, cancelOf(body, statedVersion(ifMatch)))),
    }));
  }
}

// An approval can be read while the application's directory is down. The service has logged the failure.
const unlessDirectoryFails = async (asked: Promise<Eligibility>): Promise<Eligibility | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApprovalDecisionException && error.problem === 'unavailable') return undefined;
    throw error;
  }
};

/** Throws `RequestException` for a decision that is to be remembered. */
const refuseRemember = (body: JsonObject): void => {
  if (!Object.hasOwn(body, 'remember')) return;
  refuseDecision(
    'A decision cannot be remembered, because this version has no grants. Leave remember out, and decide each call.',
  );
};

/** The shape of a request that decides; `ApprovalService` checks the values. */
const DECISION: RouteShape = {
  body: ['decisionId', 'decision', 'revision', 'argsHash', 'reason', 'editedArguments', 'response', 'answer'],
  refuse: refuseRemember,
};
