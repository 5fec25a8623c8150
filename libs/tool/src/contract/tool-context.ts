import { randomUUID } from 'node:crypto';
import { inspect, type InspectOptions } from 'node:util';
import { BYTES_OF_ANY_VALUE, SEAM, ToolException, TurnAbort, bytesOf, freezeJson } from '#core';
import { type JsonObject, type JsonValue, type Message, type StreamPart, toJson } from 'toolgate/model';

/** The call that a tool context belongs to. */
export interface ToolCallInfo {
  /** The provider's id; it may repeat in another round. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The position in the batch, from 0. */
  readonly index: number;
  /** The number of the model's earlier answers in the turn. */
  readonly round: number;
}

/** The values that a tool context is created from. */
export interface ToolContextInit<T extends object = JsonObject, A = JsonValue> {
  readonly data?: T;
  readonly transient?: Readonly<Record<string, unknown>>;
  readonly conversation?: string;
  readonly signal?: AbortSignal;
  /** Ends the turn. Its signal is created on first use. */
  readonly abort?: TurnAbort;
  readonly call?: ToolCallInfo;
  /** The id of the turn's run. @default a new id, created on first use */
  readonly runId?: string;
  /** The attempt number, from 1. @default 1 */
  readonly attempt?: number;
  readonly turn?: ToolContext;
  /** The context of the call in which a turn was started; only in the context of a whole turn. */
  readonly outer?: ToolContext;
  /** The number of turns around a turn. @default one more than those around `outer`, or 0 */
  readonly depth?: number;
  /** The saved start of the call. Absent in a turn that was never suspended. */
  readonly start?: BodyStart;
  /** The requester's answer to the question of the tool. */
  readonly answer?: A | undefined;
  /** Sends an event to the readers of the turn's stream. */
  readonly emit?: (part: StreamPart) => void;
  /** The value of `messages`, or a context to read it from; copied and frozen when it is first read. @default none */
  readonly messages?: readonly Message[] | ToolContext;
  /** The most bytes of progress that the call may report. @default Infinity */
  readonly maxProgressBytes?: number;
}

/** The saved start of a call: whether its body may still begin, and whether it has. */
export interface BodyStart {
  /** Throws if another process may have taken over the turn. */
  readonly assertLeased: () => void;
  /** Set by `beginBody()`, and for the call of an agent when its turn starts a call. */
  hasBegun?: boolean;
}

const EMPTY = Object.freeze({});
const NONE: readonly Message[] = Object.freeze([]);

/**
 * The values that the application passes to its tools in addition to the model's arguments. A tool method receives the
 * context in a parameter of this type, at any position. The model never sees it.
 */
export class ToolContext<T extends object = JsonObject, A = JsonValue> {
  static readonly [SEAM]: string = 'ToolContext';

  /** The data passed to `.toolContext()`: plain JSON, frozen, saved with a run. */
  readonly data: Readonly<T>;
  /** The transient data passed to `.transient()`: any value, never saved. */
  readonly transient: Readonly<Record<string, unknown>>;
  readonly conversation?: string;
  /** Absent in the context of a whole turn. */
  readonly call?: ToolCallInfo;
  /**
   * The requester's answer to the question of the tool: plain JSON that matches the schema of the question. Absent if the
   * tool asked nothing.
   */
  readonly answer?: A | undefined;
  /** The attempt number of the call, from 1. Above 1, an earlier attempt may have had its effect already. */
  readonly attempt: number;
  /** The context of the call's turn. For the context of a turn, the context itself. */
  readonly turn: ToolContext;
  /** @internal The call in which the turn was started, if this process has started it. */
  readonly outer?: ToolContext;
  /** @internal The number of turns around this one. */
  readonly depth: number;
  /** @internal The tools that the turn resolved last, as `ToolSets` keeps them. */
  foundTools?: object;
  private readonly abort?: TurnAbort;
  private readonly start?: BodyStart;
  private readonly maxProgressBytes: number;
  private progressBytes = 0;
  private emit?: (part: StreamPart) => void;
  private ownSignal?: AbortSignal;
  private ownRunId?: string;
  // Private, so that no spread, log or JSON text contains the transcript.
  #messages?: ToolContextInit['messages'];

  constructor(init: ToolContextInit<T, A> = {}) {
    const { data, transient, conversation, signal, abort, call, runId, attempt = 1, turn, start, emit } = init;
    this.maxProgressBytes = init.maxProgressBytes ?? Infinity;
    this.data = data ?? (EMPTY as T);
    this.transient = transient ?? EMPTY;
    this.conversation = conversation;
    this.ownSignal = signal;
    this.abort = abort;
    this.start = start;
    this.ownRunId = runId;
    this.attempt = attempt;
    this.emit = emit;
    this.call = call;
    this.answer = init.answer;
    this.foundTools = undefined;
    this.#messages = init.messages;
    this.turn = turn ?? (this as ToolContext);
    this.outer = init.outer;
    this.depth = init.depth ?? (init.outer ? init.outer.turn.depth + 1 : 0);
  }

