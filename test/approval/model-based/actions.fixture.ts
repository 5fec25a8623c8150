import assert from 'node:assert/strict';
import type { ToolResultPart } from 'toolgate/model';
import { cancelRun } from '../../../libs/approval/src/transitions/cancel-run.js';
import { beginBatch, finishCall, revokeCalls, startCall } from '../../../libs/approval/src/transitions/batch.js';
import { cancelApproval } from '../../../libs/approval/src/transitions/cancel-approval.js';
import { claimRun } from '../../../libs/approval/src/transitions/claim-run.js';
import {
  closeRun,
  completeRun,
  failAttempt,
  saveAnswer,
  releaseRun,
} from '../../../libs/approval/src/transitions/finish-run.js';
import { retryRun } from '../../../libs/approval/src/transitions/park-run.js';
import { renewLease } from '../../../libs/approval/src/transitions/lease.js';
import { suspendAgain } from '../../../libs/approval/src/transitions/open-run.js';
import { slotsOf } from '../../../libs/approval/src/transitions/slots-of.js';
import {
  batchOf,
  checkpointAt,
  hashOfAnswer,
  hashOfArgs,
  hashOfTool,
  stepAt,
  suspensionOf,
} from './batches.fixture.js';
import { setRun } from '../../../libs/approval/src/transitions/draft.js';
import { settleUnknown } from '../../../libs/approval/src/transitions/settle-unknown.js';
import { decideAction, decideAgainAction, PEOPLE } from './decisions.fixture.js';
import { passing, waitingInside } from './inner-actions.fixture.js';
import { externalAction } from './external-actions.fixture.js';
import { ExternalOracle } from './external-oracle.fixture.js';
import { type ExternalStep, isExternalStep } from './external-steps.fixture.js';
import { nextStep } from './next-step.fixture.js';
import { endIfCalled } from './oracle-calls.fixture.js';
import { type CallPlan, TICKS } from './oracle-records.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Step } from './steps.fixture.js';
import { askingAgain, changingTool } from './tool-actions.fixture.js';
import type { Action, Session, Tried, World } from './world.fixture.js';

type Acting = Exclude<Step, { readonly type: 'open' | 'open-call' | 'open-external' | 'clock' | 'clock-to-event' }>;

/** The action of a step now; undefined if there is nothing to apply it to. */
export const actionOf = (world: World, step: Acting): Action | undefined => {
  if (step.type === 'work') {
    const next = nextStep(world, step);
    return next && actionOf(world, next);
  }
  const run = world.runOf(step);
  if (isExternalStep(step)) return externalAction(run, step);
  // No worker resumes an external call, and no process has its tool.
  if (run?.oracle instanceof ExternalOracle && (step.type === 'claim' || step.type === 'change-tool')) return undefined;
  switch (step.type) {
    case 'finish':
      return finishing(world, step);
    case 'decide':
      return hasQuestion(run) ? decideAction(world, run, step) : undefined;
    case 'decide-again':
      return run && decideAgainAction(run, step);
    case 'cancel-question':
      return hasQuestion(run) ? cancellingQuestion(run, step) : undefined;
    case 'cancel-run':
      return (
        run && { run, real: (draft) => cancelRun(draft, 'not wanted any more'), model: (oracle) => oracle.cancel() }
      );
    case 'claim':
      return run && claiming(world, run, step);
    case 'change-tool':
      return run && changingTool(run, step);
    case 'settle':
      return run && settling(run, step);
    case 'leave-parked':
      return run && leavingParked(run);
    case 'answer-outer':
    case 'mark-answered':
    case 'cancel-inner':
    case 'mark-canceled':
      return run && passing(world, run, step);
    case 'retry':
      return run && { run, real: (draft) => retryRun(draft, 'ops'), model: (oracle) => oracle.retry() };
    default: {
      const session = sessionOf(world, step);
      return session && heldAction(world, session, step);
    }
  }
};

// A call outside of a turn may need no decision.
const hasQuestion = (run: Tried | undefined): run is Tried => run !== undefined && run.oracle.questions.length > 0;

// Mostly the latest claim: the others only ever receive that they have lost.
const sessionOf = ({ sessions }: World, { pick, at }: Held): Session | undefined => {
  if (at !== undefined) return sessions[at];
  return pick % 4 === 3 ? pickOf(sessions, pick) : (sessions.at(-1 - (pick % 2)) ?? sessions.at(-1));
};

