import { Inject, Injectable, Optional } from '@nestjs/common';
import { type ArgumentLimits, TOOL_CALLING_OPTIONS, type ToolCallingOptions } from 'toolgate/tool';
import { APPROVAL_OPTIONS } from '../approval.constants.js';
import { assertOptions } from '../options/assert-options.js';
import type { ApprovalOptions } from '../options/approval-options.js';
import { type ApprovalTimes, TIMES } from '../runs/run-times.js';
import { STRATEGY_TIMEOUT_MS } from '../strategy/time-limits.js';

const SHUTDOWN_MS = 10_000;
const CONCURRENCY = 8;

/** The checked options of approvals and runs, with every default. Throws `SeamException` for an invalid option. */
@Injectable()
export class ApprovalSettings {
  readonly times: ApprovalTimes;
  /** How long a resolver or a directory may take to answer, in milliseconds. */
  readonly answerMs: number;
  readonly onMessage: 'reject' | 'supersede';
  readonly concurrency: number;
  readonly shutdownMs: number;
  readonly hasWorker: boolean;
  /** The size limits of a call's arguments. */
  readonly argumentLimits?: ArgumentLimits;

  constructor(
    @Optional() @Inject(APPROVAL_OPTIONS) options: ApprovalOptions = {},
    @Optional() @Inject(TOOL_CALLING_OPTIONS) toolCalling: ToolCallingOptions = {},
  ) {
    assertOptions(options);
    this.times = {
      expiresInMs: options.expiresInMs ?? TIMES.expiresInMs,
      approvalLapsesInMs: options.approvalLapsesInMs ?? TIMES.approvalLapsesInMs,
      deadlineMs: options.deadlineMs ?? TIMES.deadlineMs,
      leaseMs: options.leaseMs ?? TIMES.leaseMs,
    };
    this.answerMs = options.timeoutMs ?? STRATEGY_TIMEOUT_MS;
    this.onMessage = options.onMessage ?? 'reject';
    this.concurrency = options.concurrency ?? CONCURRENCY;
    this.shutdownMs = options.shutdownMs ?? SHUTDOWN_MS;
    this.hasWorker = options.worker !== false;
    this.argumentLimits = toolCalling.arguments;
  }
}
