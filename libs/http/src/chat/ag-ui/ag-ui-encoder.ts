import { type StreamPart, toJson } from 'toolgate/model';
import type { PendingApproval } from 'toolgate/tool';
import type { AgUiEvent, AgUiInterrupt, AgUiOutcome } from './ag-ui-event.js';
import { type AnswerTerms, interruptOf, unknownOutcome } from './interrupt.js';
import { ModelUsage } from './model-usage.js';
import { type CallPlace, ToolCallEvents } from './tool-call-events.js';
import { OpenMessage } from './open-message.js';
import { resultContent } from './result-content.js';

/** The version of AG-UI that the encoder writes. */
export const PROTOCOL_VERSION = '1.0';

/** The run of AG-UI that shows a turn. */
export interface AgUiRun {
  readonly threadId: string;
  readonly runId: string;
  /** The id of the turn, which the ids of its messages and calls begin with. A resumed turn has the same one. */
  readonly turnId: string;
  /** What the client has of earlier runs. */
  readonly known?: AgUiKnown | undefined;
}

/** The ids that the history of a client contains. They decide only what the client is shown again. */
export interface AgUiKnown {
  readonly messages: Iterable<string>;
  readonly calls: Iterable<string>;
  /** The ids of the calls that have a result. */
  readonly results: Iterable<string>;
  /**
   * The length of the text of each message, and of the arguments of each call, in characters. With it, the stream
   * continues those that were cut off; without it, they count as complete.
   */
  readonly lengths?: ReadonlyMap<string, number>;
}

const NOTHING: AgUiKnown = { messages: [], calls: [], results: [] };

/**
 * Converts the parts of a turn to events of AG-UI, one by one. It holds no resources and reads nothing else. A run is
 * `start()`, `part()` for each part, and then `finish()`, `cancel()` or `fail()`.
 */
export class AgUiEncoder {
  private readonly message: OpenMessage;
  private readonly calls: ToolCallEvents;
  private readonly usage = new ModelUsage();
  private readonly interrupts: AgUiInterrupt[] = [];
  /** The answers of the model that the client has. */
  private readonly shown: ReadonlySet<string>;
  private readonly answered: Set<string>;
  /** How many characters of a message that was cut off the client has, and still expects from the turn. */
  private readonly expected: Map<string, number>;
  private round: number | undefined;
  private lastRound = 0;
  /** How often rounds of the turn began again, and from which round on. */
  private again = { count: 0, after: Infinity };

  constructor(
    private readonly run: AgUiRun,
    private readonly emit: (event: AgUiEvent) => void,
  ) {
    this.message = new OpenMessage(emit);
    const { messages, calls, results, lengths = new Map<string, number>() } = run.known ?? NOTHING;
    this.expected = new Map(lengths);
    this.shown = new Set(messages);
    this.answered = new Set(results);
    // A call that has a result is complete.
    const cutOff = [...lengths].filter(([id]) => !this.answered.has(id));
    this.calls = new ToolCallEvents(calls, new Map(cutOff), emit);
  }

  start(): void {
    const { threadId, runId } = this.run;
    this.emit({ type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION });
  }

  /** @param terms what the reader may answer, for a `tool-approval-request` */
  part(part: StreamPart, terms?: AnswerTerms): void {
    if (part.type === 'resumed') return this.beginAgain(part.round ?? 0);
    this.enter(part.round ?? 0);
    switch (part.type) {
      case 'text-delta':
        return this.text('text', this.messageId(), part.delta);
      case 'reasoning-delta':
        return this.text('reasoning', `${this.messageId()}:reasoning:${part.id}`, part.delta);
      case 'tool-input-delta':
        this.message.end();
        return this.calls.write(this.place(part), part.delta);
      case 'tool-call':
        this.message.end();
        return this.calls.complete(this.place(part), part.input);
      case 'finish':
        this.endOpen();
        return this.usage.add(part);
      default:
        return this.batchPart(part, terms);
    }
  }

  /** Sends what the conversation waits for, outside of any call of this run. */
  waiting(approval: PendingApproval, terms?: AnswerTerms): void {
    const { id: approvalId, toolName, ...rest } = approval;
    const value = interruptOf({ ...rest, approvalId, toolName }, terms);
    this.emit({ type: 'CUSTOM', name: 'interrupt', value: toJson(value) });
  }

  /** Ends a run whose turn has completed or waits. */
  finish(): void {
    const { interrupts } = this;
    this.end(interrupts.length > 0 ? { type: 'interrupt', interrupts } : { type: 'success' });
  }

  /** Ends a run whose turn was canceled. */
  cancel(): void {
    this.end({ type: 'cancelled' });
  }

