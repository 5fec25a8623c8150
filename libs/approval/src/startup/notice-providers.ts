import type { Provider } from '@nestjs/common';
import { Seams, factoryProvider, partsProvider } from '#core';
import { NoticeDelivery } from '../delivery/notice-delivery.js';
import { NoticeWakeUps } from '../notices/notice-wake-ups.js';
import { ApprovalNotices } from '../service/approval-notices.js';
import { ActiveStore } from '../store/active-store.js';
import { ApprovalSettings } from '../runs/approval-settings.js';
import { ChannelReport } from './channel-report.js';

/** The delivery of notices, and its service for operators. */
export const noticeProviders: readonly Provider[] = [
  NoticeWakeUps,
  ChannelReport,
  partsProvider(NoticeDelivery, {
    store: ActiveStore,
    seams: Seams,
    wakeUps: NoticeWakeUps,
    settings: ApprovalSettings,
  }),
  factoryProvider(
    ApprovalNotices,
    [NoticeDelivery, ApprovalSettings],
    (delivery, { notices }) => new ApprovalNotices(delivery, notices.inboxUrl),
  ),
];
