import { Get, Post, Res, SetMetadata, UseFilters } from '@nestjs/common';
import { ApprovalService, ExternalCallException, type ExternalCall, RunUnreadableException } from 'toolgate/approval';
import { TakesBody } from '../body/takes-body.decorator.js';
import { ProblemFilter } from '../exchange/problem.filter.js';
import { refuseRequest } from '../problem/request.exception.js';
import type { Answer } from '../reply/replies.js';
import { CANCEL, cancelOf } from './cancel.js';
import type { KnownApplication } from '../external/applications.js';
import { ExternalDoor } from '../external/external-door.js';
import { EXTERNAL_ROUTES } from '../external/is-external-route.js';
import {
  CLAIM,
  externalClaimOf,
  externalFinishOf,
  externalRequestOf,
  FINISH,
  REQUEST,
} from '../external/external-requests.js';
import { externalCallBody, externalClaimedBody, externalStatusesBody } from '../external/external-views.js';

/** The most calls whose statuses one request reads. */
const MOST_IDS = 100;

/** Requests, claims and outcomes of calls that other applications run. Each application finds its own calls only. */
@SetMetadata(EXTERNAL_ROUTES, true)
@UseFilters(ProblemFilter)
export class ExternalController {
  constructor(
    private readonly door: ExternalDoor,
    private readonly approvals: ApprovalService,
  ) {}

  @Post()
  @TakesBody()
  request(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: REQUEST }, async ({ body }, application) =>
      shown(await this.approvals.request(externalRequestOf(body, application))),
    );
  }

  @Get()
  statuses(@Res() response: object): Promise<void> {
    return this.door.answer(response, { query: { id: 'repeats' } }, async ({ query }, application) => {
      const ids = idsOf(query.get('id'));
      const calls = await Promise.all(ids.map((id) => this.find(id, application)));
      return { body: externalStatusesBody(calls.flatMap((call) => call ?? [])) };
    });
  }

  @Get(':id')
  outcome(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id }, { scope }) => shown(await this.approvals.outcome(id, scope)));
  }

  @Post(':id/claim')
  @TakesBody()
  claim(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: CLAIM }, async ({ id, body }, application) => ({
      body: externalClaimedBody(await this.approvals.claim(id, externalClaimOf(body, application))),
    }));
  }

  @Post(':id/finish')
  @TakesBody()
  finish(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: FINISH }, async ({ id, body }, application) => {
      await this.approvals.finish(id, externalFinishOf(body, application));
      return shown(await this.approvals.outcome(id, application.scope));
    });
  }

  @Post(':id/cancel')
  @TakesBody()
  cancel(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: CANCEL }, async ({ id, body }, { scope }) => {
      // Throws for a call that is not one of the application.
      await this.approvals.outcome(id, scope);
      const by = { id: scope.application, tenant: scope.tenant, administrator: true };
      await this.approvals.cancel(id, by, cancelOf(body));
      return shown(await this.approvals.outcome(id, scope));
    });
  }

  private async find(id: string, { scope }: KnownApplication): Promise<ExternalCall | undefined> {
    try {
      return await this.approvals.outcome(id, scope);
    } catch (error) {
      if (isLeftOut(error)) return undefined;
      throw error;
    }
  }
}

// A damaged call must not hide the statuses of the others. A request for the call itself states that it is damaged.
const isLeftOut = (error: unknown): boolean =>
  error instanceof RunUnreadableException || (error instanceof ExternalCallException && error.problem === 'not-found');

const shown = (call: ExternalCall): Answer => ({ body: externalCallBody(call) });

const idsOf = (ids: readonly string[] = []): readonly string[] => {
  if (ids.length > 0 && ids.length <= MOST_IDS) return [...new Set(ids)];
  return refuseRequest(`The request names ${ids.length} ids. Pass 1 to ${MOST_IDS} as id=.`);
};
