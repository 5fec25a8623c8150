import { LineLogger } from 'toolgate/model';
import { ToolGate } from './tool-gate.js';
import type { PreparedCall } from './prepared-call.js';
import type { Verdict } from './verdict.js';

const RUN: Verdict = { type: 'run' };

/** The gate of an application without one: runs every call, and logs one warning for each tool that requires approval. */
export class RunEverythingGate extends ToolGate {
  private readonly logger = new LineLogger('Toolgate');
  private readonly warned = new Set<string>();

  decide(batch: readonly PreparedCall[]): readonly Verdict[] {
    return batch.map(({ callback }) => {
      if (callback.metadata.requiresApproval === true) this.warn(callback.definition.name);
      return RUN;
    });
  }

  override describe(): string {
    return 'no gate: runs';
  }

  private warn(name: string): void {
    if (this.warned.has(name)) return;
    this.warned.add(name);
    this.logger.warn(`"${name}" requires approval but runs without it: this client has no gate. Configure a gate.`);
  }
}
