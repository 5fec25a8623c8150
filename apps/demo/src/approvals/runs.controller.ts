import { Controller, Get, HttpCode, HttpStatus, Param, Post, UseFilters } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import {
  ApprovalExceptionFilter,
  ApprovalService,
  approvalView,
  type ListedApprovalView,
  type Run,
} from 'toolgate/approval';
import { ChatFailureFilter } from '../chat/chat-failure.filter.js';
import { Customer } from '../people/customer.decorator.js';

/** A suspended turn for people; only its requester receives the content. */
export interface RunView {
  readonly runId: string;
  readonly status: Run['status'];
  /** The pending approvals. */
  readonly approvals: readonly ListedApprovalView[];
  readonly content?: string;
  /** Why the run ended without an answer, or could not resume yet. */
  readonly error?: string;
}

/** Returns the state of a suspended turn, and resumes it. */
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

  /** Optional, because the worker resumes runs. Resumes the run now, and returns after it has ended or waits again. */
  @Post(':id/resume')
  @HttpCode(HttpStatus.ACCEPTED)
  async resume(@Param('id') id: string, @Customer() person: string): Promise<RunView> {
    return this.viewOf(await this.approvals.runs.resume(id), person);
  }

  private async viewOf({ id, status, requester, error }: Run, person: string): Promise<RunView> {
    const { items } = await this.approvals.list({ runId: id, status: 'PENDING' });
    const view = { runId: id, status, approvals: items.map(approvalView) };
    if (requester.id !== person) return view;
    // For a run that has ended, resuming only reads its answer.
    return status === 'completed'
      ? { ...view, content: await this.chat.resume(id).call().content() }
      : { ...view, error };
  }
}
