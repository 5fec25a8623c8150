import { isPromiseLike, TurnAbort } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalContext } from '../strategy/tool-approval-context.js';
import type { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import { withinTime } from '../strategy/within-time.js';
import { type Answer, toAnswer, toFailure } from './answer.js';
import type { Part } from './part.js';

/** Asks one part. It waits only if the part does, at most for the part's own `timeoutMs`, and never rejects. */
export const askPart = (
  part: Part,
  tool: ToolCallback,
  args: JsonObject,
  context: ToolApprovalContext,
): Answer | Promise<Answer> => {
  try {
    const decision = part.strategy.approve(tool, args, context);
    if (!isPromiseLike(decision)) return toAnswer(part, decision);
    return inTime(decision, part.timeoutMs, context)
      .then((settled) => toAnswer(part, settled))
      .catch((cause: unknown) => toFailure(part, cause));
  } catch (cause) {
    return toFailure(part, cause);
  }
};

const inTime = async (
  decision: PromiseLike<ToolApprovalDecision>,
  timeoutMs: number | undefined,
  context: ToolApprovalContext,
): Promise<ToolApprovalDecision> => {
  if (timeoutMs === undefined) return decision;
  // The timer must not outlive a turn whose caller has left.
  const abort = new TurnAbort();
  const unfollow = abort.follow(context.signal);
  try {
    return await withinTime(decision, timeoutMs, abort);
  } finally {
    unfollow();
  }
};
