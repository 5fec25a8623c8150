import { RunEndedException } from 'toolgate/chat';
import type { ToolCallbackResolver } from 'toolgate/tool';
import type { StoredRun } from '../records/stored-run.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import type { RunClaims } from '../runs/run-claims.js';
import { RunSightings } from '../runs/run-sightings.js';
import type { RunAdvancer } from '../runs/run-advancer.js';
import { type LeasedCallParts, runLeasedCall } from './run-leased-call.js';
import type { ActiveStore } from '../store/active-store.js';

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
