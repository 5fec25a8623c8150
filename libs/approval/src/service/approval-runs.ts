import { type JsonValue, toJson } from 'toolgate/model';
import type { ToolCallResult, ToolCallbackResolver } from 'toolgate/tool';
import { RunConflictException, RunNotFoundException, SuspensionException } from '../approval.errors.js';
import type { ApprovalEvent } from '../records/approval-event.js';
import type { Approver } from '../records/requester.js';
import type { Run } from '../records/run.js';
import { cancelRun } from '../runs/cancel-run.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore, Page, RunQuery } from '../store/approval.store.js';
import { settleUnknown } from '../transitions/settle-unknown.js';

/** What is known, by now, of a call that was started and of which nobody knew what became. */
export type KnownOutcome =
  | { readonly type: 'succeeded'; readonly value: JsonValue }
  | { readonly type: 'failed'; readonly message: string }
  /** Nobody will ever know: the model is told so. */
  | { readonly type: 'abandoned' };

/** What runs are looked after with. */
export interface ApprovalRunsParts {
  readonly store: () => ApprovalStore | undefined;
  readonly times: ApprovalTimes;
  readonly tools: ToolCallbackResolver;
  readonly wake: () => void;
  readonly goOn: (run: Run) => Promise<void>;
  readonly reconcile: (run: Run) => Promise<void>;
}

/** The turns that were suspended, and what became of them; what was said in them belongs to whoever asked. */
export class ApprovalRuns {
  constructor(private readonly parts: ApprovalRunsParts) {}

  /** Oldest first; of the viewer's tenant only, where there is a viewer of one. */
  list(query: RunQuery = {}, by?: Pick<Approver, 'tenant'>): Promise<Page<Run>> {
    return this.store().runs(by?.tenant === undefined ? query : { ...query, tenant: by.tenant });
  }

  /** Throws `RunNotFoundException` for one that is not there, or not for the viewer to see. */
  async get(id: string, by?: Pick<Approver, 'tenant'>): Promise<Run> {
    const state = await this.store().state(id);
    if (!state || (by?.tenant !== undefined && by.tenant !== state.run.tenant)) throw new RunNotFoundException(id);
    return state.run;
  }

  /** What happened to a run, in order. */
  async events(id: string, by?: Pick<Approver, 'tenant'>): Promise<readonly ApprovalEvent[]> {
    await this.get(id, by);
    return this.store().events(id);
  }

  /** Goes on with a run now, where it can, and waits until it has ended or waits again. Its answer is for `ChatClient.resume`. */
  async resume(id: string, by?: Pick<Approver, 'tenant'>): Promise<Run> {
    const run = await this.get(id, by);
    if (run.status === 'suspended' || run.status === 'resuming') await this.parts.goOn(run);
    return this.get(id, by);
  }

  /** Ends a run in which nothing is being done: what is pending or approved will not run. Throws `RunConflictException`. */
  async cancel(id: string, by: Approver, reason = 'it was cancelled'): Promise<Run> {
    await this.get(id, by);
    const run = await changeRun(this.store(), id, this.parts.times, (draft) => {
      cancelRun(draft, reason, by.id);
      return draft.run;
    });
    if (run.closing !== undefined) await this.parts.goOn(run);
    return this.get(id, by);
  }

  /**
   * Says what became of a call of which nobody knew; without an outcome its tool is asked. The run goes on by itself
   * behind it. Throws `RunConflictException` where nothing is unknown.
   */
  async reconcile(
    id: string,
    known?: { readonly index: number; readonly outcome: KnownOutcome },
    by?: Approver,
  ): Promise<Run> {
    const run = await this.get(id, by);
    if (!run.slots.some(({ state }) => state === 'unknown'))
      throw new RunConflictException(id, 'has nothing to settle');
    if (!known) await this.parts.reconcile(run);
    else {
      const { index, outcome } = known;
      await changeRun(this.store(), id, this.parts.times, (draft) =>
        settleUnknown(draft, { index, ...answerOf(outcome), by: by?.id }),
      );
    }
    this.parts.wake();
    return this.get(id, by);
  }

  private store(): ApprovalStore {
    const store = this.parts.store();
    if (store) return store;
    throw new SuspensionException('There are no runs here: provide an ApprovalStore.');
  }
}

const answerOf = (outcome: KnownOutcome): { readonly answer?: ToolCallResult } => {
  if (outcome.type === 'abandoned') return {};
  if (outcome.type === 'failed') {
    const { message: text } = outcome;
    return { answer: { output: { type: 'text', text }, outcome: { type: 'error', kind: 'execution' } } };
  }
  const value = toJson(outcome.value);
  const output =
    typeof value === 'string' ? ({ type: 'text', text: value } as const) : ({ type: 'json', value } as const);
  return { answer: { output, outcome: { type: 'success' } } };
};
