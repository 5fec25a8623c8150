import assert from 'node:assert/strict';
import type { ApprovalStore, RunState } from 'toolgate/approval';
import {
  ApprovalDecisionException,
  ExternalCallException,
  RunConflictException,
  RunLostException,
} from 'toolgate/approval';
import { RunEndedException } from 'toolgate/chat';
import type { SeenRun } from '../../../libs/approval/src/transitions/pass-time.js';
import { transition } from '../../../libs/approval/src/transitions/transition.js';
import { saidUntil } from './batches.fixture.js';
import { actionOf } from './actions.fixture.js';
import { assertDue, assertOnlyForward, assertSound, assertTold, assertWoken } from './invariants.fixture.js';
import type { InnerRun } from './inner-actions.fixture.js';
import type { DecidedOnce } from './decisions.fixture.js';
import { failing, StoreFault } from './failing.fixture.js';
import { openExternalIn } from './external-actions.fixture.js';
import type { ExternalStep } from './external-steps.fixture.js';
import { openCallIn } from './opening-calls.fixture.js';
import { openIn, type Opening } from './opening.fixture.js';
import { endIfCalled } from './oracle-calls.fixture.js';
import { owesOuter } from './oracle-inner.fixture.js';
import { type RunOracle } from './oracle.fixture.js';
import { type CallPlan, type OracleClaim, Refused } from './oracle-records.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Place } from './places.fixture.js';
import type { Fault, FaultyStep, Step } from './steps.fixture.js';
import { lookAt, oracleView, type StoreUnderTest, TIMES, viewOf } from './views.fixture.js';
import { withCheckpoint } from './with-checkpoint.fixture.js';

/** A run of a sequence, in the store and in the oracle. */
export interface Tried {
  readonly id: string;
  readonly place: Place;
  readonly oracle: RunOracle;
  /** The state in the store after the last step. */
  state: RunState;
  /** The round whose checkpoint was read. */
  checked?: number;
  /** The number of steps that its checkpoint had then. */
  steps: number;
  readonly plans: (readonly CallPlan[])[];
  /** How often the body of each call has begun, by round and index. */
  readonly ledger: Map<string, number>;
  /** The decisions that were made, so that they can be sent again. */
  readonly decided: DecidedOnce[];
}

/** A worker that has claimed a run, whether or not it still has the lease. */
export interface Session {
  readonly run: Tried;
  readonly claim: OracleClaim;
}

/** A body that still runs; its worker may have lost the run. */
export interface Body {
  readonly session: Session;
  readonly round: number;
  readonly index: number;
}

/** The effect of a step on the store and on the oracle; `tell` collects the results of its caller. */
export interface Action {
  readonly run: Tried;
  readonly real: (draft: Parameters<Parameters<typeof transition>[1]>[0]) => unknown;
  readonly model: (oracle: RunOracle) => unknown;
  readonly tell?: (outcome: unknown) => void;
  /** When the caller of the step has read the run. */
  readonly seen?: SeenRun;
}

let worlds = 0;

const MOST_RUNS = 4;
const MOST_LIVE = 2;
const START = 1_000_000;

/** Runs the steps of one sequence, and compares the store with the oracle after each. */
export class World {
  readonly runs: Tried[] = [];
  readonly sessions: Session[] = [];
  readonly bodies: Body[] = [];
  /** The runs inside calls that a step has opened. */
  readonly opened: InnerRun[] = [];
  now = START;
  fresh = 0;
  private readonly name = `world-${worlds++}`;
  private readonly store: ApprovalStore;

  constructor(private readonly tested: StoreUnderTest) {
    this.store = tested.store;
    tested.setClock(this.now);
  }

  async take({ step, fault }: FaultyStep): Promise<void> {
    const touched = await this.touchedBy(step, fault);
    await this.adopt();
    for (const run of touched) await this.compare(run);
    await this.assertDueList();
  }

  private async adopt(): Promise<void> {
    for (const inner of this.opened.splice(0)) {
      const run = { ...inner, state: (await this.store.state(inner.id))! };
      this.runs.push(run);
      await this.compare(run);
    }
  }

  private async touchedBy(step: Step, fault: Fault): Promise<readonly Tried[]> {
    if (step.type === 'open') await this.open(step, fault);
    else if (step.type === 'open-call') await this.openCall(step, fault);
    else if (step.type === 'open-external') await this.openExternal(step, fault);
    else if (step.type === 'clock') this.passTime(step.ticks);
    else if (step.type === 'clock-to-event') this.passTime(this.toNextEvent() + step.beside);
    else {
      const action = actionOf(this, step);
      if (!action) return [];
      await this.act(action, fault);
      return [action.run];
    }
    return this.runs;
  }

  /** The run of a step: mostly one that has not ended. */
  runOf({ pick, at }: { readonly pick: number; readonly at?: number }): Tried | undefined {
    if (at !== undefined) return this.runs[at];
    const live = this.liveRuns();
    return pickOf(live.length === 0 || pick % 8 === 7 ? this.runs : live, pick);
  }

  /** Lets a number of ticks pass. */
  passTime(ticks: number): void {
    this.now += Math.max(0, ticks);
    this.tested.setClock(this.now);
    for (const { oracle } of this.runs) {
      oracle.pass(this.now);
      endIfCalled(oracle);
    }
  }

  /** Writes the expiries that are due, as a worker does. */
  async lookAtAll(): Promise<void> {
    for (const run of this.runs) {
      await this.store.change(
        run.id,
        transition(TIMES, () => undefined),
      );
      await this.compare(run);
    }
  }

