import { RunEndedException } from 'toolgate/chat';
import { type ToolCallbackResolver, type ToolCallingManager, ToolContext } from 'toolgate/tool';
import { freezeJson, ignore, type Seams, TurnAbort } from '#core';
import type { StoredRun } from '../records/stored-run.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import type { RunClaims } from '../runs/run-claims.js';
import { RunSightings } from '../runs/run-sightings.js';
import type { RunAdvancer } from '../runs/run-advancer.js';
import type { ActiveStore } from '../store/active-store.js';
import { causeOfCall } from './call-outcome.js';
import { CallTraces } from './call-traces.js';
import type { LeasedRun } from '../runs/leased-run.js';

interface CallAdvancerParts extends LeasedCallParts {
  readonly store: ActiveStore;
  readonly claims: RunClaims;
  readonly tools: ToolCallbackResolver;
  readonly leasedRuns: LeasedRuns;
}

/** Advances calls outside of a turn: the manager runs the body after the decision. */
export class CallAdvancer implements RunAdvancer {
  constructor(private readonly parts: CallAdvancerParts) {}

  lack({ slots }: StoredRun): string | undefined {
    const missing = slots.find(({ state, tool }) => state !== 'done' && !this.parts.tools.resolve(tool));
    return missing && `the tool ${JSON.stringify(missing.tool)}`;
  }

  async work(run: StoredRun): Promise<void> {
    await this.advance(run, new RunSightings());
  }

  async resume(run: StoredRun): Promise<void> {
    const sightings = new RunSightings();
    try {
      while (await this.advance(run, sightings)) await this.parts.leasedRuns.changed(run.id);
    } catch (error) {
      // It was canceled while its body ran.
      if (!(error instanceof RunEndedException)) throw error;
    }
  }

  /** Makes one attempt. Returns true if another process, or another caller in this one, advances the run instead. */
  private async advance({ id }: StoredRun, sightings: RunSightings): Promise<boolean> {
    const { claims, store } = this.parts;
    const found = await claims.claim(store.get(), id, isCall, sightings);
    if (found.type === 'claimed') await runLeasedCall(found, this.parts);
    return found.type === 'busy';
  }
}

const isCall = ({ kind }: StoredRun): boolean => kind === 'call';

/** The dependencies of a resumed call. */
interface LeasedCallParts {
  readonly manager: ToolCallingManager;
  readonly seams: Seams;
}

/** Runs the call of a leased run, or suspends the run again if its tool has changed. Rejects if the attempt failed. */
const runLeasedCall = async (leased: LeasedRun, { manager, seams }: LeasedCallParts): Promise<void> => {
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
