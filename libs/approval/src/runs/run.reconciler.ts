import type { RunCheckpoint, StoredRun, StoredSlot } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type Seams, describeError, freezeJson, idsForLog } from '#core';
import { LineLogger } from 'toolgate/model';
import { type KnownOutcome, type ToolCallback, ToolContext } from 'toolgate/tool';
import { RunConflictException } from '../errors/approval.errors.js';
import { isAltered } from '../records/argument-damage.js';
import { type Draft, setRun } from '../transitions/draft.js';
import { type SettledCall, settleUnknown } from '../transitions/settle-unknown.js';
import { withinTime } from '../strategy/within-time.js';
import { type KnownAnswerParts, knownAnswer } from './known-answer.js';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { type ApprovalTimes, backOffMs } from './run-times.js';
import { changeRun } from './store-calls.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from './approval-settings.js';

interface ReconcilerParts extends KnownAnswerParts {
  readonly store: ActiveStore;
  readonly seams: Seams;
  readonly settings: ApprovalSettings;
}

const logger = new LineLogger('Toolgate');

const ANSWERS_WITHIN_MS = 30_000;

/** Asks tools about calls with an unknown outcome. */
export class RunReconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  /**
   * Asks the tools of a run's unknown calls for the outcome, if they have `reconcile`. The other calls wait for a person
   * to report it.
   */
  async reconcile(run: StoredRun): Promise<void> {
    const { tools, settings } = this.parts;
    const { times } = settings;
    const store = this.parts.store.find();
    if (!store) return;
    const checkpoint = await store.checkpoint(run.id);
    let canTell = false;
    for (const slot of run.slots) {
      const tool = slot.state === 'unknown' ? tools.resolve(slot.tool) : undefined;
      if (!tool?.reconcile || !checkpoint) continue;
      if (isAltered(slot.input ?? {}, slot.argsHash)) {
        logger.error(`${altered(slot)} ${aboutCall(run, slot)}`);
        continue;
      }
      canTell = true;
      const found = await findOut(this.parts, tool, { run, slot, checkpoint });
      if (found) await saveOutcome(store, times, run, found);
    }
    await changeRun(store, run.id, times, (draft) => waitForMore(draft, canTell));
  }
}

const saveOutcome = async (
  store: ApprovalStore,
  times: ApprovalTimes,
  { id }: StoredRun,
  found: SettledCall,
): Promise<void> => {
  try {
    await changeRun(store, id, times, (draft) => settleUnknown(draft, found));
  } catch (error) {
    // Another process or a person has reported the outcome in the meantime.
    if (!(error instanceof RunConflictException)) throw error;
  }
};

const altered = ({ tool }: StoredSlot): string =>
  `The tool "${tool}" was not asked about a call, because its stored arguments were altered. Report its outcome with ApprovalService.runs.reconcile().`;

const aboutCall = ({ id: run, conversation }: StoredRun, { callId }: StoredSlot): string =>
  idsForLog({ runId: run, call: { toolCallId: callId }, conversation });

const waitsForPerson = ({ id, conversation, slots }: StoredRun): string => {
  const unknown = slots
    .filter(({ state }) => state === 'unknown')
    .map(({ tool, index }) => `"${tool}" (call ${index})`);
  return `The outcome of ${unknown.join(', ')} is unknown. Report it with ApprovalService.runs.reconcile(). ${idsForLog({ runId: id, conversation })}`;
};

const waitForMore = (draft: Draft, canTell: boolean): void => {
  const { slots, failures } = draft.run;
  if (!slots.some(({ state }) => state === 'unknown')) return;
  if (!canTell) {
    logger.warn(waitsForPerson(draft.run));
    return setRun(draft, { retryAt: undefined });
  }
  return setRun(draft, { failures: failures + 1, retryAt: draft.now + backOffMs(failures) });
};

/** A call with an unknown outcome. */
interface UnknownCall {
  readonly run: StoredRun;
  readonly slot: StoredSlot;
  readonly checkpoint: RunCheckpoint;
}

const findOut = async (
  parts: ReconcilerParts,
  tool: ToolCallback,
  unknown: UnknownCall,
): Promise<SettledCall | undefined> => {
  const { run, slot } = unknown;
  const { index, idempotencyKey, tool: name } = slot;
  try {
    const outcome = await withinTime(askTool(parts, tool, unknown), ANSWERS_WITHIN_MS, undefined);
    return outcome && { index, idempotencyKey, ...(await knownAnswer(outcome, name, parts)) };
  } catch (error) {
    logger.warn(
      `"${name}" could not report the outcome of a call, and is asked again later: ${describeError(error)} ${aboutCall(run, slot)}`,
    );
    return undefined;
  }
};

const askTool = async (
  { seams }: ReconcilerParts,
  tool: ToolCallback,
  { run, slot, checkpoint: { request, loop } }: UnknownCall,
): Promise<KnownOutcome | undefined> => {
  const { toolContext, conversation } = request;
  const access = await seams.provided(RequesterResolver)?.rehydrate(run.requester, toolContext);
  // The tool is asked even if the requester is gone.
  const transient = access?.type === 'present' ? access.transient : undefined;
  const turn = new ToolContext({ data: freezeJson(toolContext), transient, conversation, runId: run.id });
  const call = { toolCallId: slot.callId, toolName: slot.tool, index: slot.index, round: run.round };
  const { attempt } = slot;
  const { history: messages } = loop;
  const context = new ToolContext({ data: turn.data, transient, conversation, turn, call, attempt, messages });
  return tool.reconcile!(slot.input ?? {}, context);
};