  /**
   * A frozen copy of the messages before the answer that calls the tool, with the earlier conversation and the system
   * text. Empty in the context of a whole turn.
   */
  get messages(): readonly Message[] {
    const messages = this.#messages;
    if (messages === undefined) return NONE;
    return messages instanceof ToolContext ? messages.messages : frozenMessages(messages);
  }

  /** Returns a copy for another attempt or another time limit of the same call. */
  with(changes: Pick<ToolContextInit, 'abort' | 'attempt' | 'start'>): ToolContext<T, A> {
    const { data, transient, conversation, call, answer, attempt, turn, abort, start, emit, maxProgressBytes } = this;
    const messages = this.#messages;
    return new ToolContext<T, A>({
      data,
      transient,
      conversation,
      call,
      answer,
      attempt,
      turn,
      abort,
      start,
      emit,
      messages,
      maxProgressBytes,
      ...changes,
    });
  }

  /** Returns the properties that may be logged or stored: no transient data, no message, and no cycle. */
  toJSON(): object {
    const { runId, conversation, data, call, attempt } = this;
    return { runId, conversation, data, call, attempt };
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    return `${this.constructor.name} ${inspect(this.toJSON(), options)}`;
  }

  /** The id of the turn, the same for all of its calls. */
  get runId(): string {
    const turn = this.turn;
    return turn === this ? (this.ownRunId ??= randomUUID()) : this.turn.runId;
  }

  /** The unique id of this call. Pass it to services that must not repeat an effect. Absent in the context of a whole turn. */
  get idempotencyKey(): string | undefined {
    return this.call && `${this.runId}:${this.call.round}:${this.call.index}`;
  }

  /**
   * Reports the progress of the call to the readers of the turn's stream: any value that converts to JSON. The model does
   * not see it. Throws `ToolException` if the call has reported more bytes than `toolCalling.maxStreamBytes`.
   */
  progress(value: unknown): void {
    if (!this.emit || !this.call) return;
    const { toolCallId, toolName } = this.call;
    this.progressBytes += BYTES_OF_ANY_VALUE + bytesOf(value);
    if (this.progressBytes > this.maxProgressBytes) throw tooMuchProgress(toolName, this.maxProgressBytes);
    this.emit({ type: 'tool-progress', toolCallId, toolName, value: toJson(value) });
  }

  /** Ignores all later progress, because the call's result has been emitted. */
  endProgress(): void {
    this.emit = undefined;
  }

  /**
   * Throws the reason if the turn was aborted, if the call timed out, or if another process may have taken over the turn.
   * A body that awaits something before its effect should call it right before the effect.
   */
  throwIfAborted(): void {
    (this.abort ?? this.turn.abort)?.throwIfAborted();
    this.ownSignal?.throwIfAborted();
    this.start?.assertLeased();
  }

  /** Marks the body as begun; throws as `throwIfAborted()` does. A `ToolCallback` calls it right before its body. */
  beginBody(): void {
    this.throwIfAborted();
    this.markBegun();
  }

  /** @internal Whether the call belongs to a run, which has saved that it starts. */
  get isOfRun(): boolean {
    return this.start !== undefined;
  }

  /** @internal Marks the body as begun. */
  markBegun(): void {
    if (this.start) this.start.hasBegun = true;
  }

  /** Aborts when the turn is aborted, or when the call exceeds its time limit. */
  // Created on first use: most tools never read it, and a signal costs more than the rest of a call. Turns never share
  // a signal, because a listener that a tool never removes must not outlive its turn.
  get signal(): AbortSignal {
    const { turn } = this;
    this.ownSignal ??= turn === this || this.abort ? (this.abort ?? new TurnAbort()).signal : turn.signal;
    return this.ownSignal;
  }
}

const tooMuchProgress = (tool: string, maxBytes: number): ToolException =>
  new ToolException(
    `Tool "${tool}" reported more than ${maxBytes} bytes of progress. Report less, or raise toolCalling.maxStreamBytes.`,
  );

const copies = new WeakMap<readonly Message[], readonly Message[]>();

/** Returns a frozen copy of messages; all calls of a batch receive the same copy. */
const frozenMessages = (messages: readonly Message[]): readonly Message[] => {
  const known = copies.get(messages);
  if (known) return known;
  const copy = freezeJson(toJson(messages)) as unknown as readonly Message[];
  // The copy of a copy is the copy itself.
  copies.set(messages, copy).set(copy, copy);
  return copy;
};
