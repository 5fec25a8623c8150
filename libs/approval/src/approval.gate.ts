import { Logger } from '@nestjs/common';
import { isPromiseLike, type PreparedCall, ToolGate, type Turn, type Verdict } from 'toolgate/tool';
import { decideCall, type Ruling } from './decide-call.js';
import type { ToolApprovalAuditor, ToolApprovalEvent } from './tool-approval.auditor.js';
import type { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** What the gate works with. */
export interface ApprovalGateParts {
  /** The strategy in force for a turn. */
  readonly strategyFor: (turn: Turn) => ToolApprovalStrategy | Promise<ToolApprovalStrategy>;
  readonly auditors?: readonly ToolApprovalAuditor[];
  /** @default 'throw' */
  readonly onError?: 'throw' | 'reject';
  /** @default 10,000 */
  readonly timeoutMs?: number;
}

const NOT_DECIDED: Verdict = { type: 'reject', reason: 'its approval could not be decided' };

/** Asks the strategy about every call of a batch; the questions start together, in the order of the calls. */
export class ApprovalGate extends ToolGate {
  private readonly logger = new Logger('Toolgate');

  constructor(private readonly parts: ApprovalGateParts) {
    super();
  }

  decide(batch: readonly PreparedCall[], turn: Turn): readonly Verdict[] | Promise<readonly Verdict[]> {
    const strategy = this.parts.strategyFor(turn);
    return isPromiseLike(strategy)
      ? strategy.then((resolved) => this.decideWith(resolved, batch, turn))
      : this.decideWith(strategy, batch, turn);
  }

  private decideWith(
    strategy: ToolApprovalStrategy,
    batch: readonly PreparedCall[],
    turn: Turn,
  ): readonly Verdict[] | Promise<readonly Verdict[]> {
    const { timeoutMs = 10_000 } = this.parts;
    const rulings = batch.map((call) => decideCall(call, batch, turn, { strategy, timeoutMs }));
    if (rulings.some(isPromiseLike)) return Promise.all(rulings).then((settled) => this.conclude(settled));
    return this.conclude(rulings as Ruling[]);
  }

  // The auditors hear of every call, also where another one fails the batch.
  private conclude(rulings: readonly Ruling[]): readonly Verdict[] {
    for (const { event } of rulings) this.audit(event);
    return rulings.map((ruling) => {
      if (ruling.type === 'verdict') return ruling.verdict;
      if (this.parts.onError === 'reject') return NOT_DECIDED;
      throw ruling.error;
    });
  }

  private audit(event: ToolApprovalEvent): void {
    for (const auditor of this.parts.auditors ?? []) {
      const complain = (error: unknown): void =>
        this.logger.warn(`${auditor.constructor.name} failed: ${error instanceof Error ? error.message : 'no Error'}`);
      try {
        const telling = auditor.decided(event);
        if (isPromiseLike(telling)) telling.then(undefined, complain);
      } catch (error) {
        complain(error);
      }
    }
  }
}

/** The gate of one strategy, for clients made outside a container. */
export const approvalGate = (
  strategy: ToolApprovalStrategy,
  options: Omit<ApprovalGateParts, 'strategyFor'> = {},
): ToolGate => new ApprovalGate({ ...options, strategyFor: () => strategy });
