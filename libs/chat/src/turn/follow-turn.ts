import { describeError, idsForLog, ignore, isPromiseLike, type MaybePromise } from '#core';
import { LineLogger, type StreamPart } from 'toolgate/model';
import type { PartLists } from '../contract/turn-log.js';
import { LiveTurnException } from '../errors/live-turn.errors.js';
import { endedBy, errorPart } from '../live/error-part.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ReadableTurn } from './readable-turn.js';
import type { Resumption } from './resume-turn.js';
import type { Seen } from './saved-outcome.js';

/** A live turn and the index of the first part to read. */
export interface FollowedFrom {
  readonly run: string;
  readonly from: number;
  /** Settles after the log has opened the turn, or has failed to. */
  readonly opened?: MaybePromise<void>;
}

type Step = IteratorResult<readonly StreamPart[], unknown>;

const DONE: Step = { done: true, value: undefined };

/**
 * Yields the parts of a live turn. After its process was lost, the reader follows the resumed run if the turn was saved,
 * and receives an `error` part otherwise. After a suspension that is over, the reader receives the outcome of the run. A
 * reader that leaves by `return()` ends at once.
 */
export class TurnFollower implements PartLists {
  private lists: PartLists | undefined = undefined;
  private resumed: ReadableTurn | undefined = undefined;
  private isSeen: boolean;
  private isSuspended = false;
  private hasLeftLog = false;
  private hasLeft = false;

  constructor(
    private readonly runtime: Pick<ChatClientRuntime, 'name' | 'live' | 'persistence'>,
    private readonly resume: (resumption: Resumption) => ReadableTurn,
    private readonly followed: FollowedFrom,
  ) {
    this.isSeen = followed.from > 0;
  }

  async next(): Promise<Step> {
    if (!this.lists && isPromiseLike(this.followed.opened)) await this.followed.opened;
    if (this.hasLeft) return DONE;
    const { readers } = this.runtime.live;
    readers.add(this);
    let step = DONE;
    try {
      step = await this.step();
      return step;
    } finally {
      if (step.done) readers.delete(this);
    }
  }

  async return(): Promise<Step> {
    this.hasLeft = true;
    this.runtime.live.readers.delete(this);
    this.resumed?.leave();
    void this.lists?.return?.();
    return DONE;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private async step(): Promise<Step> {
    try {
      const step = await (this.lists ??= this.logged()).next();
      if (step.done) return (await this.hasEndedSince()) ? this.continueWith(this.outcome('suspended')) : step;
      this.isSeen = true;
      this.isSuspended = step.value.at(-1)?.type === 'suspended';
      return step;
    } catch (error) {
      if (this.hasLeftLog) throw error;
      return this.continueWith(this.afterLoss(error));
    }
  }

  private continueWith(lists: PartLists): Promise<Step> {
    this.hasLeftLog = true;
    this.lists = lists;
    return lists.next();
  }

  // Nothing is written to the log if a run is canceled while it waits, or is resumed without a stream.
  private async hasEndedSince(): Promise<boolean> {
    const { persistence, name } = this.runtime;
    if (!this.isSuspended || this.hasLeftLog || !persistence) return false;
    return persistence.hasEnded(this.followed.run, name).catch(() => false);
  }

  private logged(): PartLists {
    const { run, from } = this.followed;
    return this.runtime.live.log.read(run, from);
  }

  private async *afterLoss(error: unknown): AsyncGenerator<readonly StreamPart[], void, void> {
    const { run } = this.followed;
    if (!(error instanceof LiveTurnException)) logUnread(error, run);
    if (!(error instanceof LiveTurnException) || !(await this.runtime.persistence?.isSaved(run))) {
      yield [errorPart('lost')];
      return;
    }
    yield* this.outcome(this.isSeen ? 'some' : undefined);
  }

  private async *outcome(seen: Seen): AsyncGenerator<readonly StreamPart[], void, void> {
    if (this.hasLeft) return;
    const turn = this.resume({ run: this.followed.run, addedAdvisors: [], listener: NO_LISTENER, seen });
    this.resumed = turn;
    try {
      for (let step = await turn.next(); !step.done; step = await turn.next()) yield [step.value];
    } catch (cause) {
      if (!this.hasLeft) yield [errorPart(endedBy(cause))];
    }
  }
}

const logger = new LineLogger('Toolgate');

const logUnread = (error: unknown, runId: string): void =>
  logger.warn(
    `The parts of a live turn cannot be read, so a reader loses the turn, which continues: ${describeError(error)} ${idsForLog({ runId })}`,
  );

const NO_LISTENER = { resolve: ignore, reject: ignore };
