import { ANY_TENANT, type ApprovalStatus, type Approver, type RunStatus } from 'toolgate/approval';
import {
  type CallPlan,
  type OracleCall,
  type OracleClaim,
  type OracleDecision,
  type OracleEdit,
  type OracleQuestion,
  type OracleStart,
  REQUESTER,
  Refused,
  TICKS,
} from './oracle-records.fixture.js';
import { type OracleParent, owesInner, owesOuter, waitsInside } from './oracle-inner.fixture.js';
import { leaves } from './oracle-tools.fixture.js';
import { isEnough, mayDecide, votersLeft } from './oracle-votes.fixture.js';

/** Results of calls whose questions ended without the call. */
const DENIALS: Partial<Record<ApprovalStatus, string>> = {
  REJECTED: 'reject',
  EXPIRED: 'expire',
  CANCELLED: 'cancel',
  LAPSED: 'lapse',
  REVOKED: 'revoke',
  RESPONDED: 'responded',
};

const NEVER = Infinity;

/** The specification of one run, applied step by step: it knows nothing about how a store or a transaction works. */
export class RunOracle {
  status: RunStatus = 'suspended';
  fence = 0;
  holder?: { worker: string; until: number };
  round = 0;
  calls: OracleCall[] = [];
  readonly questions: OracleQuestion[] = [];
  settledAt?: number;
  retryAt?: number;
  failures = 0;
  /** How many of the last attempts are saved, at most ten. */
  attempts = 0;
  /** It waits for a person because no attempt succeeded in time. */
  isShelved = false;
  retriedAt?: number;
  hasEffects = false;
  /** The conversation has not yet received the completed calls of an ended run. */
  isUntold = false;
  /** It ends as soon as the outcome of each of its calls is known. */
  isCanceling = false;
  /** Present if a call of another run waits for it. */
  parent?: OracleParent;

  constructor(
    plan: readonly CallPlan[],
    public now: number,
    private readonly tenant: string,
    /** Whether the run is one call outside of a turn. */
    readonly isCall = false,
  ) {
    this.lay(plan, 0);
  }

  /** Lets the time pass, one event after the other. */
  pass(to: number): void {
    for (;;) {
      const lease = this.holder?.until ?? NEVER;
      const expiry = Math.min(...this.pending().map(({ expiresAt }) => expiresAt));
      const lapse = Math.min(...this.withStatus('APPROVED').map(({ lapsesAt = NEVER }) => lapsesAt));
      const at = Math.min(lease, expiry, lapse);
      if (at > to) break;
      this.now = at;
      if (lease === at) this.drop();
      else if (expiry === at) this.expire();
      else this.lapse();
    }
    this.now = to;
  }

  /** When a worker has to look at the run; `now` if there is nothing to wait for. */
  due(): number | 'now' | undefined {
    if (this.holder) return this.holder.until;
    if (this.isEnded()) return this.isUntold || owesOuter(this) ? this.afterBackOff() : undefined;
    if (owesInner(this)) return this.afterBackOff();
    if (this.pending().length > 0) return Math.min(...this.pending().map(({ expiresAt }) => expiresAt));
    if (this.isShelved || waitsInside(this)) return undefined;
    // It waits for a person after its tool was asked.
    if (this.isParked() && this.retryAt === undefined) return undefined;
    return this.afterBackOff();
  }

  isParked(): boolean {
    return this.calls.some(({ state }) => state === 'unknown');
  }

  isEnded(): boolean {
    return this.status === 'completed' || this.status === 'failed' || this.status === 'cancelled';
  }

  pending(): OracleQuestion[] {
    return this.withStatus('PENDING');
  }

  decide(question: OracleQuestion, decision: OracleDecision): void {
    const { by, id, text, kind } = decision;
    if (!this.isSeenBy(by)) throw new Refused('not-found');
    const known = question.commands.get(id);
    if (known === text) return;
    if (known !== undefined) throw new Refused('decision-reused');
    if (!isEligible(question, by)) throw new Refused('not-eligible');
    if (question.status !== 'PENDING') {
      if (kind !== 'reject') throw new Refused(['EXPIRED', 'LAPSED'].includes(question.status) ? 'gone' : 'conflict');
      question.notes++;
    } else {
      if (decision.revision !== question.revision) throw new Refused('conflict');
      if (decision.args !== question.args) throw new Refused('hash-mismatch');
      if (!fits(question, decision)) throw new Refused('bad-decision');
      const isFixed = question.isOfTool || !question.requirement.allowEdit;
      if (decision.edited && isFixed) throw new Refused('bad-edit');
      if (decision.edited && decision.edited.revision !== question.revision) throw new Refused('conflict');
      if (kind === 'approve' && question.waitsForRequester) this.answer(question, decision);
      else if (kind === 'approve') this.vote(question, decision);
      else question.status = kind === 'reject' ? 'REJECTED' : 'RESPONDED';
    }
    question.commands.set(id, text);
    this.settle();
  }

