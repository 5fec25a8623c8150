import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SeamException, Seams } from '#core';
import { APPROVAL_DECLARATION, APPROVAL_OPTIONS } from '#approval';
import { type ApprovalOptions, ApprovalStore } from 'toolgate/approval';
import { MEMORY_OPTIONS } from '#memory';
import type { ApplicationMemoryOptions } from 'toolgate/memory';

/** Stops start-up if the conversation of a turn that waits for a person could be deleted before it resumes. */
@Injectable()
export class MemoryRetentionCheck implements OnApplicationBootstrap {
  constructor(
    private readonly seams: Seams,
    @Inject(MEMORY_OPTIONS) private readonly memory: ApplicationMemoryOptions,
    @Inject(APPROVAL_OPTIONS) private readonly approval: ApprovalOptions,
  ) {}

  onApplicationBootstrap(): void {
    const { retentionMs = Infinity } = this.memory;
    const { expiresInMs, approvalLapsesInMs } = this.approval;
    const waitsMs =
      (expiresInMs ?? APPROVAL_DECLARATION.expiresInMs.default) +
      (approvalLapsesInMs ?? APPROVAL_DECLARATION.approvalLapsesInMs.default);
    if (retentionMs >= waitsMs || !this.seams.provided(ApprovalStore)) return;
    throw new SeamException(
      `The option memory.retentionMs is ${retentionMs}, but a turn may wait for ${waitsMs} ms (approval.expiresInMs and approval.approvalLapsesInMs), and its conversation would be deleted meanwhile. Pass at least ${waitsMs}, or shorten these two.`,
    );
  }
}
