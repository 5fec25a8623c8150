import { isDeepStrictEqual } from 'node:util';
import type {
  JsonObject,
  JsonValue,
  SuspendedCall,
  ToolApprovalRequestPart,
  ToolCallPart,
  ToolInputDeltaPart,
} from 'toolgate/model';
import { approvalRef } from '../shared/approval-ref.js';
import { isClientCall } from '../shared/is-client-call.js';
import { ENDED_CALL, INCOMPLETE_CALL, LOST_CALL } from '../shared/lost-call.js';
import { deniedChunks } from './result-chunks.js';
import type { UiMessageChunk, WaitingOutput } from './ui-message-chunk.js';

const WAITS_FOR_SIBLINGS = 'Runs after the other calls of this answer are decided.';

const ANSWERED = 'Answered. The turn continues after the other calls of this answer are decided.';

const WAITS_FOR_ANOTHER = 'Waits for the decision of another person.';

const REJECTED = 'The call was rejected.';

const WAITS_INSIDE = 'Waits for a decision inside it.';

const OUTCOME_UNKNOWN = 'The outcome of this call is unknown. The turn waits until it is known.';

interface OfRound {
  readonly round?: number;
}

interface OpenCall {
  /** The round of the answer that contains the call; -1 if an earlier stream has sent the call. */
  readonly round: number;
  /** Absent while the model writes it, or if an earlier stream has sent it. */
  readonly input?: JsonValue;
}

/** The calls of a message that have no result yet. */
export class OpenCalls {
  private readonly calls = new Map<string, OpenCall>();
  /** The calls of client tools that wait for the reader: the id of each call, and the text that names what was shown. */
  readonly clientCalls = new Map<string, string>();
  /** The calls of the batch that wait for a person, each with the output for a reader who cannot act on it. */
  private readonly asked = new Map<string, WaitingOutput | undefined>();

  constructor(open: Iterable<string> = []) {
    for (const toolCallId of open) this.calls.set(toolCallId, { round: -1 });
  }

  /** Adds the chunks of a piece of a call's arguments. */
  write({ toolCallId, toolName, delta, round = 0 }: ToolInputDeltaPart & OfRound, chunks: UiMessageChunk[]): void {
    if (!this.calls.has(toolCallId)) {
      this.calls.set(toolCallId, { round });
      chunks.push({ type: 'tool-input-start', toolCallId, toolName });
    }
    chunks.push({ type: 'tool-input-delta', toolCallId, inputTextDelta: delta });
  }

  /** Adds the chunk of a complete call. */
  add(part: ToolCallPart & OfRound, chunks: UiMessageChunk[]): void {
    const { toolCallId, toolName, input: text, providerExecuted, round = 0 } = part;
    const input = inputOf(text);
    this.calls.set(toolCallId, { round, input });
    const by = providerExecuted ? ({ providerExecuted } as const) : {};
    chunks.push({ type: 'tool-input-available', toolCallId, toolName, input, ...by });
  }

  /** Adds the chunks of a call that waits for a person. */
  ask(part: ToolApprovalRequestPart & { readonly mayDecide?: boolean }, chunks: UiMessageChunk[]): void {
    const { toolCallId, toolName, approvalId, revision, argsHash, expiresAt, reason, question } = part;
    const canAct = part.mayDecide !== false;
    this.asked.set(toolCallId, canAct ? undefined : waiting(WAITS_FOR_ANOTHER, { approvalId }));
    // A person decides on the arguments that the tool will receive, and these may be an edit of another person.
    const call = this.calls.get(toolCallId);
    if (!isDeepStrictEqual(call?.input, part.arguments)) {
      this.calls.set(toolCallId, { round: call?.round ?? -1, input: part.arguments });
      chunks.push({ type: 'tool-input-available', toolCallId, toolName, input: part.arguments });
    }
    if (!canAct) return;
    // The page itself answers a call of its own tool.
    if (isClientCall(part)) {
      this.clientCalls.set(toolCallId, approvalRef(part));
      return;
    }
    const message = question?.message ?? part.message;
    const texts = { ...(message !== undefined && { message }), ...(reason !== undefined && { reason }) };
    const shown = message ?? reason;
    chunks.push({
      type: 'tool-approval-request',
      toolCallId,
      approvalId: approvalRef(part),
      approvalDescriptor: {
        approvalId,
        revision,
        argsHash,
        expiresAt,
        ...texts,
        ...(question && { question: { message: question.message, schema: question.schema } }),
      },
      ...(shown !== undefined && { reason: shown }),
    });
  }

  /**
   * Adds the chunks of the calls on which the reader cannot act. A stock client sends only after every call of the answer
   * has an output. If the reader can act on no call, these outputs are preliminary, so that the client does not send.
   */
  suspend(batch: readonly SuspendedCall[], chunks: UiMessageChunk[]): void {
    const canAct = batch.some(({ toolCallId }) => this.asked.has(toolCallId) && !this.asked.get(toolCallId));
    const mark = canAct ? {} : ({ preliminary: true } as const);
    for (const call of batch) {
      const { toolCallId, verdict, reason = REJECTED } = call;
      if (verdict === 'reject') chunks.push(...deniedChunks(toolCallId, reason));
      const output = this.waitingOutput(call);
      if (output) chunks.push({ type: 'tool-output-available', toolCallId, output, ...mark });
    }
    this.asked.clear();
  }

  private waitingOutput({ toolCallId, verdict, reason, innerRunId }: SuspendedCall): WaitingOutput | undefined {
    if (innerRunId !== undefined) return waiting(WAITS_INSIDE, { reason: 'toolgate:waits_inside', innerRunId });
    if (verdict === 'run') return waiting(reason === undefined ? WAITS_FOR_SIBLINGS : ANSWERED);
    if (verdict === 'wait' && !this.asked.has(toolCallId)) return waiting(OUTCOME_UNKNOWN);
    return this.asked.get(toolCallId);
  }

  /** Marks a call as answered. */
  close(toolCallId: string): void {
    this.calls.delete(toolCallId);
  }

  /** Adds an error for each call that the model did not complete: its answer has ended. */
  endAnswer(chunks: UiMessageChunk[]): void {
    this.failIf(({ round, input }) => round >= 0 && input === undefined, INCOMPLETE_CALL, chunks);
  }

  /** Adds an error for each call without a result: its turn has ended. */
  fail(chunks: UiMessageChunk[]): void {
    this.failIf(() => true, ENDED_CALL, chunks);
  }

  /** Adds an error for each call of the rounds after one: another process asks the model again for these rounds. */
  beginAgain(last: number, chunks: UiMessageChunk[]): void {
    this.failIf(({ round }) => round > last, LOST_CALL, chunks);
  }

  private failIf(isFailed: (call: OpenCall) => boolean, errorText: string, chunks: UiMessageChunk[]): void {
    for (const [toolCallId, call] of this.calls) {
      if (!isFailed(call)) continue;
      chunks.push({ type: 'tool-output-error', toolCallId, errorText });
      this.calls.delete(toolCallId);
    }
  }
}

const waiting = (text: string, more: object = {}): WaitingOutput => ({ status: 'waiting', text, ...more });

// The arguments of a call that cannot be read are shown as the model wrote them; its result is an error.
// A chat model of the application may leave them out if there are none.
const inputOf = (text = ''): JsonValue => {
  if (text.trim() === '') return EMPTY;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const EMPTY: JsonObject = {};
