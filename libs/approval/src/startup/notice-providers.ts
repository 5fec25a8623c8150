import type { Provider } from '@nestjs/common';
import { factoryProvider, Seams } from '#core';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { NoticeDelivery } from '../delivery/notice-delivery.js';
import { collectChannels } from '../notices/collect-channels.js';
import { NoticeWakeUps } from '../notices/notice-wake-ups.js';
import { ApprovalNotices } from '../service/approval-notices.js';
import { ActiveStore } from '../store/active-store.js';
import { ApprovalSettings } from './approval-settings.js';
import { ChannelReport } from './channel-report.js';

/** The delivery of notices, and its service for operators. */
export const noticeProviders: readonly Provider[] = [
  NoticeWakeUps,
  ChannelReport,
  factoryProvider(
    NoticeDelivery,
    [Seams, ActiveStore, NoticeWakeUps, ApprovalSettings],
    (seams, store, wakeUps, { notices: options, shutdownMs }) =>
      new NoticeDelivery({
        store: () => store.find(),
        channels: () => collectChannels(seams),
        feed: () => seams.effective(ApprovalChangeFeed),
        wakeUps,
        options,
        shutdownMs,
      }),
  ),
  factoryProvider(
    ApprovalNotices,
    [NoticeDelivery, ApprovalSettings],
    (delivery, { notices }) => new ApprovalNotices(delivery, notices.inboxUrl),
  ),
];
