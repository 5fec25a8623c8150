import { LineLogger } from 'toolgate/model';
import {
  type CallCounts,
  idsForLog,
  isPromiseLike,
  type PreparedCall,
  redactSecrets,
  type ToolCallback,
  ToolGate,
  type ToolContext,
  type Turn,
  type TurnAbort,
  type Verdict,
} from 'toolgate/tool';
import { assertOptions } from './assert-options.js';
import { STRATEGY_TIMEOUT_MS } from './composition/time-limits.js';
import type { Requester } from './records/requester.js';
import type { DecisionLimits, Ruling } from './decide-call.js';
import { listeningAuditors } from './listening-auditors.js';
import { tellAuditors } from './tell-auditors.js';
import { timedRuling } from './timed-ruling.js';
import { type ApprovalQuestion, ToolApprovalContext } from './tool-approval-context.js';
import type { ToolApprovalAuditor } from './tool-approval.auditor.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';
import { withinTime } from './within-time.js';

/** What the gate works with. */
export interface ApprovalGateParts {
  /** The strategy in force for a turn. */
  readonly strategyFor: (turn: Turn) => ToolApprovalStrategy | Promise<ToolApprovalStrategy>;
  /** The name of that strategy, for people; undefined where there is none. */
  readonly strategyName?: () => string | undefined;
  /** What that strategy does with the calls of a tool, in words; undefined where it cannot say. */
  readonly wordsFor?: (tool: ToolCallback) => { readonly words?: string } | undefined;
  readonly auditors?: readonly ToolApprovalAuditor[];
  /** @default 'throw' */
  readonly onError?: 'throw' | 'reject' | 'ask';
  /** @default 10,000 */
  readonly timeoutMs?: number;
  /** Whether a person can be asked. @default never */
  readonly canAsk?: () => boolean;
  /** On whose behalf a turn runs. */
  readonly requesterOf?: (context: ToolContext) => Requester | Promise<Requester> | undefined;
}

/** Where a call stands whose arguments a person changed, and on whose behalf it is made. */
export type EditedCall = Required<Pick<ApprovalQuestion, 'round' | 'requester' | 'counts'>>;

type Verdicts = readonly Verdict[];

const NOBODY_KNOWS = { type: 'ask', reason: 'its strategy failed, so a person has to decide' } as const;

const NOT_DECIDED: Verdict = { type: 'reject', reason: 'its approval could not be decided' };

/** Asks the strategy about every call of a batch; the questions start together, in the order of the calls. */
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
    const { timeoutMs = STRATEGY_TIMEOUT_MS } = this.parts;
    return withinTime(Promise.all([Promise.resolve(strategy).catch(thrower), requester]), timeoutMs, turn.abort).then(
      ([resolved, known]) => this.decideWith(resolved, batch, turn, { requester: known, counts }),
      (cause: unknown) => this.decideWith(thrower(cause), batch, turn, { counts }),
    );
  }

  /** Asks about arguments that a person changed. A question is not a refusal, because a person is there to answer it. */
  async askAboutEdit(call: PreparedCall, { round, requester, counts }: EditedCall): Promise<Verdict> {
    const { context } = call;
    const turn = { context: context.turn, round, emit: () => {} };
    const strategy = await this.parts.strategyFor(turn);
    const asked = new ToolApprovalContext(call, [call], { round, requester, counts, phase: 'edit' });
    const auditors = listeningAuditors(this.auditors);
    const ruling = await timedRuling(call, asked, strategy, this.limits(auditors, true));
    const [verdict] = this.conclude([call], [asked], [ruling], auditors);
    return verdict!;
  }

  override describe(tool: ToolCallback): string {
    const { strategyName = () => 'the strategy', wordsFor } = this.parts;
    const { metadata } = tool;
    const strategy = strategyName();
    if (metadata.requiresApproval === false || !strategy) return 'runs without approval';
    const told = wordsFor?.(tool);
    if (told) return ruleOf(told.words, metadata.requiresApproval === true);
    return metadata.requiresApproval ? `${strategy} must approve` : `${strategy} may refuse`;
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
    const contexts = batch.map((call) => new ToolApprovalContext(call, batch, question));
    const rulings = batch.map((call, index) => timedRuling(call, contexts[index]!, strategy, limits));
    return rulings.some(isPromiseLike)
      ? Promise.all(rulings).then((settled) => this.conclude(batch, contexts, settled, auditors))
      : this.conclude(batch, contexts, rulings as Ruling[], auditors);
  }

  private limits(auditors: readonly ToolApprovalAuditor[], canAsk: boolean, abort?: TurnAbort): DecisionLimits {
    return { timeoutMs: this.parts.timeoutMs ?? STRATEGY_TIMEOUT_MS, abort, canAsk, isAudited: auditors.length > 0 };
  }

  // The auditors hear of every call, also where another one fails the batch.
  private conclude(
    batch: readonly PreparedCall[],
    contexts: readonly ToolApprovalContext[],
    rulings: readonly Ruling[],
    auditors: readonly ToolApprovalAuditor[],
  ): Verdicts {
    const { onError } = this.parts;
    if (auditors.length > 0) {
      batch.forEach((call, index) => tellAuditors(auditors, call, contexts[index]!, rulings[index]!));
    }
    return rulings.map((ruling, index) => {
      if (ruling.type === 'verdict') return ruling.verdict;
      // Of an edit, a question without a requirement would replace one that has.
      const isNew = contexts[index]!.phase === 'first';
      if (onError === 'ask' && isNew && this.parts.canAsk?.()) return { ...NOBODY_KNOWS, trace: ruling.trace };
      if (onError !== 'reject') throw ruling.error;
      const { toolName, problem } = ruling.error;
      const about = idsForLog(batch[index]!.context);
      this.logger.warn(
        `The approval of "${toolName}" failed, so the call is rejected: ${redactSecrets(problem)}. ${about}`,
      );
      return NOT_DECIDED;
    });
  }
}

const ruleOf = (words: string | undefined, isRequired: boolean): string => {
  if (words === undefined) return isRequired ? 'is always rejected: no strategy decides' : 'runs: no strategy decides';
  return isRequired ? `needs approval: ${words}` : `runs unless refused: ${words}`;
};

// A strategy that cannot be made for a turn is one that fails.
const thrower = (cause: unknown): ToolApprovalStrategy =>
  ToolApprovalStrategy.of(function strategy() {
    throw cause;
  });

/** The gate of one strategy, for clients made outside a container. */
export const approvalGate = (
  strategy: ToolApprovalStrategy,
  options: Omit<ApprovalGateParts, 'strategyFor'> = {},
): ToolGate => new ApprovalGate({ ...options, strategyFor: () => strategy });
