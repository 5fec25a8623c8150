/** What the application knows of a tool and a model is not told. */
export interface ToolMetadata {
  /** The result is the turn's answer and does not go back to the model. @default false */
  readonly returnDirect?: boolean;
  /** `true`: never runs without an approving strategy; `false`: never asks one; absent: asks, and an abstention runs. */
  readonly requiresApproval?: boolean;
  /** Runs alone: no other call of its batch runs at the same time. @default false */
  readonly sequential?: boolean;
  /** Running it twice with the same idempotency key is harmless. @default false */
  readonly idempotent?: boolean;
  /** How long one execution may take, in milliseconds. @default unlimited */
  readonly timeoutMs?: number;
  /** Characters of a result that a model is sent; `Infinity` lifts the application's limit. @default the application's */
  readonly maxResultLength?: number;
  readonly tags?: readonly string[];
  readonly hints?: ToolHints;
}

/** What a tool does to the world, in the words of the Model Context Protocol. */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly openWorld?: boolean;
}
