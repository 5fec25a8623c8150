import { inspect } from 'node:util';
import { isPromiseLike } from '#core';
import { ToolException } from 'toolgate/tool';
import type { ToolApprovalAuditor, ToolApprovalEvent } from '../audit/tool-approval.auditor.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { listeningAuditors } from '../audit/listening-auditors.js';
import type { Answer } from './answer.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { passOn } from './conclude.js';
import { toPart } from './part.js';
import { notifySafely } from '../audit/notify-safely.js';
import { wordsOf } from './strategy-words.js';

const NAME = 'audited';
const OUTCOMES = { approve: 'approved', reject: 'rejected', ask: 'asked' } as const;

/** Decides like a strategy, and reports each of its decisions and errors to an auditor, except abstentions. */
export const audited = (strategy: ToolApprovalStrategy, auditor: ToolApprovalAuditor): ToolApprovalStrategy => {
  if (typeof auditor?.decided !== 'function') {
    throw new ToolException(
      `${NAME}() takes an auditor as its second argument, not ${inspect(auditor, { depth: 0 })}. Pass one.`,
    );
  }
  const part = toPart(NAME, strategy);
  return new ComposedStrategy(
    NAME,
    (tool, args, context) => {
      if (listeningAuditors([auditor]).length === 0) return passOn(tool, askPart(part, tool, args, context));
      const startedAt = Date.now();
      const begun = performance.now();
      const report = (answer: Answer): Answer =>
        notifyAuditor(auditor, answer, { tool, args, context, startedAt, durationMs: performance.now() - begun });
      const answer = askPart(part, tool, args, context);
      return passOn(tool, isPromiseLike(answer) ? answer.then(report) : report(answer));
    },
    (tool) => wordsOf(strategy, tool),
    { timeoutMs: strategy.timeoutMs, parts: [strategy] },
  );
};

type Question = Pick<ToolApprovalEvent, 'tool' | 'args' | 'context' | 'startedAt' | 'durationMs'>;

const notifyAuditor = (auditor: ToolApprovalAuditor, answer: Answer, question: Question): Answer => {
  const found = toEvent(answer);
  if (found) notifySafely(auditor.constructor.name, question.context, () => auditor.decided({ ...question, ...found }));
  return answer;
};

type ReportedDecision = Pick<ToolApprovalEvent, 'outcome' | 'reason' | 'metadata' | 'trace' | 'error'>;

const toEvent = (answer: Answer): ReportedDecision | undefined => {
  if (answer.type === 'failed') return { outcome: 'error', error: answer.cause, trace: answer.trace };
  const { decision, trace } = answer;
  if (decision.type === 'abstain') return undefined;
  const { type, reason, metadata } = decision;
  return { outcome: OUTCOMES[type], reason, metadata, trace };
};
