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
import { INCOMPLETE_CALL, LOST_CALL } from '../shared/lost-call.js';
import { deniedChunks } from './result-chunks.js';
import type { UiMessageChunk } from './ui-message-chunk.js';

const ENDED = 'The turn ended before this call had a result.';

const WAITS_FOR_SIBLINGS = 'Runs after the other calls of this answer are decided.';

const WAITS_FOR_ANOTHER = 'Waits for the decision of another person.';

const REJECTED = 'The call was rejected.';

const WAITS_INSIDE = 'Waits for a decision inside it.';

const OUTCOME_UNKNOWN = 'The outcome of this call is unknown. The turn resumes after it is known.';

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
  /** The calls for which the client has received that they wait for a person. */
  private readonly asked = new Set<string>();

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
    this.asked.add(toolCallId);
    // A person decides on the arguments that the tool will receive, and these may be an edit of another person.
    const call = this.calls.get(toolCallId);
    if (!isDeepStrictEqual(call?.input, part.arguments)) {
      this.calls.set(toolCallId, { round: call?.round ?? -1, input: part.arguments });
      chunks.push({ type: 'tool-input-available', toolCallId, toolName, input: part.arguments });
    }
    // The client itself answers a call of its own tool.
    if (part.answeredBy === 'requester' && !question) return;
    if (part.mayDecide === false) {
      chunks.push(waiting(toolCallId, WAITS_FOR_ANOTHER, approvalId));
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
   * Adds the chunks of the calls that do not wait themselves. A stock client sends the decisions only after every call of
   * the answer has an output or a decision.
   */
  suspend(batch: readonly SuspendedCall[], chunks: UiMessageChunk[]): void {
    for (const { toolCallId, verdict, reason = REJECTED, innerRunId } of batch) {
      if (verdict === 'done') continue;
      if (innerRunId !== undefined) chunks.push(waitingInside(toolCallId, innerRunId));
      else if (verdict === 'run') chunks.push(waiting(toolCallId, WAITS_FOR_SIBLINGS));
      else if (verdict === 'reject') chunks.push(...deniedChunks(toolCallId, reason));
      else if (!this.asked.has(toolCallId)) chunks.push(waiting(toolCallId, OUTCOME_UNKNOWN));
    }
    this.asked.clear();
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
    this.failIf(() => true, ENDED, chunks);
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

const waiting = (toolCallId: string, text: string, approvalId?: string): UiMessageChunk => ({
  type: 'tool-output-available',
  toolCallId,
  output: { status: 'waiting', text, ...(approvalId !== undefined && { approvalId }) },
});

const waitingInside = (toolCallId: string, innerRunId: string): UiMessageChunk => ({
  type: 'tool-output-available',
  toolCallId,
  output: { status: 'waiting', text: WAITS_INSIDE, reason: 'toolgate:waits_inside', innerRunId },
});

// The arguments of a call that cannot be read are shown as the model wrote them; its result is an error.
const inputOf = (text: string): JsonValue => {
  if (text.trim() === '') return EMPTY;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const EMPTY: JsonObject = {};
