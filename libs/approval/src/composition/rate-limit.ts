import { inspect } from 'node:util';
import type { JsonObject } from 'toolgate/model';
import { isPromiseLike, type ToolCallback, ToolException } from 'toolgate/tool';
import type { ToolApprovalContext } from '../tool-approval-context.js';
import { ToolApprovalDecision } from '../tool-approval-decision.js';
import type { Approve, ToolApprovalStrategy } from '../tool-approval.strategy.js';
import type { Answer } from './answer.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { conclude } from './conclude.js';
import { toPart } from './part.js';
import { RecentStarts } from './recent-starts.js';
import { strongest } from './strongest.js';
import { wordsOf } from './words-of.js';

/** How many calls may start in which time. */
export interface RateLimit {
  /** How many may start in any stretch of `per`. */
  readonly calls: number;
  /** In milliseconds. */
  readonly per: number;
  /** What is counted apart: a tool's name, a tenant. @default everything is counted together */
  readonly key?: (tool: ToolCallback, args: JsonObject, context: ToolApprovalContext) => string;
  /** The time, in milliseconds. @default the time since the process started */
  readonly now?: () => number;
}

const NAME = 'rateLimit';
const NO_OPINION: Answer = { type: 'said', decision: ToolApprovalDecision.abstain(), trace: [] };
const choose = strongest('reject', 'ask', 'approve', 'abstain');

/**
 * Decides as a strategy does, and rejects what would start too often. It counts what the strategy lets start, within
 * this process: an approval or an abstention, a question only when the turn goes on behind it, and each call once.
 * Without a strategy it has no opinion of the rest and counts each call it is asked about.
 */
export const rateLimit = (limit: RateLimit, strategy?: ToolApprovalStrategy): ToolApprovalStrategy => {
  assertLimit(limit);
  const part = strategy && toPart(NAME, strategy);
  const admits = admission(limit);
  const refusal = refusalOf(limit);
  const approve: Approve = (...call) => {
    const settle = (answer: Answer): ToolApprovalDecision =>
      conclude(call[0], !mayStart(answer, call[2]) || admits(...call) ? [answer] : [answer, refusal], choose);
    const answer = part ? askPart(part, ...call) : NO_OPINION;
    return isPromiseLike(answer) ? answer.then(settle) : settle(answer);
  };
  const words = (tool: ToolCallback): string =>
    [(strategy && wordsOf(strategy, tool)) ?? [], reasonOf(limit)].flat().join(', ');
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
    if (typeof counted !== 'string') throw new Error(`the key of ${NAME}() gave ${typeof counted}; give a text`);
    return starts.admit(counted, call[2].idempotencyKey ?? `unnamed ${(unnamed += 1)}`, now());
  };
};

const reasonOf = ({ calls, per }: RateLimit): string =>
  `no more than ${calls} ${calls === 1 ? 'call' : 'calls'} in ${per / 1000} s`;

const refusalOf = (limit: RateLimit): Answer => {
  const reason = reasonOf(limit);
  const decision = ToolApprovalDecision.reject(reason);
  return { type: 'said', decision, trace: [{ strategy: NAME, decision: 'reject', reason }] };
};

const assertLimit = ({ calls, per, key }: RateLimit): void => {
  const refuse = (what: string, value: unknown, give: string): never => {
    throw new ToolException(`${what} of ${NAME}() is ${inspect(value, { depth: 0 })}: give ${give}.`);
  };
  if (!(Number.isInteger(calls) && calls > 0)) refuse('calls', calls, 'a whole number above 0');
  if (!(Number.isFinite(per) && per > 0)) refuse('per', per, 'milliseconds above 0');
  if (key !== undefined && typeof key !== 'function') refuse('key', key, 'a function that returns a text');
};
