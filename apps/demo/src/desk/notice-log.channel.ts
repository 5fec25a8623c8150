import { Injectable } from '@nestjs/common';
import { ApprovalChannel, type ApprovalNotice } from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';

/** Logs each notice with a link to the inbox, where an application would send a mail or a webhook. */
@Injectable()
export class NoticeLogChannel extends ApprovalChannel {
  readonly name = 'desk-log';
  private readonly logger = new LineLogger('DeskNotices');

  deliver({ kind, toolName = 'a run', status, tenant, link }: ApprovalNotice): void {
    this.logger.log(`${kind}: ${toolName} of ${tenant}${status ? `, ${status}` : ''}. ${link}`);
  }
}
