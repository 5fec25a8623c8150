import type { JsonObject } from 'toolgate/model';

/** Which call of which batch a context belongs to. */
export interface ToolCallInfo {
  /** The provider's id; it may repeat in another round. */
  readonly id: string;
  readonly toolName: string;
  /** Its place in the batch, from 0. */
  readonly index: number;
  /** The model's answers before this one within the turn. */
  readonly round: number;
}

/** What a tool context is made from. */
export interface ToolContextInit<T extends JsonObject = JsonObject> {
  readonly data?: T;
  readonly transient?: Readonly<Record<string, unknown>>;
  readonly conversation?: string;
  readonly signal?: AbortSignal;
  readonly call?: ToolCallInfo;
  readonly turn?: ToolContext;
}

const NEVER = new AbortController().signal;

/**
 * What the application hands to its tools beside the model's arguments. A tool method takes it as a parameter of this
 * type, anywhere in its list; it never reaches the model.
 */
export class ToolContext<T extends JsonObject = JsonObject> {
  /** What `.toolContext()` said: plain JSON, frozen, stored with a run. */
  readonly data: Readonly<T>;
  /** What `.transient()` said: anything, never stored. */
  readonly transient: Readonly<Record<string, unknown>>;
  readonly conversation?: string;
  /** Fires when the caller leaves the turn. */
  readonly signal: AbortSignal;
  /** Absent in the context of a whole turn. */
  readonly call?: ToolCallInfo;
  /** The context of the turn this one belongs to; its own for a turn's. */
  readonly turn: ToolContext;

  constructor({ data, transient, conversation, signal, call, turn }: ToolContextInit<T> = {}) {
    this.data = data ?? (Object.freeze({}) as T);
    this.transient = transient ?? {};
    this.conversation = conversation;
    this.signal = signal ?? NEVER;
    this.call = call;
    this.turn = turn ?? (this as unknown as ToolContext);
  }
}
