import { Controller, Get, HttpCode, HttpStatus, Param, Post, UseFilters } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import {
  ApprovalExceptionFilter,
  ApprovalService,
  approvalView,
  GatedCalls,
  type ListedApprovalView,
  type Run,
  RunNotFoundException,
} from 'toolgate/approval';
import type { JsonValue } from 'toolgate/model';
import { Customer } from '../people/customer.decorator.js';
import { ChatFailureFilter } from './chat-failure.filter.js';

/** A run as its customer sees it: a turn, or a call without a chat, that waited for a person. */
export interface RunView {
  readonly runId: string;
  readonly status: Run['status'];
  /** The pending approvals. */
  readonly approvals: readonly ListedApprovalView[];
  readonly content?: string;
  /** The result of a call without a chat. */
  readonly result?: JsonValue;
  /** Why the run ended without an answer, or could not resume yet. */
  readonly error?: string;
}

/**
 * Returns the state and the answer of a turn, or the result of a call, to the customer who requested it. Every other user
 * receives 404.
 */
@Controller('runs')
@UseFilters(ApprovalExceptionFilter, ChatFailureFilter)
export class RunsController {
  constructor(
    private readonly approvals: ApprovalService,
    private readonly chat: ChatClient,
    private readonly calls: GatedCalls,
  ) {}

  @Get(':id')
  async get(@Param('id') id: string, @Customer() user: string): Promise<RunView> {
    return this.viewOf(await this.runOf(id, user));
  }

  /** Resumes the run now, and returns after it has ended or waits again. Optional, because the worker resumes runs too. */
  @Post(':id/resume')
  @HttpCode(HttpStatus.ACCEPTED)
  async resume(@Param('id') id: string, @Customer() user: string): Promise<RunView> {
    await this.runOf(id, user);
    return this.viewOf(await this.approvals.runs.resume(id));
  }

  private async runOf(id: string, user: string): Promise<Run> {
    const run = await this.approvals.runs.get(id);
    if (run.requester.id !== user) throw new RunNotFoundException(id);
    return run;
  }

  private async resultOf({ id, requester }: Run): Promise<Pick<RunView, 'result' | 'error'>> {
    const outcome = await this.calls.outcome(id, {}, requester);
    if (outcome.status === 'completed') return { result: outcome.result };
    if (outcome.status === 'rejected') return { error: outcome.reason };
    return { error: outcome.status === 'failed' ? outcome.message : outcome.status };
  }

  private async viewOf(run: Run): Promise<RunView> {
    const { id, status, error } = run;
    const { items } = await this.approvals.list({ runId: id, status: 'PENDING' });
    const view = { runId: id, status, approvals: items.map(approvalView) };
    if (run.kind === 'call' && status === 'completed') return { ...view, ...(await this.resultOf(run)) };
    // For a run that has ended, resuming only reads its answer.
    return status === 'completed'
      ? { ...view, content: await this.chat.resume(id).call().content() }
      : { ...view, error };
  }
}
