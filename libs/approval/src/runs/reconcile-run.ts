import { Logger } from '@nestjs/common';
import { ToolContext, type ToolCallback, type ToolCallbackResolver } from 'toolgate/tool';
import type { Run, RunCheckpoint, RunSlot } from '../records/run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type Draft, setRun } from '../transitions/draft.js';
import { settleUnknown } from '../transitions/settle-unknown.js';
import { messageOf } from './attempt-errors.js';
import { type ApprovalTimes, backOffMs } from './run-times.js';
import { changeRun } from './store-calls.js';

/** What tools are asked with about calls of which nobody knows what became. */
export interface ReconcileParts {
  readonly store: ApprovalStore;
  readonly tools: ToolCallbackResolver;
  readonly times: ApprovalTimes;
}

const logger = new Logger('Toolgate');

/** Asks the tools of a run's unknown calls whether they had their effect, where they can tell; the others wait for somebody. */
export const reconcileRun = async ({ store, tools, times }: ReconcileParts, run: Run): Promise<void> => {
  const checkpoint = await store.checkpoint(run.id);
  let canTell = false;
  for (const slot of run.slots) {
    const tool = slot.state === 'unknown' ? tools.resolve(slot.tool) : undefined;
    if (!tool?.reconcile || !checkpoint) continue;
    canTell = true;
    const answer = await askTool(tool, contextOf(run, slot, checkpoint), slot);
    if (answer) await changeRun(store, run.id, times, (draft) => settleUnknown(draft, { index: slot.index, answer }));
  }
  await changeRun(store, run.id, times, (draft) => waitForMore(draft, canTell));
};

const waitForMore = (draft: Draft, canTell: boolean): void => {
  const { slots, failures } = draft.run;
  if (!slots.some(({ state }) => state === 'unknown')) return;
  if (!canTell) return setRun(draft, { retryAt: undefined });
  return setRun(draft, { failures: failures + 1, retryAt: draft.now + backOffMs(failures) });
};

const askTool = async (tool: ToolCallback, context: ToolContext, { input = {} }: RunSlot) => {
  try {
    return await tool.reconcile!(input, context);
  } catch (error) {
    logger.warn(`"${tool.definition.name}" could not tell what became of a call: ${messageOf(error)}`);
    return undefined;
  }
};

const contextOf = (run: Run, slot: RunSlot, { request }: RunCheckpoint): ToolContext => {
  const turn = new ToolContext({ data: request.toolContext, conversation: request.conversation, run: run.id });
  const call = { id: slot.callId, toolName: slot.tool, index: slot.index, round: run.round };
  return new ToolContext({ data: turn.data, conversation: turn.conversation, turn, call, attempt: slot.attempt });
};