const claiming = (world: World, run: Tried, step: Extract<Step, { type: 'claim' }>): Action => {
  const worker = `worker-${step.worker % 3}`;
  const { holder } = run.oracle;
  const { tool } = step;
  const tools = tool === undefined ? undefined : { hashOf: () => hashOfTool(tool), graceMs: TICKS.grace };
  return {
    run,
    ...(step.hasSeen && { seen: { version: run.state.run.version, forMs: TICKS.lease } }),
    real: (draft) => claimRun(draft, worker, TICKS.lease, tools).type,
    model: (oracle) => {
      // A second claim is another lease.
      if (step.hasSeen && holder && oracle.holder === holder) oracle.drop();
      endIfCalled(oracle);
      return oracle.claim(worker, tool);
    },
    tell: (outcome) => {
      if (outcome === 'claimed')
        world.sessions.push({ run, claim: { worker, fence: run.oracle.fence, ...(tool !== undefined && { tool }) } });
    },
  };
};

const cancellingQuestion = (run: Tried, { pick, person }: Extract<Step, { type: 'cancel-question' }>): Action => {
  const by = PEOPLE[person % PEOPLE.length]!;
  const question = pickOf(run.oracle.questions, pick >> 1)!;
  const { id } = run.state.approvals.find(({ round, index }) => round === question.round && index === question.index)!;
  return {
    run,
    real: (draft) => void cancelApproval(draft, id, { by }),
    model: (oracle) => oracle.cancelQuestion(question, by),
  };
};

const resultOf = (succeeds: boolean): Pick<ToolResultPart, 'output' | 'outcome'> => ({
  output: { type: 'text', text: succeeds ? 'Refunded.' : 'It broke.' },
  outcome: succeeds ? { type: 'success' } : { type: 'error', kind: 'execution' },
});

const wordOf = (succeeds: boolean): 'success' | 'error' => (succeeds ? 'success' : 'error');

const finishing = (world: World, { pick, succeeds }: Extract<Step, { type: 'finish' }>): Action | undefined => {
  const body = pickOf(world.bodies, pick);
  if (!body) return undefined;
  const { session, index, round } = body;
  const { oracle } = session.run;
  // No result is reported again after the next batch has begun.
  if (oracle.fence === session.claim.fence && oracle.round !== round) return undefined;
  return {
    run: session.run,
    real: (draft) => finishCall(draft, session.claim, index, resultOf(succeeds)),
    model: (oracle) => oracle.finish(session.claim, index, wordOf(succeeds)),
    // It sometimes stays in the list: a result may be reported twice.
    tell: () => void (pick % 3 === 0 || world.bodies.splice(world.bodies.indexOf(body), 1)),
  };
};

const settling = (run: Tried, { index, result }: Extract<Step, { type: 'settle' }>): Action => {
  const at = index % run.oracle.calls.length;
  const answer = result === 'abandoned' ? {} : { answer: resultOf(result === 'success') };
  return {
    run,
    real: (draft) => settleUnknown(draft, { index: at, ...answer }),
    model: (oracle) => oracle.settleUnknown(at, result),
  };
};

const leavingParked = (run: Tried): Action => ({
  run,
  real: (draft) => {
    if (draft.run.slots.some(({ state }) => state === 'unknown')) setRun(draft, { retryAt: undefined });
  },
  model: (oracle) => oracle.leaveParked(),
});

type Held = Exclude<
  Exclude<Acting, ExternalStep>,
  {
    readonly type:
      | 'work'
      | 'finish'
      | 'decide'
      | 'decide-again'
      | 'cancel-question'
      | 'cancel-run'
      | 'claim'
      | 'change-tool'
      | 'settle'
      | 'leave-parked'
      | 'retry'
      | 'answer-outer'
      | 'mark-answered'
      | 'cancel-inner'
      | 'mark-canceled';
  }
>;

const heldAction = (world: World, session: Session, step: Held): Action | undefined => {
  const { run, claim } = session;
  const { oracle } = run;
  const isHeld = oracle.isHeldBy(claim);
  const checkpoint = stepAt(oracle.round, run.steps);
  switch (step.type) {
    case 'renew':
      return { run, real: (draft) => renewLease(draft, claim, TICKS.lease), model: (oracle) => oracle.renew(claim) };
    case 'release':
      return { run, real: (draft) => releaseRun(draft, claim), model: (oracle) => oracle.release(claim) };
    case 'start':
      return starting(world, session, step);
    case 'revoke':
      return revoking(session, step.mask);
    case 'ask-again':
      return askingAgain(session, step.tool);
    case 'wait-inside':
      return run.oracle.isCall ? undefined : waitingInside(world, session, step.plan);
    case 'begin':
    case 'suspend':
      return isHeld && !isAnswered(run) ? undefined : goingOn(session, step.type, step.plan);
    case 'answer':
      if (isHeld && !isAnswered(run)) return undefined;
      return {
        run,
        real: (draft) => saveAnswer(draft, claim, checkpoint, { message: { role: 'assistant' } } as never),
        model: (oracle) => oracle.saveAnswer(claim),
      };
    case 'complete':
      if (isHeld && !isAnswered(run)) return undefined;
      return { run, real: (draft) => completeRun(draft, claim, checkpoint), model: (oracle) => oracle.complete(claim) };
    case 'close':
      if (isHeld && !oracle.isEnded()) return undefined;
      return { run, real: (draft) => closeRun(draft, claim), model: (oracle) => oracle.close(claim) };
    case 'fail':
      return failing(session, step);
  }
};

