import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { NoticeDelivery } from '../delivery/notice-delivery.js';
import { RunRetention } from '../retention/run-retention.js';
import { RunWorker } from '../worker/run.worker.js';
import { ApprovalSettings } from '../runs/approval-settings.js';

/** Starts the worker with the application, and stops it before the application shuts down. */
@Injectable()
export class WorkerLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  constructor(
    private readonly worker: RunWorker,
    private readonly retention: RunRetention,
    private readonly notices: NoticeDelivery,
    private readonly settings: ApprovalSettings,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.hasWorker) return;
    this.worker.start();
    this.retention.start();
    this.notices.start();
  }

  /** Health checks fail from now on, while the server still answers requests. */
  onModuleDestroy(): void {
    this.worker.drain();
    this.retention.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    // Last, because runs in flight may still write notices.
    await this.notices.stop();
  }
}
