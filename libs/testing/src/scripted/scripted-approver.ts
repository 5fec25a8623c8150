import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ANY_TENANT,
  type Approval,
  type ApprovalQuery,
  type ApprovalService,
  type Approver,
  type DecideApproval,
  type ListedApproval,
} from 'toolgate/approval';
import type { ChatClient, TurnOutcome } from 'toolgate/chat';
import type { SuspendedRun } from 'toolgate/tool';

/** A decision of a script; its id, revision and arguments hash are added. */
export type ScriptedDecision =
  | DecideApproval['decision']
  | (Omit<DecideApproval, 'decisionId' | 'revision' | 'argsHash'> & {
      /** The approver of this decision. @default the approver of the script */
      readonly by?: Approver;
    });

/** Decides on an approval; `undefined` leaves it open. */
export type DecidesApproval = (
  approval: Approval,
) => ScriptedDecision | undefined | Promise<ScriptedDecision | undefined>;

const TESTER: Approver = { id: 'tester', tenant: ANY_TENANT };

/** An approver for tests: decides pending approvals by a function, or by a list with one entry per approval. */
export class ScriptedApprover {
  /** The approvals in order, as they were when the script was asked. */
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
   * Decides all pending approvals, the oldest first, and returns them as decided. Throws `ApprovalDecisionException` if
   * a decision is not accepted.
   */
  async decideAll(of: Pick<ApprovalQuery, 'runId' | 'conversation'> = {}): Promise<readonly Approval[]> {
    return this.decideEach(await this.waiting(of));
  }

  /**
   * Decides and resumes a run repeatedly, until it has an answer or waits for an approval that the script leaves open.
   * Also decides the approvals of its agents, and of their agents.
   */
  async goOn(chat: ChatClient, run: string): Promise<TurnOutcome> {
    for (;;) {
      const outcome = await chat.resume(run).call().outcome();
      if (outcome.status !== 'suspended') return outcome;
      const decided = await this.decideEach(await this.waitingFor(outcome));
      if (decided.every(({ status }) => status === 'PENDING')) return outcome;
    }
  }

  /** Decides pending approvals until the signal fires: for turns that a worker resumes. */
  async watch(signal: AbortSignal, everyMs = 10): Promise<void> {
    while (!signal.aborted) {
      await this.decideAll();
      await delay(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  private async decideEach(waiting: readonly ListedApproval[]): Promise<readonly Approval[]> {
    const decided: Approval[] = [];
    for (const { id } of waiting) {
      // A list leaves out large arguments.
      const approval = await this.approvals.get(id, this.by);
      this.asked.push(approval);
      const decision = await this.decides(approval);
      if (decision !== undefined) decided.push(await this.decide(approval, decision));
    }
    return decided;
  }

  private async waitingFor({ runId: run, inside }: SuspendedRun): Promise<readonly ListedApproval[]> {
    if (!inside) return this.waiting({ runId: run });
    const runs = new Set([run, ...inside.map(({ runId }) => runId)]);
    const all = await this.waiting({});
    return all.filter(({ runId, outerRunId = '' }) => runs.has(runId) || runs.has(outerRunId));
  }

  private async waiting(of: Pick<ApprovalQuery, 'runId' | 'conversation'>): Promise<readonly ListedApproval[]> {
    const found: ListedApproval[] = [];
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
