/** The guard of one method: each call passes a gate before the body runs. */
export interface MethodGuard {
  /** `Refunds.refund`: the class that declares the method, and its name. */
  readonly label: string;
  readonly key: string;
  /** The requirement that the gate must apply before the body runs. */
  readonly requirement: object;
}

/** Calls a guarded method through the gate of its application. */
export type CallThroughGate = (key: string, args: readonly unknown[]) => Promise<unknown>;
