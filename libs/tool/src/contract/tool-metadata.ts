/** Properties of a tool that the application uses and the model does not see. */
export interface ToolMetadata {
  /** Whether the result is the turn's answer and is not sent back to the model. @default false */
  readonly returnDirect?: boolean;
  /** `true`: runs only if a strategy approves. `false`: no strategy decides. Absent: strategies decide; abstention lets it run. */
  readonly requiresApproval?: boolean;
  /** Whether no other call of the batch runs at the same time. @default false */
  readonly sequential?: boolean;
  /** Whether the tool may safely run twice with the same idempotency key. @default false */
  readonly idempotent?: boolean;
  /** The time limit of one execution, in milliseconds. @default unlimited */
  readonly timeoutMs?: number;
  /** The most characters of a result sent to the model; `Infinity` removes the limit. @default the application's limit */
  readonly maxResultLength?: number;
  readonly tags?: readonly string[];
  readonly hints?: ToolHints;
  /**
   * The requirement that the gate must apply. Present if the tool is a guarded method, which runs only if a gate permits
   * it. No option sets this property.
   */
  readonly guard?: object;
  /** Whether the tool is a guarded method without `@Tool()`: it is registered, and never offered to a model. No option sets it. */
  readonly internal?: boolean;
}

/** The properties of a tool that options set. */
export type StatedMetadata = Omit<ToolMetadata, 'guard' | 'internal'>;

/** The effects of a tool, as the tool annotations of the Model Context Protocol define them. */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly openWorld?: boolean;
}
