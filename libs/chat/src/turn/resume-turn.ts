import { freezeJson, ignore, TurnAbort } from '#core';
import { mergeOptions } from '#model';
import { ToolContext } from 'toolgate/tool';
import type { Advisor } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import { ChatClientException, RunEndedException } from '../errors/chat.errors.js';
import type { ComposeChain } from './compose-chain.js';
import { fromSavedRequest } from '../loop/saved-request.js';
import { fromSavedLimits } from '../loop/saved-limits.js';
import type { ClaimedRun, FreeRun } from '../contract/turn-persistence.js';
import { followRun, whenFree } from './follow-run.js';
import { openChain } from './open-chain.js';
import type { ReadableTurn, TurnStep } from './readable-turn.js';
import { answered, resumedPart, type Seen, startingWith, waiting } from './saved-outcome.js';
import { RunningTurn } from './running-turn.js';
import { EntityAdvisor, entityRequest } from '../structured-output/entity-request.js';
import { boundTurn } from './turn-bounds.js';
import { bothListeners, type TurnListener } from '../contract/turn-listener.js';

/** The run to resume, the advisors of its reader, and the listener of a stream. */
export interface Resumption {
  readonly run: string;
  readonly addedAdvisors: readonly Advisor[];
  readonly listener?: TurnListener;
  /** Present if the reader has seen an earlier attempt: the parts then begin with `resumed`. */
  readonly seen?: Seen;
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

  /** Resumes the run. Resolves after a log has opened its turn, or has failed to. */
  get logged(): Promise<void> {
    return this.turn().then(({ logged }) => logged, ignore);
  }

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
  resumption: Resumption,
  signal: AbortSignal,
): Promise<ReadableTurn> => {
  const { run, listener } = resumption;
  try {
    const { persistence } = runtime;
    if (!persistence)
      throw new ChatClientException(
        'This chat client cannot resume runs: it was created outside a container. Inject a ChatClient, and provide an ApprovalStore.',
      );
    const open = (found: FreeRun, seen = resumption.seen): Promise<ReadableTurn> =>
      openFree(runtime, composeChain, found, { ...resumption, seen });
    const found = await persistence.resume(run, runtime.name);
    if (found.type !== 'busy') return await open(found);
    if (!listener) return await open(await whenFree(found, signal));
    return followRun({ run, busy: found, log: runtime.live.log, open, listener }, signal);
  } catch (error) {
    listener?.reject(error);
    throw error;
  }
};

const openFree = async (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  found: FreeRun,
  resumption: Resumption,
): Promise<ReadableTurn> => {
  const { run } = resumption;
  switch (found.type) {
    case 'claimed':
      return resumeHere(runtime, composeChain, found, resumption);
    case 'completed':
      return answered(run, found, resumption);
    case 'suspended':
      return waiting(found.suspended, resumption);
    default:
      throw new RunEndedException(run, found.type, found.reason, found.transcript);
  }
};

const resumeHere = async (
  runtime: ChatClientRuntime,
  composeChain: ComposeChain,
  resumed: ClaimedRun,
  { addedAdvisors, listener, seen }: Resumption,
): Promise<ReadableTurn> => {
  const abort = new TurnAbort();
  abort.follow(resumed.signal);
  const { timeoutMs = runtime.defaults.timeoutMs } = resumed.request;
  const limit = timeoutMs === 'unlimited' ? Infinity : timeoutMs;
  const turn = turnOf(runtime, resumed, { mode: listener ? 'stream' : 'call', abort, timeoutMs: limit });
  try {
    const { defaults, model } = runtime;
    const request = fromSavedRequest(resumed.request, turn, mergeOptions(model.defaultOptions, defaults.options));
    const stream = openChain(runtime, composeChain, withEntity(addedAdvisors, resumed), request);
    // A run that is being ended has no parts.
    const logged = listener && resumed.closing === undefined ? runtime.live.resume(resumed) : undefined;
    const all = logged && listener ? bothListeners(logged, listener) : listener;
    const running = new RunningTurn(request, stream, abort, boundTurn(abort, { timeoutMs: limit }, all));
    running.logged = logged?.opened;
    return seen ? startingWith(resumedPart(resumed.id, resumed.loop.round), running) : running;
  } catch (cause) {
    await resumed.end({ type: 'failed', cause }, async () => {});
    throw cause;
  }
};

const turnOf = (
  { defaults, name: client, model, persistence }: ChatClientRuntime,
  resumed: ClaimedRun,
  { mode, abort, timeoutMs }: { mode: ChatTurn['mode']; abort: TurnAbort; timeoutMs: number | undefined },
): ChatTurn => {
  const { request, tenant, transient, id: runId, depth } = resumed;
  const data = freezeJson(request.toolContext);
  const context = new ToolContext({ data, transient, conversation: request.conversation, abort, runId, depth });
  const durable = { persistence: resumed, home: persistence!, resumed, timeoutMs };
  const limits = request.limits ? fromSavedLimits(request.limits) : defaults.limits;
  return { client, model, mode, context, tenant, limits, abort, durable, replaces: request.replaces };
};

// If the reader passes the entity again, its source checks the answer. Otherwise, the stored schema does.
const withEntity = (addedAdvisors: readonly Advisor[], { request: { entity } }: ClaimedRun): readonly Advisor[] => {
  if (!entity || addedAdvisors.some((advisor) => advisor instanceof EntityAdvisor)) return addedAdvisors;
  return [...addedAdvisors, entityRequest(entity.schema, entity.options, entity).advisor];
};
