import { inspect } from 'node:util';
import { isPromiseLike } from '#core';
import type { JsonObject } from 'toolgate/model';
import { type ToolCallback, ToolException } from 'toolgate/tool';
import type { ToolApprovalContext } from '../strategy/tool-approval-context.js';
import { type ApprovalTraceEntry, ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Approve, ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { Answer } from './answer.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { toPart } from './part.js';
import { notifySafely } from '../audit/notify-safely.js';
import { STRATEGY_TIMEOUT_MS } from '../strategy/time-limits.js';

/** The decision of a shadowed strategy on a call, or its error. */
export interface ShadowReport {
  readonly tool: ToolCallback;
  readonly args: JsonObject;
  readonly context: ToolApprovalContext;
  readonly decision?: ToolApprovalDecision;
  readonly error?: unknown;
  /** The trace of the decision, with each part of a composition. */
  readonly trace: readonly ApprovalTraceEntry[];
}

/** Receives the decisions of a shadowed strategy. */
export type ShadowSink = (report: ShadowReport) => void | Promise<void>;

const NAME = 'shadow';

/**
 * Asks a strategy without waiting for it, reports its decision to the sink, and abstains. No error of the strategy or
 * the sink changes a decision.
 */
export const shadow = (strategy: ToolApprovalStrategy, sink: ShadowSink): ToolApprovalStrategy => {
  if (typeof sink !== 'function')
    throw new ToolException(`${NAME}() takes a function as its second argument, not ${inspect(sink)}. Pass one.`);
  // The gate does not wait for this part, so it needs a time limit of its own.
  const part = { ...toPart(NAME, strategy), timeoutMs: strategy.timeoutMs ?? STRATEGY_TIMEOUT_MS };
  const approve: Approve = (tool, args, context) => {
    const report = (answer: Answer): void =>
      notifySafely(`The sink of ${NAME}()`, context, () => sink({ tool, args, context, ...toReport(answer) }));
    const answer = askPart(part, tool, args, context);
    if (isPromiseLike(answer)) void answer.then(report);
    else report(answer);
    return ToolApprovalDecision.abstain();
  };
  return new ComposedStrategy(NAME, approve, () => undefined, { parts: [strategy] });
};

const toReport = (answer: Answer): Pick<ShadowReport, 'decision' | 'error' | 'trace'> =>
  answer.type === 'decided'
    ? { decision: answer.decision, trace: answer.trace }
    : { error: answer.cause, trace: answer.trace };
