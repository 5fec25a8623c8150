import { Get, HttpStatus, Post, Res, UseFilters } from '@nestjs/common';
import {
  type ApprovalRuns,
  ApprovalService,
  type Approver,
  type Run,
  RunNotFoundException,
  type RunQuery,
} from 'toolgate/approval';
import { textOf } from 'toolgate/model';
import { TakesBody } from '../body/takes-body.decorator.js';
import type { RunBody } from '../client/run-body.js';
import { Door } from '../exchange/door.js';
import type { QueryNames } from '../exchange/read-query.js';
import { statedVersion } from '../exchange/stated-version.js';
import { ProblemFilter } from '../exchange/problem.filter.js';
import { refuseBadQuery } from '../problem/refuse-bad-query.js';
import { eventBody } from '../views/event-body.js';
import { attemptsBody, runBody } from '../views/run-body.js';
import { CANCEL, cancelOf } from './cancel.js';
import { KNOWN_CALL, knownCallOf } from './known-call.js';
import { onlyTrue, pageQuery, type QueryValues, singles } from './page-query.js';

const LIST: QueryNames = {
  status: 'once',
  kind: 'once',
  parked: 'once',
  unknownOutcome: 'once',
  conversation: 'once',
  cursor: 'once',
  limit: 'once',
};

/** Lists runs, and resumes or ends them. `ApprovalService` decides who may. */
@UseFilters(ProblemFilter)
export class RunsController {
  constructor(
    private readonly door: Door,
    private readonly approvals: ApprovalService,
  ) {}

  @Get()
  list(@Res() response: object): Promise<void> {
    return this.door.answer(response, { query: LIST }, async ({ query, by }) => {
      const page = await refuseBadQuery(() => this.approvals.runs.list(runQuery(query), by));
      return { body: { ...page, items: page.items.map(runBody) }, changing: { now: new Date().toISOString() } };
    });
  }

  @Get(':id')
  get(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => ({
      body: await this.bodyOf(await this.approvals.runs.get(id, by), by),
    }));
  }

  @Get(':id/events')
  events(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => ({
      body: { items: (await this.approvals.runs.events(id, by)).map(eventBody) },
    }));
  }

  @Post(':id/resume')
  @TakesBody()
  resume(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => ({
      body: await this.bodyOf(await this.approvals.runs.requestResume(id, by), by),
      status: HttpStatus.ACCEPTED,
    }));
  }

  @Post(':id/retry')
  @TakesBody()
  retry(@Res() response: object): Promise<void> {
    return this.door.answer(response, {}, async ({ id, by }) => ({
      body: await this.bodyOf(await this.approvals.runs.retry(id, by), by),
      status: HttpStatus.ACCEPTED,
    }));
  }

  @Post(':id/cancel')
  @TakesBody()
  cancel(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: CANCEL }, async ({ id, by, body, ifMatch }) => ({
      body: await this.bodyOf(await this.approvals.runs.cancel(id, by, cancelOf(body, statedVersion(ifMatch))), by),
    }));
  }

  @Post(':id/reconcile')
  @TakesBody()
  reconcile(@Res() response: object): Promise<void> {
    return this.door.answer(response, { body: KNOWN_CALL }, async ({ id, by, body }) => ({
      body: await this.bodyOf(await this.approvals.runs.reconcile(id, knownCallOf(body), by), by),
    }));
  }

  private async bodyOf(run: Run, by: Approver): Promise<RunBody> {
    const answer = await answerText(run, by, this.approvals.runs);
    const attempts = attemptsBody(run, by);
    return { ...runBody(run), ...(answer !== undefined && { answer }), ...(attempts && { attempts }) };
  }
}

const runQuery = (query: QueryValues): RunQuery => ({
  ...pageQuery(query),
  ...(singles(query, ['status', 'kind']) as Pick<RunQuery, 'status' | 'kind'>),
  ...(onlyTrue(query, 'parked') && { parked: true }),
  ...(onlyTrue(query, 'unknownOutcome') && { unknownOutcome: true }),
});

/** Returns the text of the answer of a completed run, for its requester alone; otherwise undefined. */
const answerText = async (run: Run, by: Approver, runs: ApprovalRuns): Promise<string | undefined> => {
  if (run.status !== 'completed' || run.contentRemovedAt !== undefined) return undefined;
  try {
    const last = (await runs.messages(run.id, by)).at(-1);
    return last?.role === 'assistant' ? textOf(last) : undefined;
  } catch (error) {
    // Only the requester reads the messages of a run.
    if (error instanceof RunNotFoundException) return undefined;
    throw error;
  }
};
