import { describeError, idsForLog, ignore, visibleText } from '#core';
import { LineLogger } from 'toolgate/model';
import { describeFailure } from '../errors/describe-failure.js';
import type { ApprovalChannel } from '../notices/approval.channel.js';
import type { ApprovalNotice } from '../notices/notice.js';
import type { StoredNotice } from '../notices/stored-notice.js';
import { backOffMs } from '../runs/run-times.js';
import { withRetries } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { DeliveryOutcome, NoticeStore, TakenNotice } from '../store/notice.store.js';
import { eachAtOnce } from '../worker/each-at-once.js';
import { DELIVERY_MS, deliverOnce, DeliveryStoppedException } from './deliver-once.js';
import { noticeDetails, noticeRecord } from './notice-record.js';

/** The settings that the lanes of all channels share. */
interface LaneSetting {
  readonly store: Pick<ApprovalStore, 'approval'>;
  readonly queue: NoticeStore;
  /** Identifies this process. */
  readonly holder: string;
  readonly inboxUrl?: string;
  readonly retryForMs: number;
  /** Whether more notices may be taken. */
  readonly mayTake: () => boolean;
  /** Aborts deliveries when the application stops. */
  readonly stopping: AbortSignal;
}

/**
 * How many notices are taken at once. All are delivered at the same time, so that none of them waits until another
 * process may take it.
 */
const AT_ONCE = 8;
const TAKEN_MS = 2 * DELIVERY_MS;

/** Delivers the notices of one channel. Each channel has a lane of its own, so that none delays another. */
export class ChannelLane {
  private readonly logger = new LineLogger('Toolgate');
  private earlier: Promise<unknown> = Promise.resolve();
  private isFailing = false;

  constructor(
    private readonly channel: ApprovalChannel,
    private readonly setting: LaneSetting,
  ) {}

  /**
   * Delivers the notices that are due, after an earlier call of this method has ended. Returns in how many milliseconds
   * the first of the notices that failed is due again.
   */
  deliverDue(): Promise<number> {
    const delivering = this.earlier.then(() => this.deliverAll());
    this.earlier = delivering.catch(ignore);
    return delivering;
  }

  private async deliverAll(): Promise<number> {
    const { queue, holder, mayTake } = this.setting;
    const query = { channel: this.channel.name, holder, forMs: TAKEN_MS, limit: AT_ONCE };
    let nextInMs = Infinity;
    while (mayTake()) {
      const taken = await queue.take(query);
      if (taken.length === 0) break;
      await eachAtOnce(taken, AT_ONCE, async (queued) => {
        const outcome = await this.attempt(queued);
        await this.settle(queued.notice, outcome);
        if (outcome.type === 'failed') nextInMs = Math.min(nextInMs, outcome.retryInMs ?? Infinity);
      });
    }
    return nextInMs;
  }

  private async attempt({ notice, failures, firstAt, takenAt }: TakenNotice): Promise<DeliveryOutcome> {
    try {
      await deliverOnce(this.channel, await this.shown(notice), this.setting.stopping);
    } catch (error) {
      if (error instanceof DeliveryStoppedException) return { type: 'released' };
      const failed = { type: 'failed', error: errorLine(error) } as const;
      const isOver = takenAt - firstAt >= this.setting.retryForMs;
      this.reportFailure(notice, failed.error, isOver);
      return isOver ? failed : { ...failed, retryInMs: backOffMs(failures) };
    }
    if (this.isFailing) this.logger.log(`The channel "${this.channel.name}" delivers notices again.`);
    this.isFailing = false;
    return { type: 'delivered' };
  }

  private async shown(notice: StoredNotice): Promise<ApprovalNotice> {
    const { inboxUrl, store } = this.setting;
    const record = noticeRecord(notice, inboxUrl);
    if (!this.channel.showsDetails || notice.approval === undefined) return record;
    const approval = await store.approval(notice.approval);
    const details = approval && noticeDetails(approval, notice.revision);
    return details ? { ...record, details } : record;
  }

  // If the outcome cannot be saved, the notice is delivered again after `TAKEN_MS`.
  private async settle({ id, run }: StoredNotice, outcome: DeliveryOutcome): Promise<void> {
    try {
      await withRetries(() => this.setting.queue.settle(id, this.setting.holder, outcome));
    } catch (error) {
      this.logger.warn(
        `The outcome of a delivery by the channel "${this.channel.name}" could not be saved, so the notice may be delivered again: ${describeFailure(error)} ${idsForLog({ runId: run })}`,
      );
    }
  }

  // The warning is logged once, because a receiver that is down would repeat it for each notice.
  private reportFailure({ run }: StoredNotice, error: string, isOver: boolean): void {
    const about = `${error} ${idsForLog({ runId: run })}`;
    const channel = `The channel "${this.channel.name}"`;
    if (isOver) {
      this.logger.error(`${channel} could not deliver a notice in time, so the notice is parked. ${WAY_BACK} ${about}`);
    } else if (!this.isFailing) {
      this.logger.warn(`${channel} could not deliver a notice, and delivers it again later: ${about}`);
    }
    this.isFailing = true;
  }
}

// Some databases store no control characters.
const errorLine = (error: unknown): string => visibleText(describeError(error)).slice(0, 1000);

const WAY_BACK = "Find it with ApprovalNotices.list({ state: 'parked' }), and call retry() or drop() with its id.";
