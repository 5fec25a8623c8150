import { type ConversationKey, ShuttingDownException } from 'toolgate/chat';
import { ApprovalConflictException, RunConflictException, RunUnreadableException } from '../errors/approval.errors.js';
import type { InnerRuns } from './inner-runs.js';
import type { RunState, StoredRun, StoredSlot } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { isUnfinished } from '../store/is-unfinished.js';
import { assertCallsKnown } from '../transitions/batch.js';
import { cancelRun } from '../transitions/cancel-run.js';
import { pendingApproval } from './pending-approval.js';
import type { ApprovalTimes } from './run-times.js';
import { changeRun } from './store-calls.js';

interface WaitingConversationsParts {
  readonly store: () => ApprovalStore;
  readonly times: ApprovalTimes;
  /** What happens to a message while a run of its conversation is not finished. */
  readonly onMessage: 'reject' | 'supersede';
  /** Adds the results of an ended run's tools to its conversation. */
  readonly close: (run: StoredRun) => Promise<void>;
  readonly inner: Pick<InnerRuns, 'settle' | 'states'>;
}

/** Keeps a new message and an unfinished run of the same conversation apart. */
export class WaitingConversations {
  constructor(private readonly parts: WaitingConversationsParts) {}

  /**
   * Admits a message if its conversation has no unfinished run. Otherwise throws, or supersedes those runs. Adds the
   * results of an ended run first.
   */
  async admit(conversation: ConversationKey): Promise<void> {
    const runs = await this.unfinishedRuns(conversation);
    if (this.parts.onMessage === 'reject') await this.assertEnded(conversation, runs);
    for (const run of runs) await (run.closing === undefined ? this.supersede(run.id) : this.closeEnded(run));
  }

  /** Throws while a run of a conversation is not finished. Changes nothing. */
  async assertIdle(conversation: ConversationKey): Promise<void> {
    const runs = await this.unfinishedRuns(conversation);
    await this.assertEnded(conversation, runs);
    const [closing] = runs;
    if (closing) throw new RunConflictException(closing.id, CLOSES_LATER);
  }

  private async assertEnded({ conversation }: ConversationKey, runs: readonly StoredRun[]): Promise<void> {
    const open = runs.filter(({ closing }) => closing === undefined).map(({ id }) => id);
    if (open.length > 0) await this.throwConflict(conversation, open);
  }

  private async supersede(id: string): Promise<void> {
    const { times } = this.parts;
    const store = this.parts.store();
    await this.assertIdleInside(await store.state(id));
    const run = await changeRun(store, id, times, (draft) => {
      if (draft.run.status === 'resuming')
        throw new RunConflictException(id, 'is being resumed. Wait until it ends, or cancel it');
      // Canceling the run would make the outcome of this call unknown, and then the message would be refused anyway.
      if (draft.run.slots.some(startsAgain))
        throw new RunConflictException(id, 'has a call that will start again. Wait until the run ends, or cancel it');
      // A new turn might repeat an effect that has already happened.
      assertCallsKnown(draft);
      if (draft.run.status === 'suspended') cancelRun(draft, 'a new message took its place');
      return draft.run;
    });
    // The runs inside its calls are canceled, too.
    if (run.canceling) return this.endInside(run);
    return this.closeEnded(run);
  }

  private async closeEnded(run: StoredRun): Promise<void> {
    if (run.closing === undefined) return;
    const { id } = run;
    const store = this.parts.store();
    const cause: unknown = await this.parts.close(run).catch((error: unknown) => error);
    if (cause instanceof ShuttingDownException) throw cause;
    // A turn that does not know the results might repeat the effects.
    if ((await store.state(id))?.run.closing !== undefined) throw new RunConflictException(id, CLOSES_LATER, { cause });
  }

  private async endInside(run: StoredRun): Promise<void> {
    await this.parts.inner.settle(run);
    const present = (await this.parts.store().state(run.id))?.run;
    if (present?.status === 'suspended') throw new RunConflictException(run.id, ENDS_LATER);
    if (present) await this.closeEnded(present);
  }

  private async assertIdleInside(state: RunState | undefined): Promise<void> {
    for (const inner of state ? await this.parts.inner.states(state) : []) {
      const { id, status, slots } = inner.run;
      if (status === 'resuming' || slots.some((slot) => slot.state === 'unknown' || startsAgain(slot)))
        throw new RunConflictException(
          state!.run.id,
          `waits for the run ${id} inside it, which has not ended. Cancel it first`,
        );
      await this.assertIdleInside(inner);
    }
  }

  async throwConflict(conversation: string, ids: readonly string[]): Promise<never> {
    const pages = await Promise.all(ids.map((run) => this.parts.store().approvals({ runId: run, status: 'PENDING' })));
    const pending = pages.flatMap(({ items }) => items.map(pendingApproval));
    throw new ApprovalConflictException(conversation, ids, pending);
  }

  private async unfinishedRuns(conversation: ConversationKey): Promise<readonly StoredRun[]> {
    // A call outside of a turn adds nothing to the conversation.
    const { items, unreadable } = await this.parts.store().runs({ ...conversation, kind: 'turn', unfinished: true });
    // The effect of an unreadable run on the conversation is unknown, so no message is admitted.
    if (unreadable?.[0] !== undefined) throw new RunUnreadableException(unreadable[0], DAMAGED);
    if (!items.every(isUnfinished)) throw new TypeError(NO_FILTER);
    return items;
  }
}

const startsAgain = ({ state, attempt }: StoredSlot): boolean =>
  attempt > 0 && (state === 'ready' || state === 'started');

const CLOSES_LATER = 'has not added the results of its tools to its conversation yet. Try again later';

const ENDS_LATER = 'is canceled, and a run inside it has not ended yet. Try again later';

const DAMAGED = 'its record is damaged, and its conversation takes no message until it is repaired';

const NO_FILTER =
  'The ApprovalStore listed a finished run although the query has "unfinished". Support this filter in runs(), as the contract of approval stores requires.';
