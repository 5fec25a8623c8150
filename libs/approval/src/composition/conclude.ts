import { isPromiseLike, type MaybePromise } from '#core';
import type { ToolCallback } from 'toolgate/tool';
import { ToolApprovalException } from '../errors/approval.errors.js';
import type { ApprovalTraceEntry, ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Answer } from './answer.js';

/** Chooses one of several decisions. */
export type Choose = (decisions: readonly ToolApprovalDecision[]) => ToolApprovalDecision;

/**
 * Returns one decision for all answers, with their trace. Throws `ToolApprovalException` if a part failed: an error
 * never approves.
 */
export const conclude = (tool: ToolCallback, answers: readonly Answer[], choose: Choose): ToolApprovalDecision => {
  const trace = answers.flatMap((answer) => answer.trace);
  const decisions = answers.map((answer) => {
    if (answer.type === 'decided') return answer.decision;
    const { problem, cause } = answer;
    throw new ToolApprovalException(problem, { toolName: tool.definition.name, cause, trace });
  });
  return traced(choose(decisions), trace);
};

/** Returns the decision of a single part, with its trace. */
export const passOn = (tool: ToolCallback, answer: MaybePromise<Answer>): MaybePromise<ToolApprovalDecision> =>
  isPromiseLike(answer) ? answer.then((settled) => conclude(tool, [settled], only)) : conclude(tool, [answer], only);

const only: Choose = ([decision]) => decision!;

const traced = (decision: ToolApprovalDecision, trace: readonly ApprovalTraceEntry[]): ToolApprovalDecision => {
  if (decision.type === 'abstain') return { type: 'abstain', trace };
  if (decision.type === 'approve' && !decision.reason && !decision.metadata) return { type: 'approve', trace };
  return { ...decision, trace };
};
