import { Injectable } from '@nestjs/common';
import { Seams } from '#core';
import { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { dueRun } from '../dispatch/due-run.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { collectChannels } from '../notices/collect-channels.js';
import { NOTICE_KINDS } from '../notices/notice.js';
import { NoticeWakeUps } from '../notices/notice-wake-ups.js';
import type { StoredRun } from '../records/stored-run.js';
import { notifySafely } from '../audit/notify-safely.js';
import { ApprovalStore } from './approval.store.js';
import { NotifyingApprovalStore } from './notifying-approval.store.js';
import { SuspensionException } from '../errors/approval.errors.js';

/** Finds the store of the application. */
@Injectable()
export class ActiveStore {
  private notifying?: { readonly of: ApprovalStore; readonly store: ApprovalStore };
  private readonly provided: () => ApprovalStore | undefined;

  constructor(
    private readonly seams: Seams,
    private readonly wakeUps: NoticeWakeUps,
  ) {
    this.provided = seams.cached(() => seams.provided(ApprovalStore));
  }

  /**
   * Returns the active store, which reports each write to auditors, the feed, the dispatcher and channels; undefined if
   * the application provides none.
   */
  find(): ApprovalStore | undefined {
    const store = this.provided();
    if (!store) return undefined;
    if (this.notifying?.of === store) return this.notifying.store;
    const { seams } = this;
    const auditors = seams
      .collect(ToolApprovalAuditor)
      .map((found) => found.instance())
      .filter(({ happened }) => happened);
    const feed = () => seams.effective(ApprovalChangeFeed);
    const due = (run: StoredRun, inMs: number): void =>
      notifySafely('RunDispatcher', { runId: run.id }, () => seams.effective(RunDispatcher).due(dueRun(run), inMs));
    const receivers = collectChannels(seams).map(({ name, kinds = NOTICE_KINDS }) => ({ name, kinds }));
    const noticed = () => this.wakeUps.send();
    const parts = { auditors, feed, due, receivers, noticed };
    this.notifying = { of: store, store: new NotifyingApprovalStore(store, parts) };
    return this.notifying.store;
  }

  /** Returns the active store. Throws `SuspensionException` if the application provides none. */
  get(): ApprovalStore {
    const store = this.find();
    if (store) return store;
    throw new SuspensionException('No ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.');
  }
}
