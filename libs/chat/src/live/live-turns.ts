import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import {
  chain,
  DEFAULT_TENANT,
  describeError,
  idsForLog,
  ignore,
  type MaybePromise,
  recordOf,
  type TurnAbort,
  within,
} from '#core';
import { LineLogger } from 'toolgate/model';
import { ToolApprovalPendingException } from 'toolgate/tool';
import type { ChatTurn } from '../contract/chat-turn.js';
import type { ConversationKey } from '../contract/conversation-key.js';
import type { LiveTurnOwner, LoggedTurn, PartLists, TurnLog } from '../contract/turn-log.js';
import { assertOperator, mayOperate, seesTenant, type TurnOperator } from '../contract/turn-operator.js';
import type { ClaimedRun, TurnPersistence } from '../contract/turn-persistence.js';
import { ChatTimeoutException, RunEndedException } from '../errors/chat.errors.js';
import { LiveTurnException } from '../errors/live-turn.errors.js';
import { endedBy } from './error-part.js';
import { type AttemptEnd, LoggedTurnListener } from './logged-turn-listener.js';
import { LIVE_TURNS, type LiveTurnOptions } from './options.js';
import { TurnWriter } from './turn-writer.js';

interface LiveTurnParts {
  readonly log: TurnLog;
  readonly persistence?: TurnPersistence;
  readonly shutdownMs?: LiveTurnOptions['shutdownMs'];
}

const logger = new LineLogger('Toolgate');

/** The live turns of this process, and the log that readers of every process follow. */
export class LiveTurns implements BeforeApplicationShutdown, OnApplicationShutdown {
  /** The readers of this process, of turns of any process. */
  readonly readers = new Set<PartLists>();
  private readonly ends: (() => Promise<void>)[] = [];
  private readonly running = new Map<TurnAbort, Promise<void>>();

  constructor(private readonly parts: LiveTurnParts) {}

  get log(): TurnLog {
    return this.parts.log;
  }

  /** Opens a new turn in the log. The returned listener writes it. */
  begin(turn: ChatTurn, abort: TurnAbort): LoggedTurnListener {
    const { runId, conversation } = turn.context;
    const onAbort = (): void => abort.abort(new DOMException('The turn was aborted.', 'AbortError'));
    const open = (owner: LiveTurnOwner) => this.log.open(runId, { ...owner, attempt: 0, onAbort });
    const writer = new TurnWriter({ runId, conversation }, () => chain(this.ownerOf(turn), open));
    const closed = writer.closed.then(() => void this.running.delete(abort));
    this.running.set(abort, closed);
    return new LoggedTurnListener(writer, (error) => {
      if (wasAborted(abort)) void this.cancelSaved(turn);
      return endOfTurn(error, abort, turn);
    });
  }

  /** Opens an attempt to resume a run in the log. The returned listener writes it. */
  resume(run: ClaimedRun): LoggedTurnListener {
    const { id: runId, tenant, requester, attempt, loop, signal } = run;
    const { conversation } = run.request;
    const onAbort = (): void => void this.parts.persistence?.cancel(runId, { id: requester, tenant }).catch(() => {});
    const opened = { tenant, conversation, requester, attempt, onAbort };
    const writer = new TurnWriter({ runId, conversation }, () => this.log.open(runId, opened));
    writer.part({ type: 'resumed', runId, round: loop.round });
    return new LoggedTurnListener(writer, (error) => endOfAttempt(error, signal));
  }

  /** Returns a turn that a person may follow; undefined if there is none. */
  async find(run: string, by: TurnOperator): Promise<LoggedTurn | undefined> {
    assertOperator(by);
    const found = await this.log.find(run);
    return found && seesTenant(found, by) && mayOperate(found, by) ? found : undefined;
  }

  async active({ tenant = DEFAULT_TENANT, conversation }: Partial<ConversationKey>): Promise<string | undefined> {
    return conversation === undefined ? undefined : this.log.active({ tenant, conversation });
  }

