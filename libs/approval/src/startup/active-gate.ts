import { Inject, Injectable, Optional } from '@nestjs/common';
import { Seams } from '#core';
import { APPROVAL_OPTIONS } from '../approval.constants.js';
import { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { ApprovalGate } from '../gate/approval.gate.js';
import type { ApprovalOptions } from '../options/approval-options.js';
import { Requesters } from '../requester/requesters.js';
import { ActiveStore } from '../store/active-store.js';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { activeStrategyName, activeStrategyWords } from './active-strategy.js';

/** Creates the gate that asks the strategy of the application. */
@Injectable()
export class ActiveGate {
  constructor(
    private readonly seams: Seams,
    private readonly store: ActiveStore,
    private readonly requesters: Requesters,
    @Optional() @Inject(APPROVAL_OPTIONS) private readonly options: ApprovalOptions = {},
  ) {}

  create(): ApprovalGate {
    const { seams, store, requesters } = this;
    const { onError, timeoutMs } = this.options;
    return new ApprovalGate({
      strategyFor: ({ context }) => seams.forTurn(ToolApprovalStrategy, context),
      hasStrategy: seams.cached(() => seams.isReplaced(ToolApprovalStrategy)),
      strategyName: () => (seams.isReplaced(ToolApprovalStrategy) ? activeStrategyName(seams) : undefined),
      wordsFor: (tool) => activeStrategyWords(seams, tool),
      auditors: seams.collect(ToolApprovalAuditor).map((found) => found.instance()),
      onError,
      timeoutMs,
      canAsk: () => store.find() !== undefined,
      requesterOf: (context) => requesters.of(context),
    });
  }
}
