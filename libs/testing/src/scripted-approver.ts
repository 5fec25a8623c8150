import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ANY_TENANT,
  type Approval,
  type ApprovalQuery,
  type ApprovalService,
  type Approver,
  type DecideApproval,
} from 'toolgate/approval';
import type { ChatClient, TurnOutcome } from 'toolgate/chat';

/** A decision as a script says it; what it was made on is added. */
export type ScriptedDecision =
  | DecideApproval['decision']
  | (Omit<DecideApproval, 'decisionId' | 'revision' | 'argsHash'> & {
      /** Who decides, where it is not who decides everything else. */
      readonly by?: Approver;
    });

/** Decides of an approval that it has read; `undefined` leaves it open. */
export type DecidesApproval = (
  approval: Approval,
) => ScriptedDecision | undefined | Promise<ScriptedDecision | undefined>;

const TESTER: Approver = { id: 'tester', tenant: ANY_TENANT };

/** A person as a test needs one: decides what waits as a function says, or as a list does, one entry for each question. */
export class ScriptedApprover {
  /** The approvals, in order, as they were when it was asked. */
  readonly asked: Approval[] = [];
  private readonly decides: DecidesApproval;

  constructor(
    private readonly approvals: ApprovalService,
    script: DecidesApproval | readonly (ScriptedDecision | DecidesApproval)[],
    private readonly by: Approver = TESTER,
  ) {
    this.decides = typeof script === 'function' ? script : (approval) => this.nextOf(script, approval);
  }

  /**
   * Decides whatever waits now, the oldest first, and gives the approvals as they are then. Throws
   * `ApprovalDecisionException` where a decision does not count.
   */
  async decideAll(of: Pick<ApprovalQuery, 'runId' | 'conversation'> = {}): Promise<readonly Approval[]> {
    const decided: Approval[] = [];
    for (const approval of await this.waiting(of)) {
      this.asked.push(approval);
      const decision = await this.decides(approval);
      if (decision !== undefined) decided.push(await this.decide(approval, decision));
    }
    return decided;
  }

  /** Decides and goes on with a run, again and again, until it has an answer or waits for what the script leaves open. */
  async goOn(chat: ChatClient, run: string): Promise<TurnOutcome> {
    for (;;) {
      const outcome = await chat.resume(run).call().outcome();
      if (outcome.status !== 'suspended') return outcome;
      const decided = await this.decideAll({ runId: run });
      if (decided.every(({ status }) => status === 'PENDING')) return outcome;
    }
  }

  /** Decides whatever comes, until the signal fires: for turns that something else goes on with. */
  async watch(signal: AbortSignal, everyMs = 10): Promise<void> {
    while (!signal.aborted) {
      await this.decideAll();
      await delay(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  private async waiting(of: Pick<ApprovalQuery, 'runId' | 'conversation'>): Promise<readonly Approval[]> {
    const found: Approval[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.approvals.list({ ...of, status: 'PENDING', ...(cursor && { cursor }) }, this.by);
      found.push(...page.items);
      ({ cursor } = page);
    } while (cursor !== undefined);
    return found;
  }

  private decide({ id, revision, argsHash }: Approval, scripted: ScriptedDecision): Promise<Approval> {
    const { by = this.by, ...decision } = typeof scripted === 'string' ? { decision: scripted } : scripted;
    return this.approvals.decide(id, { ...decision, decisionId: randomUUID(), revision, argsHash }, by);
  }

  private nextOf(
    script: readonly (ScriptedDecision | DecidesApproval)[],
    approval: Approval,
  ): ReturnType<DecidesApproval> {
    const decision = script[this.asked.length - 1];
    if (decision !== undefined) return typeof decision === 'function' ? decision(approval) : decision;
    throw new Error(
      `The script has ${script.length} decisions, and this is question ${this.asked.length}: ` +
        `${approval.toolName} ${JSON.stringify(approval.arguments)}`,
    );
  }
}
