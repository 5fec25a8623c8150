import { inspect } from 'node:util';
import { isPromiseLike } from '#core';
import type { JsonObject } from 'toolgate/model';
import { type ToolCallback, ToolException } from 'toolgate/tool';
import type { ToolApprovalContext } from '../strategy/tool-approval-context.js';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Approve, ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { Answer } from './answer.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { conclude } from './conclude.js';
import { toPart } from './part.js';
import { RecentStarts } from './recent-starts.js';
import { returnedKind } from '../strategy/decision-problem.js';
import { strongest } from './strongest.js';
import { wordsOf } from './strategy-words.js';

/** How many calls may start in a period of time. */
export interface RateLimit {
  /** How many calls may start in any period of `per` milliseconds. */
  readonly calls: number;
  /** The length of the period, in milliseconds. */
  readonly per: number;
  /**
   * Returns the key under which a call is counted, such as a tool's name or a tenant.
   * @default all calls are counted together
   */
  readonly key?: (tool: ToolCallback, args: JsonObject, context: ToolApprovalContext) => string;
  /** Returns the time, in milliseconds. @default the time since the process started */
  readonly now?: () => number;
}

const NAME = 'rateLimit';
const NO_OPINION: Answer = { type: 'decided', decision: ToolApprovalDecision.abstain(), trace: [] };
const choose = strongest('reject', 'ask', 'approve', 'abstain');

/**
 * Decides like a strategy, and rejects calls that would start too often. It counts each call of this process that the
 * strategy does not reject, once: a call that requires approval counts when its run resumes. Without a strategy it
 * counts every call, and abstains unless the limit is reached.
 */
export const rateLimit = (limit: RateLimit, strategy?: ToolApprovalStrategy): ToolApprovalStrategy => {
  assertLimit(limit);
  const part = strategy && toPart(NAME, strategy);
  const admits = admission(limit);
  const refusal = refusalOf(limit);
  const approve: Approve = (...call) => {
    const applyLimit = (answer: Answer): ToolApprovalDecision =>
      conclude(call[0], !mayStart(answer, call[2]) || admits(...call) ? [answer] : [answer, refusal], choose);
    const answer = part ? askPart(part, ...call) : NO_OPINION;
    return isPromiseLike(answer) ? answer.then(applyLimit) : applyLimit(answer);
  };
  const words = (tool: ToolCallback): string =>
    [(strategy && wordsOf(strategy, tool)) ?? [], limitReason(limit)].flat().join(', ');
  return new ComposedStrategy(NAME, approve, words, { timeoutMs: strategy?.timeoutMs, parts: strategy && [strategy] });
};

const mayStart = (answer: Answer, { phase }: ToolApprovalContext): boolean => {
  if (answer.type === 'failed' || answer.decision.type === 'reject' || phase === 'edit') return false;
  return answer.decision.type !== 'ask' || phase === 'resume';
};

const admission = ({ calls, per, key = () => '', now = () => performance.now() }: RateLimit) => {
  const starts = new RecentStarts(calls, per);
  let unnamed = 0;
  return (...call: Parameters<Approve>): boolean => {
    const counted = key(...call);
    if (typeof counted !== 'string')
      throw new Error(`the key of ${NAME}() returned ${returnedKind(counted)}. Return a string`);
    return starts.admit(counted, call[2].idempotencyKey ?? `unnamed ${(unnamed += 1)}`, now());
  };
};

const limitReason = ({ calls, per }: RateLimit): string =>
  `no more than ${calls} ${calls === 1 ? 'call' : 'calls'} in ${per / 1000} s`;

const refusalOf = (limit: RateLimit): Answer => {
  const reason = limitReason(limit);
  const decision = ToolApprovalDecision.reject(reason);
  return { type: 'decided', decision, trace: [{ strategy: NAME, decision: 'reject', reason }] };
};

const assertLimit = ({ calls, per, key }: RateLimit): void => {
  const throwInvalid = (what: string, value: unknown, hint: string): never => {
    throw new ToolException(`${what} of ${NAME}() is ${inspect(value, { depth: 0 })}. Pass ${hint}.`);
  };
  if (!(Number.isInteger(calls) && calls > 0)) throwInvalid('calls', calls, 'a whole number above 0');
  if (!(Number.isFinite(per) && per > 0)) throwInvalid('per', per, 'milliseconds above 0');
  if (key !== undefined && typeof key !== 'function') throwInvalid('key', key, 'a function that returns a string');
};
