import { isPromiseLike } from '#core';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Approve, ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { Answer } from './answer.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { type Choose, conclude } from './conclude.js';
import { type Part, toPart } from './part.js';
import { wholeTime } from '../strategy/time-limits.js';
import { wordsOfAll } from './strategy-words.js';

const NAME = 'firstDecisive';

/** Asks one strategy after the other until one does not abstain. The later ones are not asked. */
export const firstDecisive = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy => {
  const parts = strategies.map((strategy) => toPart(NAME, strategy));
  const approve: Approve = (...call) =>
    parts.length === 0 ? ToolApprovalDecision.abstain() : askOneByOne(parts, call, []);
  const composed = { timeoutMs: wholeTime(strategies), parts: strategies };
  return new ComposedStrategy(NAME, approve, wordsOfAll('the first of', strategies), composed);
};

/** Continues after the parts that have answered. */
const askOneByOne = (parts: readonly Part[], call: Parameters<Approve>, answers: Answer[]): ReturnType<Approve> => {
  for (const part of parts.slice(answers.length)) {
    const answer = askPart(part, ...call);
    if (isPromiseLike(answer)) {
      return answer.then((settled) => {
        answers.push(settled);
        return isDecisive(settled) ? conclude(call[0], answers, last) : askOneByOne(parts, call, answers);
      });
    }
    answers.push(answer);
    if (isDecisive(answer)) break;
  }
  return conclude(call[0], answers, last);
};

const isDecisive = (answer: Answer): boolean => answer.type === 'failed' || answer.decision.type !== 'abstain';

const last: Choose = (decisions) => decisions.at(-1)!;
