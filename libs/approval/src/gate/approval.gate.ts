import { chain, collect, idsForLog, isPromiseLike, redactSecrets, type TurnAbort } from '#core';
import { LineLogger } from 'toolgate/model';
import {
  type CallCounts,
  type PreparedCall,
  type ToolCallback,
  ToolGate,
  type ToolContext,
  type Turn,
  type Verdict,
} from 'toolgate/tool';
import { A_PERSON_DECIDES } from '../approval.constants.js';
import { withGuard } from '../requirement/merge-requirements.js';
import { assertOptions } from '../options/options.js';
import { STRATEGY_TIMEOUT_MS } from '../strategy/time-limits.js';
import type { Requester } from '../requester/requester.js';
import type { DecisionLimits, Ruling } from './decide-call.js';
import { listeningAuditors } from '../audit/listening-auditors.js';
import { notifyAuditors } from './notify-auditors.js';
import { timedRuling } from './timed-ruling.js';
import { DecisionSubject } from './decision-subject.js';
import type { ApprovalQuestion } from '../strategy/tool-approval-context.js';
import type { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { withinTime } from '../strategy/within-time.js';

/** The dependencies and options of an ApprovalGate. */
export interface ApprovalGateParts {
  /** Returns the strategy that decides a turn. */
  readonly strategyFor: (turn: Turn) => ToolApprovalStrategy | Promise<ToolApprovalStrategy>;
  /** Whether the application has a strategy; without one a person decides guarded methods. @default yes */
  readonly hasStrategy?: () => boolean;
  /** Returns the name of that strategy, for people; undefined if there is none. */
  readonly strategyName?: () => string | undefined;
  /** Returns how that strategy treats the calls of a tool, in words; undefined if it has no description. */
  readonly wordsFor?: (tool: ToolCallback) => { readonly words?: string } | undefined;
  readonly auditors?: readonly ToolApprovalAuditor[];
  /** @default 'throw' */
  readonly onError?: 'throw' | 'reject' | 'ask';
  /** @default 10,000 */
  readonly timeoutMs?: number;
  /** Whether a turn can wait for a person. @default never */
  readonly canAsk?: () => boolean;
  /** Returns the requester of a turn. */
  readonly requesterOf?: (context: ToolContext) => Requester | Promise<Requester> | undefined;
}

/** The round, requester and counts of a call that has changed since a person was asked. */
export type ChangedSubject = Required<Pick<ApprovalQuestion, 'round' | 'requester' | 'counts' | 'phase'>>;

type Verdicts = readonly Verdict[];

const STRATEGY_FAILED = { type: 'ask', reason: 'its strategy failed, so a person has to decide' } as const;

const NOT_DECIDED: Verdict = { type: 'reject', reason: 'its approval could not be decided' };

/** Asks the strategy about every call of a batch. The questions start together, in the order of the calls. */
export class ApprovalGate extends ToolGate {
  private readonly logger = new LineLogger('Toolgate');
  private readonly auditors: readonly ToolApprovalAuditor[];

  constructor(private readonly parts: ApprovalGateParts) {
    super();
    const { onError, timeoutMs, auditors = [] } = parts;
    this.auditors = auditors;
    assertOptions({ onError, timeoutMs });
  }

  decide(batch: readonly PreparedCall[], turn: Turn, counts?: CallCounts): Verdicts | Promise<Verdicts> {
    const strategy = this.parts.strategyFor(turn);
    const requester = this.parts.requesterOf?.(turn.context);
    if (!isPromiseLike(strategy) && !isPromiseLike(requester)) {
      return this.decideWith(strategy, batch, turn, { requester, counts });
    }
    return this.withinTimeout(Promise.all([this.created(strategy), requester]), turn.abort).then(
      ([resolved, known]) => this.decideWith(resolved, batch, turn, { requester: known, counts }),
      (cause: unknown) => this.decideWith(failingStrategy(cause), batch, turn, { counts }),
    );
  }

  /**
   * Asks the strategy about one call that a person decides: its arguments were edited, or its tool has changed. The
   * verdict `ask` does not reject the call.
   */
  async askAgain(call: PreparedCall, { round, requester, counts, phase }: ChangedSubject): Promise<Verdict> {
    const { context } = call;
    const turn = { context: context.turn, round, emit: () => {} };
    const strategy = await this.withinTimeout(this.created(this.parts.strategyFor(turn))).catch((cause: unknown) =>
      failingStrategy(cause),
    );
    const subject = new DecisionSubject(call, [call], { round, requester, counts, phase });
    const auditors = listeningAuditors(this.auditors);
    const ruling = await timedRuling(subject, strategy, this.limits(auditors, true));
    if (auditors.length > 0) notifyAuditors(auditors, subject, ruling);
    return this.verdictOf(ruling, subject);
  }

  override describe(tool: ToolCallback): string {
    const { strategyName = () => 'the strategy', wordsFor } = this.parts;
    const { metadata } = tool;
    const strategy = strategyName();
    if (metadata.guard) return guardRule(strategy && wordsFor?.(tool)?.words);
    if (metadata.requiresApproval === false || !strategy) return 'runs without approval';
    const description = wordsFor?.(tool);
    if (description) return ruleOf(description.words, metadata.requiresApproval === true);
    return metadata.requiresApproval ? `${strategy} must approve` : `${strategy} may refuse`;
  }

  private created(strategy: ToolApprovalStrategy | Promise<ToolApprovalStrategy>): Promise<ToolApprovalStrategy> {
    return Promise.resolve(strategy).catch((cause: unknown) => failingStrategy(cause, this.parts.strategyName?.()));
  }

  private withinTimeout<T>(promise: Promise<T>, abort?: TurnAbort): Promise<T> {
    return withinTime(promise, this.parts.timeoutMs ?? STRATEGY_TIMEOUT_MS, abort);
  }

  private decideWith(
    strategy: ToolApprovalStrategy,
    batch: readonly PreparedCall[],
    { round, abort }: Turn,
    { requester, counts }: Pick<ApprovalQuestion, 'requester' | 'counts'>,
  ): Verdicts | Promise<Verdicts> {
    const canAsk = this.parts.canAsk?.() ?? false;
    const auditors = listeningAuditors(this.auditors);
    const limits = this.limits(auditors, canAsk, abort);
    const question = { round, requester, counts };
    const subjects = batch.map((call) => new DecisionSubject(call, batch, question));
    const rulings = subjects.map((subject) => timedRuling(subject, strategy, limits));
    return chain(collect(rulings), (settled) => {
      // The auditors receive every call, even if another call fails the batch.
      if (auditors.length > 0) {
        for (const [index, subject] of subjects.entries()) notifyAuditors(auditors, subject, settled[index]!);
      }
      return settled.map((ruling, index) => this.verdictOf(ruling, subjects[index]!));
    });
  }

  private limits(auditors: readonly ToolApprovalAuditor[], canAsk: boolean, abort?: TurnAbort): DecisionLimits {
    const { timeoutMs = STRATEGY_TIMEOUT_MS, hasStrategy = () => true } = this.parts;
    return { timeoutMs, abort, canAsk, hasStrategy: hasStrategy(), isAudited: auditors.length > 0 };
  }

  private verdictOf(ruling: Ruling, subject: DecisionSubject): Verdict {
    if (ruling.type === 'verdict') return ruling.verdict;
    const { call, context } = subject;
    const { onError, canAsk } = this.parts;
    // Only for a new call: a question about an edit would replace the approval's requirement, and approval of a resumed
    // call is not requested again.
    if (onError === 'ask' && context.phase === 'first' && canAsk?.()) return failedQuestion(call, ruling.trace);
    if (onError !== 'reject') throw ruling.error;
    const { toolName, problem } = ruling.error;
    const about = idsForLog(call.context);
    this.logger.warn(
      `The approval of "${toolName}" failed, so the call is rejected: ${redactSecrets(problem)}. ${about}`,
    );
    return NOT_DECIDED;
  }
}

// A person decides a guarded call that no strategy decides.
const guardRule = (words: string | undefined): string => `needs approval: ${words ?? A_PERSON_DECIDES}`;

const ruleOf = (words: string | undefined, isRequired: boolean): string => {
  if (words === undefined) return isRequired ? 'is always rejected: no strategy decides' : 'runs: no strategy decides';
  return isRequired ? `needs approval: ${words}` : `runs unless refused: ${words}`;
};

const failedQuestion = ({ callback }: PreparedCall, trace: readonly object[]): Verdict => {
  const requirement = withGuard(callback.metadata.guard, undefined);
  return { ...STRATEGY_FAILED, trace, ...(requirement && { requirement }) };
};

// A strategy that cannot be created for a turn counts as one that fails.
const failingStrategy = (cause: unknown, name = 'strategy'): ToolApprovalStrategy => {
  const approve = (): never => {
    throw cause;
  };
  return ToolApprovalStrategy.of(Object.defineProperty(approve, 'name', { value: name }));
};

/** Returns a gate with one strategy, for clients created outside a container. */
export const approvalGate = (
  strategy: ToolApprovalStrategy,
  options: Omit<ApprovalGateParts, 'strategyFor'> = {},
): ToolGate => new ApprovalGate({ ...options, strategyFor: () => strategy });
