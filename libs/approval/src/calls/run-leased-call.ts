import { type Seams, TurnAbort, freezeJson, ignore } from '#core';
import { ToolContext, type ToolCallingManager } from 'toolgate/tool';
import { causeOfCall } from './call-outcome.js';
import { CallTraces } from './call-traces.js';
import type { LeasedRun } from '../runs/leased-run.js';

/** The dependencies of a resumed call. */
export interface LeasedCallParts {
  readonly manager: ToolCallingManager;
  readonly seams: Seams;
}

/** Runs the call of a leased run, or suspends the run again if its tool has changed. Rejects if the attempt failed. */
export const runLeasedCall = async (leased: LeasedRun, { manager, seams }: LeasedCallParts): Promise<void> => {
  const { id, request, loop, transient, ended } = leased;
  const { toolContext, conversation, tools, traceParent } = request;
  const abort = new TurnAbort();
  abort.follow(ended);
  const data = freezeJson(toolContext);
  const context = new ToolContext({ data, transient, conversation, abort, runId: id });
  if (traceParent !== undefined) seams.effective(CallTraces).resumed(context, traceParent);
  const turn = { context, abort, round: loop.round, journal: leased.batch(loop), emit: ignore };
  try {
    const executed = await manager.executeToolCalls({ messages: loop.history }, loop.response, { tools }, turn);
    if (executed.type === 'pending') await leased.suspend({ request, loop, batch: executed.batch });
  } catch (error) {
    const cause = causeOfCall(error);
    await leased.end({ type: 'failed', cause }, async () => {});
    throw cause;
  }
  leased.leave();
};
