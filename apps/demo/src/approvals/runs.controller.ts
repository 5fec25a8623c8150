import { Controller, Get, HttpCode, HttpStatus, Param, Post, UseFilters } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { ApprovalExceptionFilter, ApprovalService, type ApprovalView, approvalView, type Run } from 'toolgate/approval';
import { ChatFailureFilter } from '../chat/chat-failure.filter.js';
import { Customer } from '../people/customer.decorator.js';

/** A turn that was suspended, as people see it; what was said in it is for whoever asked only. */
export interface RunView {
  readonly runId: string;
  readonly status: Run['status'];
  /** What it waits for. */
  readonly approvals: readonly ApprovalView[];
  readonly content?: string;
  /** Why it ended without an answer, or could not go on yet. */
  readonly error?: string;
}

/** Where people see what became of a suspended turn, and go on with it. */
@Controller('runs')
@UseFilters(ApprovalExceptionFilter, ChatFailureFilter)
export class RunsController {
  constructor(
    private readonly approvals: ApprovalService,
    private readonly chat: ChatClient,
  ) {}

  @Get(':id')
  async get(@Param('id') id: string, @Customer() person: string): Promise<RunView> {
    return this.viewOf(await this.approvals.runs.get(id), person);
  }

  /** Needed by nobody: the worker goes on by itself. This goes on at once, and waits until the run has ended or waits again. */
  @Post(':id/resume')
  @HttpCode(HttpStatus.ACCEPTED)
  async resume(@Param('id') id: string, @Customer() person: string): Promise<RunView> {
    return this.viewOf(await this.approvals.runs.resume(id), person);
  }

  private async viewOf({ id, status, requester, error }: Run, person: string): Promise<RunView> {
    const { items } = await this.approvals.list({ runId: id, status: 'PENDING' });
    const view = { runId: id, status, approvals: items.map(approvalView) };
    if (requester.id !== person) return view;
    // Of a run that has ended, resuming only reads what it came to.
    return status === 'completed'
      ? { ...view, content: await this.chat.resume(id).call().content() }
      : { ...view, error };
  }
}
