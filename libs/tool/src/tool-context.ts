import { randomUUID } from 'node:crypto';
import { inspect, type InspectOptions } from 'node:util';
import { type JsonObject, type Message, type StreamPart, toJson } from 'toolgate/model';
import { frozenMessages } from './execution/frozen-messages.js';
import { TurnAbort } from './execution/turn-abort.js';
import { BYTES_OF_ANY_VALUE, bytesOf } from './results/bytes-of.js';
import type { ToolSet } from './tool-set.js';
import { ToolException } from './tool.errors.js';

/** Which call of which batch a context belongs to. */
export interface ToolCallInfo {
  /** The provider's id; it may repeat in another round. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** Its place in the batch, from 0. */
  readonly index: number;
  /** The model's answers before this one within the turn. */
  readonly round: number;
}

/** What a tool context is made from. */
export interface ToolContextInit<T extends object = JsonObject> {
  readonly data?: T;
  readonly transient?: Readonly<Record<string, unknown>>;
  readonly conversation?: string;
  readonly signal?: AbortSignal;
  /** What ends the turn; its signal is made when it is asked for. */
  readonly abort?: TurnAbort;
  readonly call?: ToolCallInfo;
  /** The id of the turn's run. @default a new one, when somebody asks */
  readonly runId?: string;
  /** How often the call has been started, this time included. @default 1 */
  readonly attempt?: number;
  readonly turn?: ToolContext;
  /** What was saved of the call before its body. Absent in a turn that never waited for a person. */
  readonly start?: BodyStart;
  /** Hands an event to whoever reads the turn's stream. */
  readonly emit?: (part: StreamPart) => void;
  /** What `messages` returns, or a context that has the same; copied when it is read. @default none */
  readonly messages?: readonly Message[] | ToolContext;
  /** How many bytes of progress the call may report. @default Infinity */
  readonly maxProgressBytes?: number;
}

/** The saved start of a call: whether its body may still begin, and whether it has. */
export interface BodyStart {
  /** Throws if another process may have taken the turn since. */
  readonly assertHeld: () => void;
  /** Set by `beginBody()`. */
  hasBegun?: boolean;
}

const EMPTY = Object.freeze({});
const NONE: readonly Message[] = Object.freeze([]);

/**
 * What the application hands to its tools beside the model's arguments. A tool method takes it as a parameter of this
 * type, anywhere in its list; it never reaches the model.
 */
export class ToolContext<T extends object = JsonObject> {
  /** What `.toolContext()` said: plain JSON, frozen, stored with a run. */
  readonly data: Readonly<T>;
  /** What `.transient()` said: anything, never stored. */
  readonly transient: Readonly<Record<string, unknown>>;
  readonly conversation?: string;
  /** Absent in the context of a whole turn. */
  readonly call?: ToolCallInfo;
  /** How often this call was started: above 1 an earlier start may have had its effect already. */
  readonly attempt: number;
  /** The context of the turn this one belongs to; its own for a turn's. */
  readonly turn: ToolContext;
  /** @internal The tools of the turn that were found last, and where they were found. */
  foundTools?: { readonly sources: object; readonly set: ToolSet };
  private readonly abort?: TurnAbort;
  private readonly start?: BodyStart;
  private readonly maxProgressBytes: number;
  private progressBytes = 0;
  private emit?: (part: StreamPart) => void;
  private ownSignal?: AbortSignal;
  private ownRunId?: string;
  // Out of the reach of spreads, logs and JSON: a transcript belongs in none of them.
  #messages?: ToolContextInit['messages'];

  constructor(init: ToolContextInit<T> = {}) {
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
    this.foundTools = undefined;
    this.#messages = init.messages;
    this.turn = turn ?? (this as unknown as ToolContext);
  }

  /**
   * The messages of the turn before the answer that calls the tool, an earlier conversation and the system text among
   * them: a frozen copy. Empty in the context of a whole turn.
   */
  get messages(): readonly Message[] {
    const messages = this.#messages;
    if (messages === undefined) return NONE;
    return messages instanceof ToolContext ? messages.messages : frozenMessages(messages);
  }

  /** Returns a copy for another attempt or another time limit of the same call. */
  with(changes: Pick<ToolContextInit, 'abort' | 'attempt' | 'start'>): ToolContext<T> {
    const { data, transient, conversation, call, attempt, turn, abort, start, emit, maxProgressBytes } = this;
    const messages = this.#messages;
    return new ToolContext<T>({
      data,
      transient,
      conversation,
      call,
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

  /** Returns what may be logged or stored: no transient value, no message, and no cycle. */
  toJSON(): object {
    const { runId, conversation, data, call, attempt } = this;
    return { runId, conversation, data, call, attempt };
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    return `${this.constructor.name} ${inspect(this.toJSON(), options)}`;
  }

  /** The id of the turn, the same for all of its calls. */
  get runId(): string {
    const turn = this.turn as unknown;
    return turn === this ? (this.ownRunId ??= randomUUID()) : this.turn.runId;
  }

  /** Names this call and no other: give it to whatever must not have an effect twice. Absent in the context of a whole turn. */
  get idempotencyKey(): string | undefined {
    return this.call && `${this.runId}:${this.call.round}:${this.call.index}`;
  }

  /**
   * Reports to readers of the turn's stream how far the call is: anything JSON can carry. The model does not see it.
   * Throws `ToolException` if the call has reported more bytes than `toolCalling.maxStreamBytes`.
   */
  progress(value: unknown): void {
    if (!this.emit || !this.call) return;
    const { toolCallId, toolName } = this.call;
    this.progressBytes += BYTES_OF_ANY_VALUE + bytesOf(value);
    if (this.progressBytes > this.maxProgressBytes) throw tooMuchProgress(toolName, this.maxProgressBytes);
    this.emit({ type: 'tool-progress', toolCallId, toolName, value: toJson(value) });
  }

  /** Ends what the call may tell: its result has been told. */
  endProgress(): void {
    this.emit = undefined;
  }

  /**
   * Throws the reason if the turn was left, if the call took too long, or if another process may have taken over the
   * turn. A body that waits before its effect calls it right before the effect.
   */
  throwIfAborted(): void {
    (this.abort ?? this.turn.abort)?.throwIfAborted();
    this.ownSignal?.throwIfAborted();
    this.start?.assertHeld();
  }

  /** For a `ToolCallback`, right before its body: throws as `throwIfAborted()` does. */
  beginBody(): void {
    this.throwIfAborted();
    if (this.start) this.start.hasBegun = true;
  }

  /** Fires when the caller leaves the turn. */
  // Made when it is asked for: most tools never do, and a signal costs more than the rest of a call. It is never shared
  // by turns, because a tool that listens to it without end must not outlive its turn.
  get signal(): AbortSignal {
    const { turn } = this;
    this.ownSignal ??= (turn as unknown) === this || this.abort ? (this.abort ?? new TurnAbort()).signal : turn.signal;
    return this.ownSignal;
  }
}

const tooMuchProgress = (tool: string, maxBytes: number): ToolException =>
  new ToolException(
    `Tool "${tool}" reported more than ${maxBytes} bytes of progress. Report less, or raise toolCalling.maxStreamBytes.`,
  );
