import { inspect } from 'node:util';
import { isPromiseLike } from '#core';
import type { JsonObject } from 'toolgate/model';
import { type ToolCallback, ToolException } from 'toolgate/tool';
import type { ToolApprovalContext } from '../strategy/tool-approval-context.js';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Approve, ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { passOn } from './conclude.js';
import { toPart } from './part.js';
import { returnedKind } from '../strategy/decision-problem.js';
import { wordsOf } from './strategy-words.js';

/** Returns whether a strategy is asked about a call. */
export type ApprovalPredicate = (
  tool: ToolCallback,
  args: JsonObject,
  context: ToolApprovalContext,
) => boolean | Promise<boolean>;

const NAME = 'when';

/**
 * Asks a strategy about the calls for which a predicate is true, and abstains on all others. A predicate that throws,
 * or returns no boolean, is an error.
 */
export const when = (predicate: ApprovalPredicate, strategy: ToolApprovalStrategy): ToolApprovalStrategy => {
  if (typeof predicate !== 'function')
    throw new ToolException(`when() takes a function as its first argument, not ${inspect(predicate)}. Pass one.`);
  const part = toPart(NAME, strategy);
  const decide = (applies: boolean, ...[tool, args, context]: Parameters<Approve>): ReturnType<Approve> => {
    // A value that is not a boolean is a mistake, such as a missing return. If it counted as false, it would open the
    // gate.
    if (typeof applies !== 'boolean')
      throw new Error(`the predicate returned ${returnedKind(applies)}. Return true or false`);
    return applies ? passOn(tool, askPart(part, tool, args, context)) : ToolApprovalDecision.abstain();
  };
  const approve: Approve = (...call) => {
    const applies = predicate(...call);
    return isPromiseLike(applies)
      ? Promise.resolve(applies).then((settled) => decide(settled, ...call))
      : decide(applies, ...call);
  };
  const words = (tool: ToolCallback): string | undefined => {
    const inner = wordsOf(strategy, tool);
    return inner && `${inner} ${predicate.name ? `where ${predicate.name}` : 'in some cases'}`;
  };
  return new ComposedStrategy(NAME, approve, words, { timeoutMs: strategy.timeoutMs, parts: [strategy] });
};
