import { isPromiseLike } from '#core';
import { decideCall, type DecisionLimits, type Ruling } from './decide-call.js';
import type { DecisionSubject } from './decision-subject.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';

/** Decides one call. If auditors listen, the ruling states when the decision began and how long it took. */
export const timedRuling = (
  subject: DecisionSubject,
  strategy: ToolApprovalStrategy,
  limits: DecisionLimits,
): Ruling | Promise<Ruling> => {
  if (!limits.isAudited) return decideCall(subject, strategy, limits);
  const startedAt = Date.now();
  const begun = performance.now();
  const timed = (ruling: Ruling): Ruling =>
    ruling.type === 'verdict' && ruling.outcome === 'bypassed'
      ? ruling
      : { startedAt, durationMs: performance.now() - begun, ...ruling };
  const ruling = decideCall(subject, strategy, limits);
  return isPromiseLike(ruling) ? ruling.then(timed) : timed(ruling);
};
