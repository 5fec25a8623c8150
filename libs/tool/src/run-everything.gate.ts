import { type PreparedCall, ToolGate, type Verdict } from './tool-gate.js';

const RUN: Verdict = { type: 'run' };

/** The gate of an application that has none. */
export class RunEverythingGate extends ToolGate {
  decide(batch: readonly PreparedCall[]): readonly Verdict[] {
    return batch.map(() => RUN);
  }
}
