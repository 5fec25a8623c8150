/** The guard of one method: calls of it pass a gate before its body runs. */
export interface MethodGuard {
  /** `Refunds.refund`: the class that declares the method, and its name. */
  readonly label: string;
  readonly key: string;
  /** What the gate must require before the body runs. */
  readonly requirement: object;
}

/** Calls a guarded method through the gate of its application. */
export type CallThroughGate = (key: string, args: readonly unknown[]) => Promise<unknown>;