  /** Ends a run whose turn has failed. The client shows both texts. */
  fail(code: string, message: string): void {
    this.emit({ type: 'RUN_ERROR', code, message });
  }

  private text(kind: 'text' | 'reasoning', messageId: string, delta: string): void {
    const expected = this.expected.get(messageId);
    if (expected === undefined) {
      // Without lengths, an answer that the client has is complete.
      if (!this.run.known?.lengths && this.shown.has(this.messageId())) return;
      if (this.shown.has(messageId)) return;
      return this.message.write(kind, messageId, delta);
    }
    this.expected.set(messageId, Math.max(0, expected - delta.length));
    this.message.write(kind, messageId, delta.slice(expected));
  }

  // A message of AG-UI cannot be taken back, so the rounds that begin again have messages of their own.
  private beginAgain(round: number): void {
    this.leave();
    if (this.lastRound > round) this.again = { count: this.again.count + 1, after: round };
    this.lastRound = round;
  }

  private batchPart(part: BatchPart, terms: AnswerTerms | undefined): void {
    switch (part.type) {
      case 'tool-progress': {
        const { toolCallId } = this.place(part);
        const { toolName, value } = part;
        return this.emit({ type: 'CUSTOM', name: part.type, value: { toolCallId, toolName, value } });
      }
      case 'tool-approval-request': {
        const place = this.place(part);
        this.calls.complete(place, JSON.stringify(part.arguments));
        this.interrupts.push({ ...interruptOf(part, terms), toolCallId: place.toolCallId });
        return;
      }
      case 'suspended':
        if (this.interrupts.length === 0) this.interrupts.push(unknownOutcome(part.runId));
        return;
      case 'tool-result':
        return this.result(part);
      case 'file': {
        const { mediaType, source, filename } = part;
        const value = { mediaType, source: { ...source }, ...(filename !== undefined && { filename }) };
        return this.emit({ type: 'CUSTOM', name: 'file', value });
      }
      default:
        // The result of a rejected call states the rejection, and a custom part is for its provider only.
        return;
    }
  }

  private result(part: Extract<StreamPart, { readonly type: 'tool-result' }>): void {
    const place = this.place(part);
    const { toolCallId } = place;
    const { outcome, output } = part;
    if (this.answered.has(toolCallId)) return;
    this.answered.add(toolCallId);
    // The client may not have the call, if another reader saw it.
    this.message.end();
    this.calls.complete(place, '');
    this.emit({
      type: 'TOOL_CALL_RESULT',
      messageId: `${toolCallId}:result`,
      toolCallId,
      role: 'tool',
      content: resultContent(output),
      metadata: { outcome: outcome.type === 'denied' ? outcome.decision : outcome.type },
    });
  }

  private end(outcome: AgUiOutcome): void {
    const { threadId, runId } = this.run;
    this.leave();
    const usage = this.usage.entries();
    this.emit({ type: 'RUN_FINISHED', threadId, runId, outcome, ...(usage.length > 0 && { usage }) });
  }

  // A round is one step: an answer of the model, and the results of its calls.
  private enter(round: number): void {
    if (this.round === round) return;
    this.leave();
    this.round = round;
    this.lastRound = Math.max(this.lastRound, round);
    this.emit({ type: 'STEP_STARTED', stepName: stepName(round) });
  }

  private leave(): void {
    this.endOpen();
    if (this.round !== undefined) this.emit({ type: 'STEP_FINISHED', stepName: stepName(this.round) });
    this.round = undefined;
  }

  private endOpen(): void {
    this.message.end();
    this.calls.endAll();
  }

  // One message for each answer of the model, as in the transcript.
  private messageId(): string {
    const { count, after } = this.again;
    const { turnId } = this.run;
    return (this.round ?? 0) > after ? `${turnId}:${this.round}~${count}` : `${turnId}:${this.round}`;
  }

  // An id of a provider may repeat in another round.
  private place({ toolCallId, toolName }: Pick<CallPlace, 'toolCallId' | 'toolName'>): CallPlace {
    const messageId = this.messageId();
    return { toolCallId: `${messageId}:${toolCallId}`, toolName, messageId };
  }
}

type BatchPart = Exclude<
  StreamPart,
  { readonly type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' | 'tool-call' | 'finish' }
>;

/** Returns the turn that the id of a message names; undefined if it is not an id of this encoder. */
export const turnOfMessage = (messageId: string): string | undefined =>
  /^(?<turn>[^:]+):\d/.exec(messageId)?.groups?.['turn'];

const stepName = (round: number): string => `round-${round}`;
