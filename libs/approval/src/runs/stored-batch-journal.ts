import { randomUUID } from 'node:crypto';
import type { ToolResultPart } from 'toolgate/model';
import type {
  BatchCall,
  BatchJournal,
  SavedCall,
  SavedResult,
  PreparedCall,
  StartedCall,
  ToolCallResult,
} from 'toolgate/tool';
import { hashOf } from '../records/canonical-json.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { RunCheckpoint, StoredSlot } from '../records/stored-run.js';
import { beginBatch, finishCall, revokeCalls, startCall } from '../transitions/batch.js';
import type { Draft } from '../transitions/draft.js';
import { type Fence, lossOf } from '../transitions/lease.js';
import { withoutArguments } from '../transitions/results.js';
import { slotsOf } from '../transitions/slots-of.js';
import type { GroupedWrites, WriteRun } from './grouped-writes.js';
import { questionAgain } from './question-again.js';
import type { RenewedLease } from './renewed-lease.js';
import type { ApprovalTimes } from './run-times.js';
import type { SavedCheckpoint } from './saved-checkpoint.js';
import { withRetries } from './store-calls.js';
import { defined } from '#core';

interface BatchJournalParts {
  readonly run: string;
  readonly approvals: readonly StoredApproval[];
  readonly times: Pick<ApprovalTimes, 'onToolChange'>;
  readonly fence: Fence;
  readonly lease: RenewedLease;
  readonly saved: SavedCheckpoint;
  readonly write: WriteRun;
  /** Writes the starts and the ends of calls. */
  readonly calls: GroupedWrites;
  /** Called when a new batch is saved. */
  readonly onBegin: () => void;
  /** Called when a call failed in a way that another attempt cannot repair. */
  readonly onHopeless: () => void;
}

/** A batch of a run that this process leases. Each call is saved before its body begins, and after it ends. */
export class StoredBatchJournal implements BatchJournal {
  readonly saved?: readonly SavedCall[];
  /**
   * Saves the batch in the transaction of its first start; before that, nothing could be lost. Absent after the batch
   * is saved.
   */
  private opening?: { readonly act: (draft: Draft) => void; readonly written: () => void };

  /** @param slots the calls of the saved batch; absent for a new batch */
  constructor(
    private readonly parts: BatchJournalParts,
    private readonly checkpoint: RunCheckpoint,
    private readonly slots?: readonly StoredSlot[],
  ) {
    if (!slots) return;
    const byId = new Map(parts.approvals.map((approval) => [approval.id, approval]));
    this.saved = slots.map((slot) => {
      const approval = slot.approval === undefined ? undefined : byId.get(slot.approval);
      return savedCall(slot, approval && questionAgain(approval, parts.times));
    });
  }

  async begin(batch: readonly BatchCall[]): Promise<readonly SavedResult[]> {
    if (this.slots) return this.resume(this.slots, batch);
    const { parts, checkpoint } = this;
    const change = parts.saved.changeTo(checkpoint);
    const slots = slotsOf(batch, parts.run, checkpoint.loop.round);
    const opening = {
      act: (draft: Draft) => beginBatch(draft, parts.fence, { slots, checkpoint: change }),
      written: () => {
        parts.saved.written(checkpoint, change);
        parts.onBegin();
        this.opening = undefined;
      },
    };
    if (batch.some(({ prepared, result }) => prepared && !result)) this.opening = opening;
    else await parts.write(opening.act).then(opening.written);
    return [];
  }

  async start({ index, input, context: { answer } }: PreparedCall): Promise<StartedCall> {
    const { fence, lease, calls } = this.parts;
    const answerHash = answer === undefined ? undefined : hashOf(answer);
    const request = { index, argsHash: hashOf(input), answerHash, token: randomUUID() };
    const { opening } = this;
    const start = (draft: Draft): StartedCall => {
      opening?.act(draft);
      return startCall(draft, fence, request);
    };
    const started = await withRetries(() => calls.write(start));
    if (this.opening) this.opening.written();
    return started.type === 'started' ? { ...started, assertLeased: lease.assertLeased } : started;
  }

  async finish({ index }: PreparedCall, result: ToolCallResult): Promise<ToolCallResult | undefined> {
    const { fence, lease, calls } = this.parts;
    const finish = (draft: Draft) => {
      finishCall(draft, fence, index, result);
      return { loss: lossOf(draft, fence), saved: draft.run.slots[index]?.result };
    };
    // Only this process knows the result, so it waits for the store until it stops.
    const mayWait = () => !lease.ended.aborted;
    const { loss, saved } = await withRetries(() => calls.write(finish), mayWait);
    if (!loss) return saved && { output: saved.output, outcome: saved.outcome };
    // The result counts although the run was canceled or lost in the meantime. This process does not call the model
    // with it.
    lease.end(loss);
    return undefined;
  }

  async fail(call: PreparedCall): Promise<void> {
    this.parts.onHopeless();
    await this.finish(call, FAILED);
  }

  forReader(results: readonly ToolResultPart[]): readonly ToolResultPart[] {
    return results.map((result) => ({ ...result, output: withoutArguments(result.output) }));
  }

  // Calls that already have a result will not run. They are saved before any of the others runs.
  private async resume(slots: readonly StoredSlot[], batch: readonly BatchCall[]): Promise<readonly SavedResult[]> {
    const { fence, write } = this.parts;
    const answered = batch.flatMap(({ index, result }) =>
      result && slots[index]?.state !== 'done' ? [{ index, result }] : [],
    );
    if (answered.length === 0) return [];
    return write((draft) => {
      revokeCalls(draft, fence, answered);
      // A call that had started has an unknown outcome.
      return answered.map(({ index }) => ({ index, result: draft.run.slots[index]!.result! }));
    });
  }
}

const FAILED: ToolCallResult = {
  output: { type: 'text', text: 'The tool failed.' },
  outcome: { type: 'error', kind: 'execution' },
};

const savedCall = (
  { index, input, approval, onlyAsks, result, argsHash, definitionHash, answer, answerHash }: StoredSlot,
  again: SavedCall['again'],
): SavedCall => ({
  index,
  // The answer of the requester is not an approval.
  approved: approval !== undefined && !onlyAsks,
  ...defined({ input, argsHash, definitionHash, answer, answerHash, again, result }),
});
