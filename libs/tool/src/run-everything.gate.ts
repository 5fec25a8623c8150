import { LineLogger } from 'toolgate/model';
import { type PreparedCall, ToolGate, type Verdict } from './tool-gate.js';

const RUN: Verdict = { type: 'run' };

/** The gate where there is none: everything runs, and the log is told once of each tool that asks for more. */
export class RunEverythingGate extends ToolGate {
  private readonly logger = new LineLogger('Toolgate');
  private readonly told = new Set<string>();

  decide(batch: readonly PreparedCall[]): readonly Verdict[] {
    return batch.map(({ callback }) => {
      if (callback.metadata.requiresApproval === true) this.tell(callback.definition.name);
      return RUN;
    });
  }

  override describe(): string {
    return 'no gate: runs';
  }

  private tell(name: string): void {
    if (this.told.has(name)) return;
    this.told.add(name);
    this.logger.warn(`"${name}" requires approval and runs without: this client has no gate. Give it one.`);
  }
}