  cancelQuestion(question: OracleQuestion, by: Approver): void {
    if (!this.isSeenBy(by)) throw new Refused('not-found');
    if (question.status === 'CANCELLED') return;
    if (question.status !== 'PENDING' && (question.status !== 'APPROVED' || this.holder)) throw new Refused('conflict');
    question.status = 'CANCELLED';
    this.settle();
  }

  cancel(): void {
    if (this.isEnded()) throw new Refused('run-conflict');
    if (this.isCanceling) return;
    const until = this.holder?.until;
    this.isCanceling = true;
    this.status = 'suspended';
    this.isShelved = false;
    this.holder = undefined;
    for (const call of this.calls) {
      // A call that may have had its effect waits for a report, idempotent or not.
      if (call.state === 'started' || (call.state === 'ready' && call.starts > 0)) this.lose(call);
      else if (call.state === 'ready') this.leave(call);
    }
    // Until then the process that held it may report the result.
    if (until !== undefined) this.retryAt = until;
    this.endIfCanceled();
  }

  claim(worker: string, tool?: number): string {
    if (this.holder) return 'busy';
    if (this.isEnded() && !this.isUntold) return 'ended';
    if (!this.isEnded()) {
      if (this.pending().length > 0 || this.isParked() || this.isShelved || waitsInside(this)) return 'waiting';
      if (tool !== undefined && leaves(this, tool)) return 'left';
      this.status = 'resuming';
    }
    this.fence++;
    this.holder = { worker, until: this.now + TICKS.lease };
    this.retryAt = undefined;
    for (const call of this.calls) {
      if (call.state === 'started') call.state = 'ready';
      this.answerDenied(call);
    }
    return 'claimed';
  }

  renew(claim: OracleClaim): void {
    this.assertLeased(claim);
    this.holder!.until = this.now + TICKS.lease;
  }

  start(claim: OracleClaim, index: number, { args, answer, token }: OracleStart): string {
    this.assertLeased(claim);
    const call = this.calls[index]!;
    if (call.state === 'done') return `refused ${call.result}`;
    if (call.state === 'started' && call.token === token) return `started ${call.starts}`;
    if (call.state !== 'ready' || call.args !== args) throw new Refused('lost');
    if (this.answerDenied(call)) return `refused ${call.result}`;
    const { question } = call;
    if (question && question.answer !== answer) throw new Refused('lost');
    if (question) question.status = 'EXECUTING';
    this.hasEffects = true;
    call.state = 'started';
    call.token = token;
    call.starts++;
    return `started ${call.starts}`;
  }

  finish({ fence }: Pick<OracleClaim, 'fence'>, index: number, result: 'success' | 'error'): void {
    if (fence !== this.fence) throw new Refused('lost');
    const call = this.calls[index]!;
    // The process that ran the body knows its outcome, even if reconciliation was given up.
    const { state } = call;
    const isOpen = state === 'started' || state === 'unknown';
    if (isOpen || call.question?.status === 'OUTCOME_UNKNOWN') complete(call, result);
    if (state === 'unknown') this.goOnIfKnown();
    this.endIfCanceled();
  }

  /** An operator, or the tool itself, reports the outcome of a call. */
  settleUnknown(index: number, result: 'success' | 'error' | 'abandoned'): void {
    const call = this.calls[index]!;
    if (call.state !== 'unknown') throw new Refused('run-conflict');
    if (result !== 'abandoned') complete(call, result);
    else {
      call.state = 'done';
      call.result = 'unknown';
      if (call.question) call.question.status = 'ABANDONED';
    }
    this.goOnIfKnown();
    this.endIfCanceled();
  }

  /** No tool can report the outcome of its call. */
  leaveParked(): void {
    if (this.isParked()) this.retryAt = undefined;
  }

  revoke(claim: OracleClaim, indexes: readonly number[]): void {
    this.assertLeased(claim);
    for (const call of indexes.map((index) => this.calls[index]!)) {
      if (call.state === 'done') continue;
      if (call.question?.status === 'APPROVED') call.question.status = 'REVOKED';
      // A call that may have had its effect once cannot be reported as not started.
      if (call.starts > 0) loseTrack(call);
      else call.result = 'revoke';
      call.state = 'done';
    }
  }

  begin(claim: OracleClaim, plan: readonly CallPlan[]): void {
    this.assertGoing(claim);
    this.lay(plan, this.round + 1);
  }

