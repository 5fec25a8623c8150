import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy, Optional } from '@nestjs/common';
import { checkOption, describeError } from '#core';
import { LineLogger } from 'toolgate/model';
import { ChatMemoryException } from '../contract/chat-memory.errors.js';
import { ChatMemoryRepository } from '../contract/chat-memory.repository.js';
import { MEMORY_OPTIONS } from '../memory.constants.js';
import type { ApplicationMemoryOptions } from '../window/memory-options.js';
import { APPLICATION_MEMORY } from '../window/options.js';

const FIRST_MS = 60_000;
const EACH_MS = 3_600_000;

/** Deletes conversations some time after their last message: a minute after the start, then every hour. */
@Injectable()
export class MemoryRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new LineLogger('Toolgate');
  private readonly retentionMs?: number;
  private timer?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly repository: ChatMemoryRepository,
    @Optional() @Inject(MEMORY_OPTIONS) { retentionMs }: ApplicationMemoryOptions = {},
  ) {
    if (retentionMs === undefined) return;
    checkOption('retentionMs', retentionMs, APPLICATION_MEMORY.retentionMs, {
      path: 'memory.',
      error: ChatMemoryException,
    });
    this.retentionMs = retentionMs;
  }

  onApplicationBootstrap(): void {
    if (this.retentionMs !== undefined) this.plan(FIRST_MS, this.retentionMs);
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private plan(ms: number, retentionMs: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.apply(retentionMs), ms);
    this.timer.unref();
  }

  private async apply(retentionMs: number): Promise<void> {
    try {
      await this.repository.deleteUnusedSince(new Date(Date.now() - retentionMs));
    } catch (error) {
      this.logger.warn(`Old conversations could not be deleted, and are deleted later: ${describeError(error)}`);
    }
    this.plan(EACH_MS, retentionMs);
  }
}