  /** Ends a turn; does nothing if it has ended. */
  async abort(run: string, by: TurnOperator): Promise<void> {
    assertOperator(by);
    const found = await this.log.find(run);
    const seen = found && seesTenant(found, by) ? found : undefined;
    if (seen && !mayOperate(seen, by)) throw notEligible(run);
    if (seen?.attempt === 0 && (await this.log.requestAbort(run))) return;
    const isSaved = await this.parts.persistence?.cancel(run, by);
    if (!isSaved && !seen) throw LiveTurnException.notFound(run);
  }

  /** Calls back when the application stops: after the live turns of this process, and before readers of others end. */
  onStop(end: () => Promise<void>): void {
    this.ends.push(end);
  }

  /** Waits for the live turns of this process, ends those that take too long, and then ends all readers. */
  async beforeApplicationShutdown(): Promise<void> {
    const { shutdownMs = LIVE_TURNS.shutdownMs.default } = this.parts;
    await this.idle(shutdownMs);
    for (const abort of this.running.keys()) abort.abort(STOPPED);
    await this.idle(shutdownMs);
    await Promise.all(this.ends.map((end) => end()));
    // A reader must not keep the server from closing while another process runs its turn.
    for (const reader of this.readers) void reader.return?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.log.close?.();
  }

  private async idle(ms: number): Promise<void> {
    if (this.running.size > 0) await within(Promise.all(this.running.values()), ms, () => {});
  }

  private ownerOf({ context }: ChatTurn): MaybePromise<LiveTurnOwner> {
    const { conversation } = context;
    return chain(this.parts.persistence?.requesterOf(context), (requester) =>
      requester
        ? { tenant: requester.tenant, conversation, requester: requester.id }
        : { tenant: DEFAULT_TENANT, conversation },
    );
  }

  // The turn may have been saved before its abort, or may be saved now.
  private async cancelSaved(turn: ChatTurn): Promise<void> {
    const { persistence } = this.parts;
    const { runId } = turn.context;
    await turn.durable?.suspending?.catch(ignore);
    if (!turn.durable?.suspended) return;
    try {
      const { tenant, requester } = await this.ownerOf(turn);
      if (requester !== undefined) await persistence?.cancel(runId, { id: requester, tenant });
    } catch (error) {
      logger.warn(`An aborted turn was saved and not canceled: ${describeError(error)} ${idsForLog({ runId })}`);
    }
  }
}

/** The reason for the abort of a live turn when the application stops. */
const STOPPED = new Error('The application stopped.');

/** Whether a turn was ended on purpose: not by the end of its application, nor by a time limit. */
const wasAborted = ({ aborted, reason }: TurnAbort): boolean =>
  aborted && reason !== STOPPED && !(reason instanceof ChatTimeoutException);

const endOfTurn = (
  error: unknown,
  abort: TurnAbort,
  { context: { runId, conversation }, isRefused }: ChatTurn,
): AttemptEnd => {
  if (isSuspension(error)) return { how: 'end' };
  if (abort.reason === STOPPED) return { how: 'end', kind: 'lost' };
  if (wasAborted(abort)) return { how: 'end', kind: 'aborted' };
  const about = idsForLog({ runId, conversation });
  // The sender of the message receives the reason of a refusal, but not the cause, such as that of a store.
  if (isRefused) logger.warn(`A live turn was refused: ${describeError(error)}${causeForLog(error)} ${about}`);
  else logger.error(`A live turn failed: ${describeError(error)} ${about}`);
  return { how: 'end', kind: 'failed' };
};

const causeForLog = (error: unknown): string => {
  const { cause } = recordOf(error);
  return cause instanceof Error ? ` Cause: ${describeError(cause)}` : '';
};

const endOfAttempt = (error: unknown, { aborted }: AbortSignal): AttemptEnd => {
  if (isSuspension(error)) return { how: 'end' };
  // Another process resumes the run.
  if (aborted && !(error instanceof RunEndedException)) return { how: 'release' };
  return { how: 'end', kind: endedBy(error) };
};

const isSuspension = (error: unknown): boolean =>
  error instanceof ToolApprovalPendingException && error.suspended !== undefined;

const notEligible = (run: string): LiveTurnException =>
  new LiveTurnException(
    'not-eligible',
    run,
    `The turn ${run} may be aborted only by its requester or an administrator. Ask one of these.`,
  );
