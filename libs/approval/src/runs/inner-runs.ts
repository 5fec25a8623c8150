import { ShuttingDownException } from 'toolgate/chat';
import { RunNotFoundException } from '../errors/approval.errors.js';
import { type RunState, type StoredRun, isOpen } from '../records/stored-run.js';
import type { KnownAnswerParts } from './known-answer.js';
import type { LeasedRuns } from './leased-runs.js';
import { changeRun } from './store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { answerOuterCall, markAnswered, markInnerCanceled } from '../transitions/answer-outer-call.js';
import { cancelRun } from '../transitions/cancel-run.js';
import { isCancelingInside } from '../transitions/due-at.js';
import { owesAnswer } from '../transitions/ended-at.js';
import { UNKNOWN } from '../transitions/results.js';
import { innerAnswer } from './inner-answer.js';
import { innerStates } from './inner-states.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from './approval-settings.js';
import type { RunAdvancer } from './run-advancer.js';

interface InnerRunsParts extends KnownAnswerParts {
  readonly store: ActiveStore;
  readonly leasedRuns: LeasedRuns;
  readonly advancers: RunAdvancer;
  readonly settings: ApprovalSettings;
}

/**
 * Passes outcomes from a run to the call around it, and cancellations from a run to the runs inside its calls. Each is two
 * writes that may be repeated: the sweep repeats them until the second one is done.
 */
export class InnerRuns {
  constructor(private readonly parts: InnerRunsParts) {}

  /** Passes the outcome and the cancellation that a run owes to other runs. Returns the run after that. */
  async settle(run: StoredRun): Promise<StoredRun> {
    const present = isCancelingInside(run) ? await this.cancelInner(run) : run;
    return owesAnswer(present) ? this.answerOuter(present) : present;
  }

  /**
   * Resumes the runs inside the calls of a run that waits, and passes their outcomes to it. If the run is canceled, it
   * cancels them instead. Returns whether the run has changed.
   */
  async advance(state: RunState): Promise<boolean> {
    if (isCancelingInside(state.run)) {
      await this.cancelInner(state.run);
      return true;
    }
    let isAnswered = false;
    for (const { run } of await innerStates(this.store(), state)) {
      const present = isOpen(run) ? await this.resumed(run) : run;
      await this.settle(present);
      isAnswered ||= owesAnswer(present) || present.parent?.isAnswered === true;
    }
    return isAnswered;
  }

  /** Returns the states of the runs that the calls of a run wait for. */
  states(state: RunState): Promise<readonly RunState[]> {
    return innerStates(this.store(), state);
  }

  // A failed attempt saves its error with the inner run, and the reader sees that the inner run still waits.
  private async resumed(run: StoredRun): Promise<StoredRun> {
    await this.parts.advancers.resume(run).catch((error: unknown) => {
      if (error instanceof ShuttingDownException) throw error;
    });
    return (await this.store().state(run.id))?.run ?? run;
  }

  private async answerOuter(run: StoredRun): Promise<StoredRun> {
    const { times } = this.parts.settings;
    const { id, parent } = run;
    const answer = await innerAnswer(run, () => this.store().checkpoint(id), this.parts);
    await unlessMissing(
      changeRun(this.store(), parent!.run, times, (draft) => answerOuterCall(draft, { innerRun: id, answer })),
    );
    return changeRun(this.store(), id, times, (draft) => {
      markAnswered(draft);
      return draft.run;
    });
  }

  /** Returns the run after the cancellation: it may have ended. */
  private async cancelInner(run: StoredRun): Promise<StoredRun> {
    const { times } = this.parts.settings;
    const { id, slots, canceling } = run;
    for (const { innerRun } of slots) {
      if (innerRun === undefined) continue;
      const inner = await this.cancelOne(innerRun, canceling!);
      await changeRun(this.store(), id, times, (draft) => {
        markInnerCanceled(draft, innerRun);
        // If the inner run is missing, nothing else can end the wait.
        if (!inner) answerOuterCall(draft, { innerRun, answer: UNKNOWN });
      });
      if (inner) await this.settle(inner);
    }
    return (await this.store().state(id))?.run ?? run;
  }

  private async cancelOne(
    id: string,
    { reason, by }: NonNullable<StoredRun['canceling']>,
  ): Promise<StoredRun | undefined> {
    const { settings, leasedRuns } = this.parts;
    const changed = await unlessMissing(
      changeRun(this.store(), id, settings.times, (draft) => {
        const wasOpen = isOpen(draft.run);
        if (wasOpen) cancelRun(draft, reason, by);
        return { run: draft.run, wasOpen };
      }),
    );
    // A run that has ended may still be adding its results to its conversation.
    if (changed?.wasOpen) leasedRuns.cancel(changed.run);
    return changed?.run;
  }

  private store(): ApprovalStore {
    return this.parts.store.find()!;
  }
}

const unlessMissing = async <T>(changing: Promise<T>): Promise<T | undefined> => {
  try {
    return await changing;
  } catch (error) {
    if (error instanceof RunNotFoundException) return undefined;
    throw error;
  }
};
