import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import {
  isPromiseLike,
  type PreparedCall,
  SeamException,
  type ToolCallback,
  ToolGate,
  type Turn,
  type Verdict,
} from 'toolgate/tool';
import { decideCall, type Ruling } from './decide-call.js';
import { tellAuditors } from './tell-auditors.js';
import { ToolApprovalContext } from './tool-approval-context.js';
import type { ToolApprovalAuditor } from './tool-approval.auditor.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';
import { withinTime } from './within-time.js';

/** What the gate works with. */
export interface ApprovalGateParts {
  /** The strategy in force for a turn. */
  readonly strategyFor: (turn: Turn) => ToolApprovalStrategy | Promise<ToolApprovalStrategy>;
  /** The name of that strategy, for people; undefined where there is none. */
  readonly strategyName?: () => string | undefined;
  readonly auditors?: readonly ToolApprovalAuditor[];
  /** @default 'throw' */
  readonly onError?: 'throw' | 'reject';
  /** @default 10,000 */
  readonly timeoutMs?: number;
}

type Verdicts = readonly Verdict[];

const STRATEGY_TIMEOUT_MS = 10_000;

const NOT_DECIDED: Verdict = { type: 'reject', reason: 'its approval could not be decided' };

/** Asks the strategy about every call of a batch; the questions start together, in the order of the calls. */
export class ApprovalGate extends ToolGate {
  private readonly logger = new Logger('Toolgate');

  constructor(private readonly parts: ApprovalGateParts) {
    super();
    assertOptions(parts);
  }

  decide(batch: readonly PreparedCall[], turn: Turn): Verdicts | Promise<Verdicts> {
    const strategy = this.parts.strategyFor(turn);
    if (!isPromiseLike(strategy)) return this.decideWith(strategy, batch, turn);
    const { timeoutMs = STRATEGY_TIMEOUT_MS } = this.parts;
    return withinTime(strategy, timeoutMs, turn.abort)
      .catch(thrower)
      .then((resolved) => this.decideWith(resolved, batch, turn));
  }

  override describe({ metadata }: ToolCallback): string {
    const { strategyName = () => 'the strategy' } = this.parts;
    const strategy = strategyName();
    if (metadata.requiresApproval === false || !strategy) return 'runs without approval';
    return metadata.requiresApproval ? `${strategy} must approve` : `${strategy} may refuse`;
  }

  private decideWith(
    strategy: ToolApprovalStrategy,
    batch: readonly PreparedCall[],
    { round, abort }: Turn,
  ): Verdicts | Promise<Verdicts> {
    const limits = { timeoutMs: this.parts.timeoutMs ?? STRATEGY_TIMEOUT_MS, abort };
    const contexts = batch.map((call) => new ToolApprovalContext(call, batch, round));
    const rulings = batch.map((call, index) => decideCall(call, contexts[index]!, strategy, limits));
    return rulings.some(isPromiseLike)
      ? Promise.all(rulings).then((settled) => this.conclude(batch, contexts, settled))
      : this.conclude(batch, contexts, rulings as Ruling[]);
  }

  // The auditors hear of every call, also where another one fails the batch.
  private conclude(
    batch: readonly PreparedCall[],
    contexts: readonly ToolApprovalContext[],
    rulings: readonly Ruling[],
  ): Verdicts {
    const { auditors = [], onError } = this.parts;
    if (auditors.length > 0) {
      batch.forEach((call, index) => tellAuditors(auditors, call, contexts[index]!, rulings[index]!));
    }
    return rulings.map((ruling) => {
      if (ruling.type === 'verdict') return ruling.verdict;
      if (onError !== 'reject') throw ruling.error;
      const { toolName, problem } = ruling.error;
      this.logger.warn(`The approval of "${toolName}" failed, so the call is rejected: ${problem}.`);
      return NOT_DECIDED;
    });
  }
}

// A strategy that cannot be made for a turn is one that fails.
const thrower = (cause: unknown): ToolApprovalStrategy =>
  ToolApprovalStrategy.of(() => {
    throw cause;
  });

const assertOptions = ({ onError, timeoutMs }: Omit<ApprovalGateParts, 'strategyFor'>): void => {
  if (onError !== undefined && onError !== 'throw' && onError !== 'reject') {
    throw new SeamException(
      `approval.onError is ${inspect(onError)}: give 'throw' or 'reject'; asking a person needs a store for approvals.`,
    );
  }
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw new SeamException(`approval.timeoutMs is ${inspect(timeoutMs)}: give milliseconds above 0.`);
  }
};

/** The gate of one strategy, for clients made outside a container. */
export const approvalGate = (
  strategy: ToolApprovalStrategy,
  options: Omit<ApprovalGateParts, 'strategyFor'> = {},
): ToolGate => new ApprovalGate({ ...options, strategyFor: () => strategy });