  /** Applies one action to a run, as the store lets it. */
  async act({ run, real, model, tell, seen }: Action, fault: Fault): Promise<void> {
    const change = withCheckpoint(transition(TIMES, real, seen));
    if (fault === 'before') return this.assertNothingHappens(run, change);
    const once = async () => outcomeOf(() => this.store.change(run.id, change));
    const told = async (): Promise<unknown> => {
      const result = model(run.oracle);
      endIfCalled(run.oracle);
      return result;
    };
    const expected = await outcomeOf(told);
    let outcome = await once();
    assert.equal(outcome, expected);
    const isRefused = outcome.startsWith('!');
    if (isRefused) assert.deepEqual(await this.store.state(run.id), run.state, 'what is refused changes something');
    if (fault === 'lost-reply' && !isRefused) {
      const repeated = await outcomeOf(told);
      outcome = await once();
      assert.equal(outcome, repeated);
    }
    if (!outcome.startsWith('!')) tell?.(outcome);
  }

  /** The events and the records of a run must agree. */
  async assertHistories(): Promise<void> {
    for (const { id, state } of this.runs) {
      assertTold(state, await this.store.events(id));
      const { items } = await this.store.approvals({ runId: id, limit: 500 });
      assert.deepEqual(items.map(idOf).sort(), state.approvals.map(idOf).sort());
    }
  }

  private async open(step: Extract<Step, { type: 'open' }>, fault: Fault): Promise<void> {
    const opened = await openIn(this.opening(), step, fault);
    if (opened) this.runs.push(opened);
  }

  private async openCall(step: Extract<Step, { type: 'open-call' }>, fault: Fault): Promise<void> {
    const opened = await openCallIn(this.opening(), step, fault);
    if (!opened) return;
    const { run, claim } = opened;
    this.runs.push(run);
    if (claim) this.sessions.push({ run, claim });
  }

  private async openExternal(step: Extract<ExternalStep, { type: 'open-external' }>, fault: Fault): Promise<void> {
    const opened = await openExternalIn(this.opening(), step, fault);
    if (opened) this.runs.push(opened);
  }

  private opening(): Opening {
    const hasRoom = this.runs.length < MOST_RUNS && this.liveRuns().length < MOST_LIVE;
    const { store, name, runs, now } = this;
    return { store, name, runs, now, hasRoom };
  }

  private async assertNothingHappens(run: Tried, change: ReturnType<typeof withCheckpoint>): Promise<void> {
    const failed = await outcomeOf(() => this.store.change(run.id, failing(change)));
    assert(failed.startsWith('!'));
    assert.deepEqual(await this.store.state(run.id), run.state, 'what failed was written');
  }

  private async compare(run: Tried): Promise<void> {
    const state = (await this.store.state(run.id))!;
    assertOnlyForward(run.state, state);
    assertWoken(state, this.now);
    run.state = state;
    if (run.checked !== run.oracle.round) await this.compareCheckpoint(run);
    const seen = lookAt(state, this.now);
    assert.deepEqual(viewOf(seen, this.now), oracleView(run.oracle));
    assertDue(seen, run.oracle);
    assertSound(seen, (round, index) => run.ledger.get(`${round}:${index}`) ?? 0);
  }

  private async compareCheckpoint(run: Tried): Promise<void> {
    const kept = await this.store.checkpoint(run.id);
    const { round } = run.oracle;
    assert.equal(kept?.loop.round, round, 'the checkpoint is one of another batch');
    assert.deepEqual(kept.loop.exchanges, saidUntil(round), 'the checkpoint lacks a step, or has one twice');
    run.checked = round;
    run.steps = kept.steps ?? 0;
  }

  private async assertDueList(): Promise<void> {
    const mine = new Map(this.runs.map(({ id, state }) => [id, state.run.dueAt ?? Infinity]));
    const { runs } = await this.store.due(500);
    const times = runs.flatMap((id) => mine.get(id) ?? []);
    const lanes = [await this.store.due(500, { work: 'time' }), await this.store.due(500, { work: 'turn' })];
    assert.deepEqual(lanes.flatMap((lane) => lane.runs).sort(), [...runs].sort(), 'a run is due for nothing');
    const expected = [...mine.values()].filter((dueAt) => dueAt <= this.now);
    assert.deepEqual(
      times,
      expected.sort((a, b) => a - b),
      'another run is due',
    );
  }

  private liveRuns(): readonly Tried[] {
    return this.runs.filter(({ oracle }) => !oracle.isEnded() || oracle.isUntold || owesOuter(oracle));
  }

  private toNextEvent(): number {
    const times = this.runs.flatMap(({ oracle }) => [
      oracle.holder?.until ?? Infinity,
      ...oracle.pending().map(({ expiresAt }) => expiresAt),
      ...oracle.questions.flatMap(({ status, lapsesAt = Infinity }) => (status === 'APPROVED' ? lapsesAt : [])),
      oracle.retryAt ?? Infinity,
    ]);
    const next = Math.min(...times.filter((time) => time > this.now));
    return next === Infinity ? 0 : next - this.now;
  }
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** The result of a caller, as text; `!` if it was refused. */
const outcomeOf = async (act: () => Promise<unknown>): Promise<string> => {
  try {
    return told(await act());
  } catch (error) {
    if (error instanceof Refused) return `! ${error.message}`;
    if (error instanceof ApprovalDecisionException || error instanceof ExternalCallException)
      return `! ${error.problem}`;
    if (error instanceof RunLostException || error instanceof RunEndedException) return '! lost';
    if (error instanceof RunConflictException) return '! run-conflict';
    if (error instanceof StoreFault) return '! fault';
    throw error;
  }
};

const told = (value: unknown): string => (typeof value === 'string' ? value : 'done');