  suspend(claim: OracleClaim, plan: readonly CallPlan[]): void {
    this.assertGoing(claim);
    this.status = 'suspended';
    this.holder = undefined;
    this.settledAt = undefined;
    this.retriedAt = undefined;
    this.failures = 0;
    this.attempts = 0;
    this.lay(plan, this.round + 1);
  }

  saveAnswer(claim: OracleClaim): void {
    this.assertGoing(claim);
  }

  complete(claim: OracleClaim): void {
    if (this.status === 'completed' && claim.fence === this.fence) return;
    this.assertGoing(claim);
    this.status = 'completed';
    this.holder = undefined;
  }

  fail(claim: OracleClaim, canRetry: boolean, parks: boolean): 'again' | 'failed' {
    const isOpen = this.status === 'suspended' || this.isUntold;
    if (isOpen && !this.holder && claim.fence === this.fence) return 'again';
    this.assertLeased(claim);
    const at = this.now + TICKS.backOff;
    if (canRetry && at <= (this.retriedAt ?? this.settledAt ?? this.now) + TICKS.deadline) {
      this.countAttempt();
      this.retryAt = at;
      this.drop(Math.max(at, this.holder!.until));
      return 'again';
    }
    if (canRetry && parks && !this.isEnded()) {
      this.countAttempt();
      this.isShelved = true;
      this.drop(this.holder!.until);
      return 'again';
    }
    if (!this.isEnded()) this.end('failed');
    return 'failed';
  }

  /** A person retries the run, which has used up its attempts. */
  retry(): void {
    if (!this.isShelved) throw new Refused('run-conflict');
    this.isShelved = false;
    this.failures = 0;
    this.retriedAt = this.now;
    // A call that may still run is not asked about before.
    this.retryAt = this.isParked() ? Math.max(this.now, this.retryAt ?? this.now) : this.now;
  }

  private countAttempt(): void {
    this.failures++;
    this.attempts = Math.min(10, this.attempts + 1);
  }

  close(claim: OracleClaim): void {
    const isClosed = this.isEnded() && !this.isUntold && !this.holder && claim.fence === this.fence;
    if (isClosed) return;
    this.assertLeased(claim);
    this.isUntold = false;
    this.retryAt = undefined;
    this.holder = undefined;
  }

  release(claim: OracleClaim): void {
    if (this.isHeldBy(claim)) this.drop(this.holder!.until);
  }

  isHeldBy({ worker, fence }: OracleClaim): boolean {
    return this.holder?.worker === worker && this.fence === fence;
  }

  private isSeenBy({ tenant }: Approver): boolean {
    return tenant === ANY_TENANT || (tenant ?? 'default') === this.tenant;
  }

  private afterBackOff(): number | 'now' {
    return this.retryAt !== undefined && this.retryAt > this.now ? this.retryAt : 'now';
  }

  private withStatus(status: ApprovalStatus): OracleQuestion[] {
    return this.questions.filter((question) => question.status === status);
  }

  private lay(plan: readonly CallPlan[], round: number): void {
    this.round = round;
    this.calls = plan.map(({ kind, idempotent, amount, requirement }, index) => {
      const args = `amount ${amount}`;
      const call = { idempotent, args, definition: 0, starts: 0 };
      if (kind === 'answered') return { ...call, state: 'done', result: 'invalid' };
      if (kind === 'allowed') return { ...call, state: 'ready' };
      const isOfTool = kind !== 'asked';
      // Nothing but the tool's own question has to be answered.
      const demanded = kind === 'asks' ? {} : requirement;
      const expiresAt = this.now + (demanded.expiresInMs ?? TICKS.expiry);
      const question: OracleQuestion = {
        round,
        index,
        requirement: demanded,
        isOfTool,
        waitsForRequester: isOfTool,
        needsApprover: kind === 'asks-and-asked',
        edits: 0,
        expiresAt,
        status: 'PENDING',
        revision: 1,
        args,
        voters: [],
        replaced: [],
        notes: 0,
        commands: new Map(),
      };
      this.questions.push(question);
      return { ...call, state: 'ready', question };
    });
  }

  private answer(question: OracleQuestion, { answer }: OracleDecision): void {
    if (!answer?.isChecked) throw new Refused('conflict');
    question.answer = answer.amount;
    this.calls[question.index]!.answer = answer.amount;
    if (!question.needsApprover) {
      question.status = 'APPROVED';
      return;
    }
    // No vote counts for another answer.
    question.revision++;
    question.waitsForRequester = false;
  }

