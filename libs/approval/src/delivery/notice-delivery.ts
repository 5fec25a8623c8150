import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { SeamException, type Seams, within } from '#core';
import { LineLogger } from 'toolgate/model';
import type { PublishedChange } from '../changes/approval-change.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import type { ApprovalChannel } from '../notices/approval.channel.js';
import type { NoticeWakeUps } from '../notices/notice-wake-ups.js';
import type { NoticeCounts, NoticeStore } from '../store/notice.store.js';
import { describeFailure } from '../errors/describe-failure.js';
import { ChannelLane } from './channel-lane.js';
import { LaneTimer } from './lane-timer.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import { collectChannels } from '../notices/collect-channels.js';

interface NoticeDeliveryParts {
  readonly store: ActiveStore;
  readonly seams: Seams;
  readonly wakeUps: NoticeWakeUps;
  readonly settings: ApprovalSettings;
}

const FIRST_REMOVAL_MS = 60_000;
const REMOVAL_MS = 600_000;
const REMOVED_AT_ONCE = 500;

/** Delivers the notices of all channels, and removes old ones. */
export class NoticeDelivery {
  private readonly logger = new LineLogger('Toolgate');
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  private known?: readonly ApprovalChannel[];
  private lanes?: readonly ChannelLane[];
  private timers: readonly LaneTimer[] = [];
  private removal?: NodeJS.Timeout;
  private isStopping = false;
  private leaveFeed?: () => void;
  // A request must not pass its async context, such as its trace, to a delivery.
  private readonly outside = AsyncResource.bind(<T>(work: () => T): T => work());

  constructor(private readonly parts: NoticeDeliveryParts) {}

  /** Delivers from now on. Without a channel it does nothing. */
  start(): void {
    const { wakeUps, seams } = this.parts;
    if (this.channels().length === 0) return;
    this.timers = this.findLanes().map((lane) => new LaneTimer(() => lane.deliverDue()));
    wakeUps.listen(() => this.wake());
    const shared = seams.effective(ApprovalChangeFeed);
    if (shared.isShared) this.leaveFeed = shared.subscribe((change) => mayNotify(change) && this.wake());
    this.wake();
    this.planRemoval(FIRST_REMOVAL_MS);
  }

  /** Delivers everything that is due now. */
  async deliverDue(): Promise<void> {
    await Promise.all(this.findLanes().map((lane) => lane.deliverDue()));
  }

  /** Takes no more notices, waits for deliveries, and aborts those that do not end in time. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.parts.wakeUps.listen(undefined);
    this.leaveFeed?.();
    clearTimeout(this.removal);
    const ended = Promise.all(this.timers.map((timer) => timer.stop()));
    await within(ended, this.parts.settings.shutdownMs, () => {});
    this.stopping.abort();
    await within(ended, this.parts.settings.shutdownMs, () => {});
  }

  /** Removes notices that were delivered or parked long ago, and open ones of channels that no longer exist. */
  async removeOld(): Promise<number> {
    const queue = this.queue();
    const channels = this.channels().map(({ name }) => name);
    const query = { olderThanMs: this.parts.settings.notices.keepMs, channels, limit: REMOVED_AT_ONCE };
    let count = 0;
    for (let removed = REMOVED_AT_ONCE; removed >= REMOVED_AT_ONCE; count += removed) {
      removed = await queue.remove(query);
    }
    return count;
  }

  /** Returns the numbers of notices that were not delivered; undefined if there is no channel. */
  async counts(): Promise<NoticeCounts | undefined> {
    return this.channels().length === 0 ? undefined : this.queue().counts();
  }

  /** Returns the queues of notices. Throws `SeamException` if the store has none. */
  queue(): NoticeStore {
    const queue = this.parts.store.find()?.notices?.();
    if (queue) return queue;
    throw new SeamException(
      'The ApprovalStore stores no notices. Import SqlModule, or add notices() to the ApprovalStore of the application.',
    );
  }

  /** Looks for notices now, in a process that delivers. */
  wake(): void {
    this.outside(() => {
      for (const timer of this.timers) timer.wake();
    });
  }

  private channels(): readonly ApprovalChannel[] {
    return (this.known ??= collectChannels(this.parts.seams));
  }

  private findLanes(): readonly ChannelLane[] {
    if (this.lanes || this.channels().length === 0) return this.lanes ?? [];
    const { settings, store } = this.parts;
    const setting = {
      ...settings.notices,
      store: store.find()!,
      queue: this.queue(),
      holder: this.holder,
      mayTake: () => !this.isStopping,
      stopping: this.stopping.signal,
    };
    return (this.lanes = this.channels().map((channel) => new ChannelLane(channel, setting)));
  }

  private planRemoval(ms: number): void {
    this.removal = setTimeout(() => void this.removeLater(), ms);
    this.removal.unref();
  }

  private async removeLater(): Promise<void> {
    await this.removeOld().catch((error: unknown) => {
      this.logger.warn(`Old notices could not be removed, and are removed later: ${describeFailure(error)}`);
    });
    if (!this.isStopping) this.planRemoval(REMOVAL_MS);
  }
}

const SILENT: readonly string[] = ['EXECUTING', 'SUCCEEDED', 'FAILED', 'ABANDONED'];

/**
 * Whether another process may have written notices. The notice of a parked run is found at the next look at the store.
 */
const mayNotify = (change: PublishedChange): boolean =>
  change.kind === 'reset' || (change.kind === 'approval' && !SILENT.includes(change.status));
