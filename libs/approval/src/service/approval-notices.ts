import { RunOperationException } from '../errors/approval.errors.js';
import type { NoticeDelivery } from '../delivery/notice-delivery.js';
import { noticeRecord } from '../delivery/notice-record.js';
import type { ApprovalNotice } from '../notices/notice.js';
import type { NoticeState, QueuedNotice } from '../notices/stored-notice.js';
import { isoTimes } from '../records/iso-time.js';
import { isVisible, tenantSeenBy } from '../requester/visibility.js';
import { readApprover, readViewer, type Viewer } from '../requester/read-approver.js';
import type { Approver } from '../requester/requester.js';
import type { Page } from '../store/approval-query.js';
import type { NoticeCounts, NoticeQuery } from '../store/notice.store.js';

/** A notice and the state of its delivery. Its times are ISO 8601, by the store's clock. */
export interface Notice {
  readonly notice: ApprovalNotice;
  readonly channel: string;
  readonly state: NoticeState;
  /** The number of failed attempts to deliver it. */
  readonly failures: number;
  readonly firstAt?: string;
  /** When it was delivered or parked. */
  readonly settledAt?: string;
  /** The error of the last failed attempt, without secrets. */
  readonly error?: string;
}

/** Selects notices of a list. */
export type ListNotices = Pick<NoticeQuery, 'state' | 'channel' | 'limit' | 'cursor'>;

/**
 * Lists, retries and drops notices of the application's channels, for operators. A method without a viewer sees every
 * tenant: call it so only for the application's own use.
 */
export class ApprovalNotices {
  constructor(
    private readonly delivery: NoticeDelivery,
    private readonly inboxUrl: string | undefined,
  ) {}

  /** Lists notices of the viewer's tenant, oldest first. */
  async list(query: ListNotices = {}, by?: Viewer): Promise<Page<Notice>> {
    const { state, channel, limit, cursor } = query;
    const viewer = readViewer(by);
    const tenant = viewer && tenantSeenBy(viewer);
    const page = await this.queue().list({ state, channel, limit, cursor, ...(tenant !== undefined && { tenant }) });
    return { ...page, items: page.items.map((queued) => this.shown(queued)) };
  }

  /** Returns the numbers of notices of every tenant that were not delivered. */
  counts(): Promise<NoticeCounts> {
    return this.queue().counts();
  }

  /**
   * Delivers a parked notice again, for another `approval.notices.retryForMs`. Returns false if it is not parked or
   * does not exist. Throws `RunOperationException` if the person is not an administrator.
   */
  async retry(id: string, by: Approver): Promise<boolean> {
    if (!(await this.mayChange(id, by, 'be retried'))) return false;
    const isOpen = await this.queue().retry(id);
    if (isOpen) this.delivery.wake();
    return isOpen;
  }

  /** Deletes a parked notice. Returns and throws as `retry` does. */
  async drop(id: string, by: Approver): Promise<boolean> {
    return (await this.mayChange(id, by, 'be dropped')) && this.queue().drop(id);
  }

  /** Delivers everything that is due now. A worker does so by itself. */
  deliver(): Promise<void> {
    return this.delivery.deliverDue();
  }

  /** Removes the notices that are older than `approval.notices.keepMs`. A worker does so every ten minutes. */
  removeOld(): Promise<number> {
    return this.delivery.removeOld();
  }

  private async mayChange(id: string, by: Approver, what: string): Promise<boolean> {
    const approver = readApprover(by);
    const found = await this.queue().find(id);
    if (!found || !isVisible(found.notice, approver)) return false;
    if (approver.administrator !== false) return true;
    const refused = `has a notice that may not ${what} by ${JSON.stringify(approver.id)}: only an administrator may. Ask one of these.`;
    throw new RunOperationException('not-eligible', found.notice.run, refused);
  }

  private shown({ notice, state, failures, firstAt, settledAt, error }: QueuedNotice): Notice {
    return {
      notice: noticeRecord(notice, this.inboxUrl),
      channel: notice.channel,
      state,
      failures,
      ...isoTimes({ firstAt, settledAt }),
      ...(error !== undefined && { error }),
    };
  }

  private queue() {
    return this.delivery.queue();
  }
}
