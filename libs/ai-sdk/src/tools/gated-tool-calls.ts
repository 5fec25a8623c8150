import { hash } from 'node:crypto';
import { DEFAULT_TENANT, isObject, recordOf } from '#core';
import { hashOf, requestRunId } from '#approval';
import {
  GatedCallException,
  type GatedCallOutcome,
  type GatedCalls,
  type Requester,
  RunNotFoundException,
} from 'toolgate/approval';
import { type JsonObject, toJson } from 'toolgate/model';
import type { AiSdkApprovalStatus } from './ai-sdk-tool.js';

/** On whose behalf the calls of one conversation are made, and how long they wait. */
export interface GateOptions {
  /** The person that `RequesterResolver` identifies for `toolContext`. */
  readonly requester: Requester;
  /** Identifies the conversation, because call ids may repeat in another conversation. */
  readonly conversation: string;
  /** The data for the tools, the strategy and `RequesterResolver`: plain JSON, which is saved with a call. */
  readonly toolContext?: JsonObject;
  /** Values for the bodies that are never saved. */
  readonly transient?: Readonly<Record<string, unknown>>;
  /** How long `execute` waits for a decision (`inline`), and for the end of an approved call. @default 60,000 */
  readonly waitMs?: number;
}

/** Where a call is in the history, as the AI SDK states it. */
export interface ToolCallPlace {
  readonly toolCallId: string;
  readonly messages: readonly object[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** The outcome of a call; undefined if a posted history contains a call that was never requested here. */
export type ToolCallOutcome = GatedCallOutcome | undefined;

const WAIT_MS = 60_000;

/** The calls of one conversation. Each has one record, and its body runs once, however often the loop requests it. */
export class GatedToolCalls {
  /** Completed outcomes, by call, from the status of a call to its `execute`, which the AI SDK then calls at once. */
  private readonly completed = new Map<string, GatedCallOutcome>();

  constructor(
    private readonly gated: GatedCalls,
    private readonly options: GateOptions & { readonly wait: 'inline' | 'client' },
  ) {}

  /** Returns whether a call may run, by its record. Runs the call if the strategy approves it. */
  async status(tool: string, input: unknown, place: ToolCallPlace): Promise<AiSdkApprovalStatus> {
    const call = this.callOf(tool, input, place);
    // `run` refuses it, and its error is for the model. An error here would fail the whole request.
    if (!isObject(call.input)) return 'approved';
    const outcome = await this.outcome(call, 0);
    if (!outcome) return { type: 'denied', reason: UNREQUESTED };
    if (outcome.status === 'rejected') return { type: 'denied', reason: outcome.reason };
    if (outcome.status === 'completed') this.completed.set(keyOf(call), outcome);
    return waitsForPerson(outcome) ? 'user-approval' : 'approved';
  }

  /** Returns the value of `needsApproval` in version 6: whether the client is asked about a call. */
  async mustBeAsked(tool: string, input: unknown, place: ToolCallPlace): Promise<boolean> {
    // Version 6 denies a call that the client approved if `needsApproval` returns false for it. The record of the call
    // decides in `run`.
    if (positionOf(place) < place.messages.length) return true;
    return (await this.status(tool, input, place)) === 'user-approval';
  }

  /** Returns the outcome of a call. Only its record lets it run, never the history that a client posted. */
  async run(tool: string, input: unknown, place: ToolCallPlace): Promise<ToolCallOutcome> {
    const { wait, waitMs = WAIT_MS } = this.options;
    const call = this.callOf(tool, input, place);
    if (wait === 'inline') return await this.outcome(call, waitMs);
    const outcome = this.takeCompleted(call) ?? (await this.outcome(call, 0));
    const isRunning = outcome?.status === 'suspended' && !waitsForPerson(outcome);
    return isRunning ? this.outcome(call, waitMs) : outcome;
  }

  private callOf(tool: string, input: unknown, place: ToolCallPlace): Call {
    const at = positionOf(place);
    return { tool, input: toJson(input ?? {}) as JsonObject, place, at };
  }

  // Removes the outcome, so that results do not accumulate in a gate that lives long.
  private takeCompleted(call: Call): GatedCallOutcome | undefined {
    const key = keyOf(call);
    const outcome = this.completed.get(key);
    this.completed.delete(key);
    return outcome;
  }

  private async outcome({ tool, input, place, at }: Call, waitMs: number): Promise<ToolCallOutcome> {
    const { conversation, toolContext, transient } = this.options;
    const { abortSignal: signal, toolCallId, messages } = place;
    const requestId = idOf([conversation, at, toolCallId, tool, hashOf(input)]);
    const requester = { tenant: DEFAULT_TENANT, ...this.options.requester };
    const waiting = { waitMs, ...(signal && { signal }) };
    if (at < messages.length) return this.known(requestRunId(requester, requestId), waiting);
    const context = { ...(toolContext && { toolContext }), ...(transient && { transient }) };
    return await this.gated.call(tool, input, {
      requestId,
      conversation,
      ...context,
      ...waiting,
      assertRequester: ({ id, tenant }) => {
        if (id !== requester.id || tenant !== requester.tenant) throw otherRequester(requester);
      },
    });
  }

  private async known(runId: string, waiting: { readonly waitMs: number }): Promise<ToolCallOutcome> {
    try {
      return await this.gated.outcome(runId, waiting, this.options.requester);
    } catch (error) {
      if (error instanceof RunNotFoundException) return undefined;
      throw error;
    }
  }
}

/** A call of the loop. */
interface Call {
  readonly tool: string;
  readonly input: JsonObject;
  readonly place: ToolCallPlace;
  /**
   * The position of the answer with the call. If it is inside the history, the call was requested earlier, and only its
   * record lets it run.
   */
  readonly at: number;
}

/** Why a call of a posted history does not run. */
export const UNREQUESTED = 'it was never requested here';

/** Whether a call waits for a decision, and not only for its body. */
export const waitsForPerson = (outcome: GatedCallOutcome): boolean =>
  outcome.status === 'suspended' && outcome.approvals.length > 0;

interface HistoryPart {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly approvalId?: unknown;
}

// The position of the answer with the call, the same before and after a client has posted the history. Call ids repeat,
// so a call that has a result is an earlier one, unless the client approves it again.
const positionOf = (place: ToolCallPlace): number => {
  const { messages, toolCallId } = place;
  const has = (message: object, type: string): boolean => partsOf(message).some(isPart(type, toolCallId));
  const at = messages.findLastIndex((message) => has(message, 'tool-call'));
  const hasResult = messages.slice(at).some((message) => has(message, 'tool-result'));
  return at >= 0 && (!hasResult || isPostedApproval(place)) ? at : messages.length;
};

// For an approval in the last message, the AI SDK calls the tool even if an earlier message has the result of the call.
const isPostedApproval = ({ messages, toolCallId }: ToolCallPlace): boolean => {
  const last = messages.slice(-1).flatMap(partsOf);
  const asked = messages.flatMap(partsOf).filter(isPart('tool-approval-request', toolCallId));
  const isApproved = last.some(
    ({ type, approvalId }) =>
      type === 'tool-approval-response' && asked.some((request) => request.approvalId === approvalId),
  );
  return isApproved && !last.some(isPart('tool-result', toolCallId));
};

const partsOf = (message: object): readonly HistoryPart[] => {
  const { content } = recordOf(message);
  return Array.isArray(content) ? content : [];
};

const isPart =
  (type: string, id: string) =>
  (part: HistoryPart): boolean =>
    part.type === type && part.toolCallId === id;

/** Names a call within this loop, without the cost of a hash. */
const keyOf = ({ tool, input, place, at }: Call): string => JSON.stringify([at, place.toolCallId, tool, input]);

/** Identifies the record of a call. */
const idOf = (parts: readonly unknown[]): string => `ai-sdk:${hash('sha256', JSON.stringify(parts), 'base64url')}`;

const otherRequester = ({ id }: Requester): GatedCallException =>
  new GatedCallException(
    `gateAiSdkTools() received the requester ${JSON.stringify(id)}, and RequesterResolver identifies another one. Pass the requester and the toolContext of the same person.`,
  );
