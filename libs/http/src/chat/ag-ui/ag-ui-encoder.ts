import { ENTITY_KIND, type StreamPart, toJson } from 'toolgate/model';
import type { PendingApproval } from 'toolgate/tool';
import { INCOMPLETE_CALL, LOST_CALL } from '../shared/lost-call.js';
import type { AgUiKnown } from './ag-ui-known.js';
import type { AgUiContent, AgUiEvent, AgUiInterrupt, AgUiOutcome } from './ag-ui-event.js';
import { AnswerIds } from './answer-ids.js';
import { type AnswerTerms, interruptOf, unknownOutcome, waitsInside } from './interrupt.js';
import { KnownTexts } from './known-texts.js';
import { ModelUsage } from './model-usage.js';
import { type CallPlace, ToolCallEvents } from './tool-call-events.js';
import { OpenMessage } from './open-message.js';
import { resultContent } from './result-content.js';
import { UnansweredCalls } from './unanswered-calls.js';

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
  private readonly texts: KnownTexts;
  private readonly unanswered: UnansweredCalls;
  private readonly ids: AnswerIds;

  constructor(
    private readonly run: AgUiRun,
    private readonly emit: (event: AgUiEvent) => void,
  ) {
    this.message = new OpenMessage(emit);
    this.ids = new AnswerIds(run.turnId);
    const { messages, calls, results, texts = new Map<string, string>() } = run.known ?? NOTHING;
    this.texts = new KnownTexts(texts);
    this.shown = new Set(messages);
    this.answered = new Set(results);
    const known = [...calls];
    this.unanswered = new UnansweredCalls(
      run.turnId,
      known.filter((id) => !this.answered.has(id)),
    );
    // A call that has a result is complete.
    const cutOff = [...texts].flatMap(([id, { length }]) => (this.answered.has(id) ? [] : [[id, length] as const]));
    this.calls = new ToolCallEvents(known, new Map(cutOff), emit);
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
        return this.text('text', part.delta);
      case 'reasoning-delta':
        return this.text('reasoning', part.delta, `:reasoning:${part.id}`);
      case 'tool-input-delta':
        this.message.end();
        return this.calls.write(this.place(part), part.delta);
      case 'tool-call':
        this.message.end();
        return this.calls.complete(this.place(part), part.input);
      case 'finish':
        if (this.texts.isLonger(this.ids.message())) this.writeAnew('text');
        for (const toolCallId of this.endOpen()) this.lose(toolCallId, INCOMPLETE_CALL);
        return this.usage.add(part);
      default:
        return this.batchPart(part, terms);
    }
  }

  /** Sends an approval that the conversation waits for, and that belongs to no call of this run. */
  waiting(approval: PendingApproval, terms?: AnswerTerms): void {
    const { id: approvalId, toolName, ...rest } = approval;
    const value = interruptOf({ ...rest, approvalId, toolName }, terms);
    this.emit({ type: 'CUSTOM', name: 'interrupt', value: toJson(value) });
  }

  /** Ends a run whose turn has completed or waits. */
  finish(): void {
    this.leave();
    if (this.interrupts.length > 0) return this.end({ type: 'interrupt', interrupts: this.interrupts });
    for (const toolCallId of this.unanswered.notInTurn()) this.lose(toolCallId);
    this.end({ type: 'success' });
  }

  /** Ends a run whose turn was canceled. */
  cancel(): void {
    this.leave();
    this.end({ type: 'cancelled' });
  }

  /** Ends a run whose turn has failed. The client shows both texts. */
  fail(code: string, message: string): void {
    this.emit({ type: 'RUN_ERROR', code, message });
  }

  /** @param suffix of the id, for a message beside the answer of the round */
  private text(kind: 'text' | 'reasoning', delta: string, suffix = ''): void {
    const messageId = `${this.ids.message()}${suffix}`;
    if (!this.texts.has(messageId)) {
      // If the client sent no texts, each answer that it has counts as complete.
      if (!this.run.known?.texts && this.shown.has(this.ids.message())) return;
      if (this.shown.has(messageId)) return;
      return this.message.write(kind, messageId, delta);
    }
    const unseen = this.texts.unseen(messageId, delta);
    if (unseen === undefined) this.writeAnew(kind, suffix);
    else this.message.write(kind, messageId, unseen);
  }

  /** Sends a text in a new message, because the client has another text from a lost process. */
  private writeAnew(kind: 'text' | 'reasoning', suffix = ''): void {
    const { round = 0 } = this.ids;
    const text = this.texts.repeatedOf(`${this.ids.message()}${suffix}`);
    this.leave();
    this.ids.beginAgainAfter(round - 1);
    this.enter(round);
    this.text(kind, text, suffix);
  }

  private beginAgain(round: number): void {
    this.leave();
    this.interrupts.length = 0;
    for (const toolCallId of this.unanswered.after(round)) this.lose(toolCallId);
    this.ids.beginAgainAfter(round);
  }

  private lose(toolCallId: string, content = LOST_CALL): void {
    this.answer(toolCallId, { content, outcome: 'error' });
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
        if (this.interrupts.length === 0) this.interrupts.push(waitsInside(part) ?? unknownOutcome(part.runId));
        return;
      case 'tool-result':
        return this.result(part);
      case 'file': {
        const { mediaType, source, filename } = part;
        const value = { mediaType, source: { ...source }, ...(filename !== undefined && { filename }) };
        return this.emit({ type: 'CUSTOM', name: 'file', value });
      }
      case 'custom':
        // A part of another kind is for its provider only.
        if (part.kind === ENTITY_KIND) this.emit({ type: 'CUSTOM', name: 'entity', value: part.data ?? null });
        return;
      default:
        // The result of a rejected call states the rejection.
        return;
    }
  }

  private result(part: Extract<StreamPart, { readonly type: 'tool-result' }>): void {
    const place = this.place(part);
    const { toolCallId } = place;
    const { outcome, output } = part;
    if (this.answered.has(toolCallId)) return;
    // The client may not have the call, if another reader saw it.
    this.message.end();
    this.calls.complete(place, '');
    this.answer(toolCallId, {
      content: resultContent(output),
      outcome: outcome.type === 'denied' ? outcome.decision : outcome.type,
    });
  }

  private answer(toolCallId: string, { content, outcome }: { content: AgUiContent; outcome: string }): void {
    this.answered.add(toolCallId);
    this.unanswered.answer(toolCallId);
    const messageId = `${toolCallId}:result`;
    this.emit({ type: 'TOOL_CALL_RESULT', messageId, toolCallId, role: 'tool', content, metadata: { outcome } });
  }

  private end(outcome: AgUiOutcome): void {
    const { threadId, runId } = this.run;
    const usage = this.usage.entries();
    this.emit({ type: 'RUN_FINISHED', threadId, runId, outcome, ...(usage.length > 0 && { usage }) });
  }

  // A round is one step: an answer of the model, and the results of its calls.
  private enter(round: number): void {
    if (this.ids.round === round) return;
    this.leave();
    this.ids.enter(round);
    this.unanswered.enter(round);
    this.emit({ type: 'STEP_STARTED', stepName: stepName(round) });
  }

  private leave(): void {
    this.endOpen();
    const { round } = this.ids;
    if (round !== undefined) this.emit({ type: 'STEP_FINISHED', stepName: stepName(round) });
    this.ids.round = undefined;
  }

  /** Returns the calls that the model did not complete. */
  private endOpen(): readonly string[] {
    this.message.end();
    return this.calls.endAll();
  }

  private place(part: Pick<CallPlace, 'toolCallId' | 'toolName'>): CallPlace {
    const place = this.ids.call(part);
    if (!this.answered.has(place.toolCallId)) this.unanswered.show(place.toolCallId, this.ids.round ?? 0);
    return place;
  }
}

type BatchPart = Exclude<
  StreamPart,
  { readonly type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' | 'tool-call' | 'finish' }
>;

const stepName = (round: number): string => `round-${round}`;
