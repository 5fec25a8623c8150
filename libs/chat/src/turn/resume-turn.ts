import { freezeJson, TurnAbort } from '#core';
import { mergeOptions, type Message, type StreamPart } from 'toolgate/model';
import { resultParts, ToolApprovalPendingException, ToolContext } from 'toolgate/tool';
import type { Advisor } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import { ChatClientException, ChatTurnException, RunEndedException } from '../errors/chat.errors.js';
import type { ComposeChain } from './compose-chain.js';
import { fromSavedRequest } from '../loop/saved-request.js';
import { fromSavedLimits } from '../loop/saved-limits.js';
import type { ClaimedRun, ResumedRun, SuspendedTurn } from '../contract/turn-persistence.js';
import { openChain } from './open-chain.js';
import { type ReadableTurn, readToEnd, type TurnStep } from './readable-turn.js';
import { RunningTurn } from './running-turn.js';
import { EntityAdvisor, entityRequest } from '../structured-output/entity-request.js';
import { boundTurn } from './turn-bounds.js';
import type { TurnListener } from './turn-listener.js';
import { partsOfResponse } from '../stream/response-parts.js';
import { partsOfSuspension, suspendedRunOf } from '../loop/suspension-parts.js';

/** The run to resume, the advisors of its reader, and the listener of a stream. */
export interface Resumption {
  readonly run: string;
  readonly addedAdvisors: readonly Advisor[];
  readonly listener?: TurnListener;
}

/** A run with a reader: the turn resumes in this process, or its outcome comes from another one. */
export class ResumedTurn implements ReadableTurn {
  private opened?: Promise<ReadableTurn>;
  private running?: ReadableTurn;
  private readonly left = new AbortController();

  constructor(
    readonly runId: string,
    private readonly open: (signal: AbortSignal) => Promise<ReadableTurn>,
  ) {}

  async next(): Promise<TurnStep> {
    return (await this.turn()).next();
  }

  async drain(): Promise<ChatClientResponse> {
    return (await this.turn()).drain();
  }

  failure(reason: unknown): unknown {
    return this.running ? this.running.failure(reason) : reason;
  }

  /** Leaves the run. A turn that resumes in this process continues without its reader. */
  leave(): void {
    this.left.abort(new DOMException('The reader left the run.', 'AbortError'));
    this.opened?.then(
      (turn) => turn.leave(),
      () => {},
    );
  }

  private turn(): Promise<ReadableTurn> {
    this.opened ??= this.open(this.left.signal).then((turn) => (this.running = turn));
    return this.opened;
  }
}

/** Resumes a run; nothing happens before the first step. */
export const resumeTurn = (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  resumption: Resumption,
): ResumedTurn => new ResumedTurn(resumption.run, (signal) => openRun(runtime, composeChain, resumption, signal));

const openRun = async (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  { run, addedAdvisors, listener }: Resumption,
  signal: AbortSignal,
): Promise<ReadableTurn> => {
  try {
    const { persistence } = runtime;
    if (!persistence)
      throw new ChatClientException(
        'This chat client cannot resume runs: it was created outside a container. Inject a ChatClient, and provide an ApprovalStore.',
      );
    const resumed = await persistence.resume(run, runtime.name, signal);
    switch (resumed.type) {
      case 'claimed':
        return await resumeHere(runtime, composeChain, resumed, { run, addedAdvisors, listener });
      case 'completed':
        return answered(run, resumed, listener);
      case 'suspended':
        return waiting(resumed.suspended, listener);
      default:
        throw new RunEndedException(run, resumed.type, resumed.reason, resumed.transcript);
    }
  } catch (error) {
    listener?.reject(error);
    throw error;
  }
};

const resumeHere = async (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  resumed: ClaimedRun,
  { addedAdvisors, listener }: Resumption,
): Promise<ReadableTurn> => {
  const abort = new TurnAbort();
  abort.follow(resumed.signal);
  const { toolContext, conversation } = resumed.request;
  const context = new ToolContext({
    data: freezeJson(toolContext),
    transient: resumed.transient,
    conversation,
    abort,
    runId: resumed.id,
  });
  const mode = listener ? 'stream' : 'call';
  const { timeoutMs = runtime.defaults.timeoutMs } = resumed.request;
  const limit = timeoutMs === 'unlimited' ? Infinity : timeoutMs;
  const durable = { persistence: resumed, resumed, timeoutMs: limit };
  const { tenant } = resumed;
  const limits = resumed.request.limits ? fromSavedLimits(resumed.request.limits) : runtime.defaults.limits;
  const { name: client, model } = runtime;
  const turn: ChatTurn = { client, model, mode, context, tenant, limits, abort, durable };
  try {
    const { defaults } = runtime;
    const request = fromSavedRequest(resumed.request, turn, mergeOptions(model.defaultOptions, defaults.options));
    const stream = openChain(runtime, composeChain, withEntity(addedAdvisors, resumed), request);
    return new RunningTurn(request, stream, abort, boundTurn(abort, { timeoutMs: limit }, listener));
  } catch (cause) {
    await resumed.end({ type: 'failed', cause }, async () => {});
    throw cause;
  }
};

// A reader that passes the entity again has it checked by its source; for other readers the stored schema applies.
const withEntity = (addedAdvisors: readonly Advisor[], { request: { entity } }: ClaimedRun): readonly Advisor[] => {
  if (!entity || addedAdvisors.some((advisor) => advisor instanceof EntityAdvisor)) return addedAdvisors;
  return [...addedAdvisors, entityRequest(entity.schema, entity.options).advisor];
};

// The run is still suspended, or was suspended again.
const waiting = (suspended: SuspendedTurn, listener: TurnListener | undefined): ReadableTurn => {
  const pending = new ToolApprovalPendingException([], suspendedRunOf(suspended));
  const end = (): TurnStep => {
    listener?.reject(pending);
    return { done: true, value: undefined, pending };
  };
  return replay(suspended.runId, { parts: partsOfSuspension(suspended), end, failure: (reason) => reason });
};

// An outcome that is already saved, as a turn of its own.
const answered = (
  run: string,
  { response: chatResponse, results, round }: Extract<ResumedRun, { type: 'completed' }>,
  listener: TurnListener | undefined,
): ReadableTurn => {
  const response: ChatClientResponse = { chatResponse, context: {} };
  const replayed = results.flatMap(resultParts).map((part) => ({ ...part, round: round - 1 }));
  const parts = [...replayed, ...partsOfResponse(chatResponse, round)];
  const batch: readonly Message[] = results.length > 0 ? [{ role: 'tool', content: results }] : [];
  const transcript = [...batch, chatResponse.message];
  const end = (): TurnStep => {
    listener?.resolve(response);
    return { done: true, value: response };
  };
  return replay(run, { parts, end, failure: (reason) => new ChatTurnException(transcript, reason) });
};

/** Saved parts, and then the end. */
interface Replay extends Pick<ReadableTurn, 'failure'> {
  readonly parts: readonly StreamPart[];
  readonly end: () => TurnStep;
}

const replay = (runId: string, { parts, end, failure }: Replay): ReadableTurn => {
  const rest = parts.values();
  const next = async (): Promise<TurnStep> => {
    const step = rest.next();
    return step.done ? end() : step;
  };
  return { runId, next, drain: () => readToEnd({ next }), failure, leave: () => {} };
};
