import { inspect } from 'node:util';
import type { JsonObject } from 'toolgate/model';
import { isPromiseLike, type ToolCallback, ToolException } from 'toolgate/tool';
import type { ToolApprovalContext } from '../tool-approval-context.js';
import { type ApprovalTraceEntry, ToolApprovalDecision } from '../tool-approval-decision.js';
import type { Approve, ToolApprovalStrategy } from '../tool-approval.strategy.js';
import type { Answer } from './answer.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { toPart } from './part.js';
import { tellQuietly } from './tell-quietly.js';
import { STRATEGY_TIMEOUT_MS } from './time-limits.js';

/** What a shadowed strategy would have said of a call: its decision, or its error. */
export interface ShadowReport {
  readonly tool: ToolCallback;
  readonly args: JsonObject;
  readonly context: ToolApprovalContext;
  readonly decision?: ToolApprovalDecision;
  readonly error?: unknown;
  /** What it said, and what its parts said where it is a composition. */
  readonly trace: readonly ApprovalTraceEntry[];
}

/** Is told what a shadowed strategy would have said. */
export type ShadowSink = (report: ShadowReport) => void | Promise<void>;

const NAME = 'shadow';

/** Decides nothing: asks a strategy without waiting for it, and tells the sink what it would have said. Whatever either of them does changes no decision. */
export const shadow = (strategy: ToolApprovalStrategy, sink: ShadowSink): ToolApprovalStrategy => {
  if (typeof sink !== 'function')
    throw new ToolException(`${NAME}() takes a function behind the strategy, not ${inspect(sink)}.`);
  // No gate ends what nobody waits for.
  const part = { ...toPart(NAME, strategy), timeoutMs: strategy.timeoutMs ?? STRATEGY_TIMEOUT_MS };
  const approve: Approve = (tool, args, context) => {
    const report = (answer: Answer): void =>
      tellQuietly(`The sink of ${NAME}()`, context, () => sink({ tool, args, context, ...toldOf(answer) }));
    const answer = askPart(part, tool, args, context);
    if (isPromiseLike(answer)) void answer.then(report);
    else report(answer);
    return ToolApprovalDecision.abstain();
  };
  return new ComposedStrategy(NAME, approve, () => undefined, { parts: [strategy] });
};

const toldOf = (answer: Answer): Pick<ShadowReport, 'decision' | 'error' | 'trace'> =>
  answer.type === 'said'
    ? { decision: answer.decision, trace: answer.trace }
    : { error: answer.cause, trace: answer.trace };
