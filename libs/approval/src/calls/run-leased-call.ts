import { freezeJson, ignore, TurnAbort } from '#core';
import { ToolContext, type ToolCallingManager } from 'toolgate/tool';
import type { LeasedRun } from '../runs/leased-run.js';

/** Runs the call of a leased run, or suspends the run again if its tool has changed. Rejects if the attempt failed. */
export const runLeasedCall = async (leased: LeasedRun, manager: ToolCallingManager): Promise<void> => {
  const { id, request, loop, transient, signal } = leased;
  const { toolContext, conversation, tools } = request;
  const abort = new TurnAbort();
  abort.follow(signal);
  const data = freezeJson(toolContext);
  const context = new ToolContext({ data, transient, conversation, abort, runId: id });
  const turn = { context, abort, round: loop.round, journal: leased.batch(loop), emit: ignore };
  try {
    const executed = await manager.executeToolCalls({ messages: loop.history }, loop.response, { tools }, turn);
    if (executed.type === 'pending') await leased.suspend({ request, loop, batch: executed.batch });
  } catch (cause) {
    await leased.end({ type: 'failed', cause }, async () => {});
    throw cause;
  }
  leased.leave();
};