/** Whether every call of the batch has a result: before that, no worker calls the model again. */
const isAnswered = ({ oracle }: Tried): boolean => oracle.calls.every(({ state }) => state === 'done');

const failing = ({ run, claim }: Session, { canRetry, parks }: Extract<Step, { type: 'fail' }>): Action => {
  const onDeadline = parks ? 'park' : 'fail';
  const attempt = { error: 'the model was away', deadlineMs: TICKS.deadline, onDeadline } as const;
  const retry = canRetry ? { retryInMs: TICKS.backOff } : {};
  return {
    run,
    real: (draft) => failAttempt(draft, claim, { ...attempt, ...retry }),
    model: (oracle) => oracle.fail(claim, canRetry, parks),
  };
};

const revoking = ({ run, claim }: Session, mask: number): Action => {
  const { oracle } = run;
  // The holder of the run knows which calls it has started, and revokes none of them.
  const indexes = oracle.calls.flatMap(({ state }, index) => (mask & (1 << index) && state !== 'started' ? index : []));
  const answered = indexes.map((index) => ({
    index,
    result: {
      type: 'tool-result',
      toolCallId: `call-${oracle.round}-${index}`,
      toolName: 'refund',
      output: { type: 'text', text: 'Not any more.' },
      outcome: { type: 'denied', decision: 'revoke', reason: 'not any more' },
    } as const,
  }));
  return {
    run,
    real: (draft) => revokeCalls(draft, claim, answered),
    model: (oracle) => oracle.revoke(claim, indexes),
  };
};

const goingOn = ({ run, claim }: Session, type: 'begin' | 'suspend', plan: readonly CallPlan[]): Action => {
  const round = run.oracle.round + 1;
  const checkpoint = checkpointAt(plan, run.id, round, run.steps);
  const suspension = suspensionOf(plan, run.id, round);
  const slots = slotsOf(batchOf(plan, round), run.id, round);
  return {
    run,
    real: (draft) => {
      if (type === 'begin') beginBatch(draft, claim, { slots, checkpoint });
      else suspendAgain(draft, claim, { suspension, expiresInMs: TICKS.expiry, checkpoint });
    },
    model: (oracle) => {
      // A batch that begins twice is the same batch.
      if (type === 'begin' && oracle.isHeldBy(claim) && oracle.round === round) return;
      if (type === 'begin') oracle.begin(claim, plan);
      else oracle.suspend(claim, plan);
      run.plans.push(plan);
    },
  };
};

const starting = (world: World, session: Session, step: Extract<Step, { type: 'start' }>): Action | undefined => {
  const { run, claim } = session;
  const index = step.index % run.oracle.calls.length;
  const { round } = run.oracle;
  const call = run.oracle.calls[index]!;
  // The gate of a process with another definition does not start it.
  if (run.oracle.isHeldBy(claim) && call.definition !== (claim.tool ?? call.definition)) return undefined;
  // A call with an answer is tried with another answer instead of other arguments.
  const hasAnswer = call.answer !== undefined;
  const args = step.isOtherInput && !hasAnswer ? 'amount 9' : call.args;
  const answer = step.isOtherInput && hasAnswer ? 9 : call.answer;
  const answerHash = answer === undefined ? undefined : hashOfAnswer(answer);
  const token = `start-${world.fresh++}`;
  return {
    run,
    real: (draft) => {
      const started = startCall(draft, claim, { index, argsHash: hashOfArgs(args), answerHash, token });
      return started.type === 'started' ? `started ${started.attempt}` : `refused ${wordOfResult(started.result)}`;
    },
    model: (oracle) => oracle.start(claim, index, { args, token, ...(answer !== undefined && { answer }) }),
    tell: (outcome) => {
      if (!String(outcome).startsWith('started')) return;
      const place = `${round}:${index}`;
      const times = (run.ledger.get(place) ?? 0) + 1;
      run.ledger.set(place, times);
      const { idempotent, question } = run.oracle.calls[index]!;
      assert(times === 1 || idempotent, 'a body begins a second time');
      if (question) assert.equal(question.status, 'EXECUTING', 'a body begins without an approval');
      world.bodies.push({ session, round, index });
    },
  };
};

const wordOfResult = ({
  outcome,
}: {
  readonly outcome: { readonly type: string; readonly decision?: string; readonly kind?: string };
}) => outcome.decision ?? (outcome.kind === 'invalid-arguments' ? 'invalid' : outcome.type);