  private vote(question: OracleQuestion, { by, edited, present }: OracleDecision): void {
    if (edited) this.edit(question, edited);
    // A person who may edit arguments may not be allowed to decide on the edited ones.
    if (!mayDecide(question.requirement, by, REQUESTER)) return;
    const { id, roles = [] } = by;
    const others = question.voters.filter((voter) => voter.id !== id);
    question.voters = [...others, { id, roles }];
    if (present && isEnough(question))
      question.voters = [...votersLeft(question.requirement, others, present), { id, roles }];
    if (isEnough(question)) question.status = 'APPROVED';
  }

  private edit(question: OracleQuestion, { args, asks }: OracleEdit): void {
    question.revision++;
    question.edits++;
    question.args = args;
    question.voters = [];
    this.calls[question.index]!.args = args;
    if (!asks) return;
    question.requirement = asks;
    const anew = this.now + (asks.expiresInMs ?? TICKS.expiry);
    if (anew < question.expiresAt) question.expiresAt = anew;
  }

  settle(): void {
    if (this.status !== 'suspended' || this.settledAt !== undefined || this.pending().length > 0) return;
    if (waitsInside(this)) return;
    this.settledAt = this.now;
    for (const question of this.withStatus('APPROVED')) question.lapsesAt = this.now + TICKS.lapse;
  }

  private expire(): void {
    const over = this.pending().filter(({ expiresAt }) => expiresAt === this.now);
    for (const question of over) question.status = 'EXPIRED';
    if (over.some(({ requirement }) => requirement.onTimeout === 'cancel')) this.end('cancelled');
    this.settle();
  }

  private lapse(): void {
    for (const question of this.withStatus('APPROVED')) if (question.lapsesAt === this.now) question.status = 'LAPSED';
  }

  /** The run has lost its lease; its started calls have unknown outcomes, unless they may be started again. */
  drop(askAt = this.now): void {
    this.holder = undefined;
    if (this.status === 'resuming') this.status = 'suspended';
    for (const call of this.calls) if (call.state === 'started' && !call.idempotent) this.lose(call, askAt);
  }

  private lose(call: OracleCall, askAt = this.now): void {
    call.state = 'unknown';
    // Its tool is asked then: while its body runs it could only report that there was no effect.
    this.retryAt = askAt;
    if (call.question) call.question.status = 'OUTCOME_UNKNOWN';
  }

  private goOnIfKnown(): void {
    if (!this.isParked()) this.retryAt = undefined;
  }

  endIfCanceled(): void {
    if (!this.isCanceling || this.calls.some(({ state }) => state !== 'done')) return;
    this.isCanceling = false;
    this.end('cancelled');
  }

  private end(status: 'failed' | 'cancelled'): void {
    for (const call of this.calls) {
      if (call.state === 'done') continue;
      if (call.starts > 0) {
        loseTrack(call);
        call.state = 'done';
      } else this.leave(call);
    }
    this.status = status;
    this.retryAt = undefined;
    this.isUntold = this.hasEffects && !this.isCall;
  }

  /** A call that was not started will not be started. */
  private leave(call: OracleCall): void {
    if (call.question?.status === 'PENDING' || call.question?.status === 'APPROVED') call.question.status = 'CANCELLED';
    if (this.answerDenied(call)) return;
    call.result = 'not-started';
    call.state = 'done';
  }

  answerDenied(call: OracleCall): boolean {
    const denial = call.question && DENIALS[call.question.status];
    if (call.state !== 'ready' || denial === undefined) return false;
    call.state = 'done';
    call.result = denial;
    return true;
  }

  private assertLeased(claim: OracleClaim): void {
    if (!this.isHeldBy(claim)) throw new Refused('lost');
  }

  private assertGoing(claim: OracleClaim): void {
    this.assertLeased(claim);
    if (this.isEnded()) throw new Refused('lost');
  }
}

const isEligible = ({ requirement, waitsForRequester }: OracleQuestion, by: OracleDecision['by']): boolean =>
  waitsForRequester ? by.id === REQUESTER && by.tenant !== ANY_TENANT : mayDecide(requirement, by, REQUESTER);

const fits = ({ waitsForRequester }: OracleQuestion, { kind, answer }: OracleDecision): boolean => {
  if (!waitsForRequester) return answer === undefined;
  return kind === 'reject' || (kind === 'approve' && answer !== undefined);
};

const complete = (call: OracleCall, result: 'success' | 'error'): void => {
  call.state = 'done';
  call.result = result;
  const { question } = call;
  const isOpen = question?.status === 'EXECUTING' || question?.status === 'OUTCOME_UNKNOWN';
  if (isOpen) question.status = result === 'success' ? 'SUCCEEDED' : 'FAILED';
};

const loseTrack = (call: OracleCall): void => {
  call.result = 'unknown';
  if (call.question?.status === 'EXECUTING') call.question.status = 'OUTCOME_UNKNOWN';
};
