import { Inject, Injectable, Optional } from '@nestjs/common';
import { TOOL_CALLING_OPTIONS } from '#tool';
import type { ArgumentLimits, ToolCallingOptions } from 'toolgate/tool';
import { APPROVAL_OPTIONS } from '../approval.constants.js';
import type { ApprovalOptions, NoticeSettings, RetentionOptions } from '../options/approval-options.js';
import { APPROVAL, assertOptions, noticeSettings } from '../options/options.js';
import type { ApprovalTimes } from './run-times.js';

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
  /** Absent if everything is stored for good. */
  readonly retention?: RetentionOptions;
  readonly notices: NoticeSettings;
  /** The size limits of a call's arguments. */
  readonly argumentLimits?: ArgumentLimits;

  constructor(
    @Optional() @Inject(APPROVAL_OPTIONS) options: ApprovalOptions = {},
    @Optional() @Inject(TOOL_CALLING_OPTIONS) toolCalling: ToolCallingOptions = {},
  ) {
    assertOptions(options);
    this.times = {
      expiresInMs: options.expiresInMs ?? APPROVAL.expiresInMs.default,
      approvalLapsesInMs: options.approvalLapsesInMs ?? APPROVAL.approvalLapsesInMs.default,
      deadlineMs: options.deadlineMs ?? APPROVAL.deadlineMs.default,
      onDeadline: options.onDeadline ?? APPROVAL.onDeadline.default,
      onToolChange: options.onToolChange ?? APPROVAL.onToolChange.default,
      toolChangeGraceMs: options.toolChangeGraceMs ?? APPROVAL.toolChangeGraceMs.default,
      leaseMs: options.leaseMs ?? APPROVAL.leaseMs.default,
    };
    this.answerMs = options.timeoutMs ?? APPROVAL.timeoutMs.default;
    this.onMessage = options.onMessage ?? APPROVAL.onMessage.default;
    this.concurrency = options.concurrency ?? APPROVAL.concurrency.default;
    this.shutdownMs = options.shutdownMs ?? APPROVAL.shutdownMs.default;
    this.hasWorker = options.worker ?? APPROVAL.worker.default;
    this.retention = options.retention;
    this.notices = noticeSettings(options.notices);
    this.argumentLimits = toolCalling.arguments;
  }
}
