import { randomUUID } from 'node:crypto';
import { ignore } from '#core';
import { Observable } from 'rxjs';
import type { ChatResponse, StreamPart } from 'toolgate/model';
import type { JsonSource, ValueOf } from 'toolgate/tool';
import type { Advisor } from '../contract/advisor.js';
import { LiveTurn } from './live-turn.js';
import type { PartLists } from '../contract/turn-log.js';
import { type TurnOutcome, turnOutcome } from './turn-outcome.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { deferred } from './deferred.js';
import { responseChunks } from '../chunks/response-chunks.js';
import type { ReadableTurn } from '../turn/readable-turn.js';
import type { EntityOptions } from '../contract/entity-options.js';
import { checkEntityOptions } from '../prompt/checks/check-entity-options.js';
import { entityRequest } from '../structured-output/entity-request.js';
import type { PartialOf } from '../structured-output/partial-of.js';
import type { TurnListener } from '../contract/turn-listener.js';
import type { FollowedFrom } from '../turn/follow-turn.js';

const NONE: readonly Advisor[] = [];

/** The reader of a stream that begins, and the id of its turn if the id was read before. */
interface StreamOpening {
  readonly listener: TurnListener;
  /** The advisors that the reader adds. */
  readonly added: readonly Advisor[];
  readonly runId: string | undefined;
  /** Whether the parts are logged, for readers of every process. */
  readonly isLive: boolean;
}

/** Starts a stream, and follows its turn if it is live. */
export interface StreamStarter {
  /** Starts the turn; the turn creates its own id if the opening has none. */
  start(opening: StreamOpening): ReadableTurn;
  follow(run: FollowedFrom): PartLists;
}

/**
 * A turn whose answer is read while it arrives: `chat.prompt(…).stream()`. It has one reader: the first view that is
 * subscribed, or the first `for await`; a second reader gets an error. Leaving the stream aborts the turn. `outcome()`
 * waits for that reader, and reads the turn itself if there is none.
 */
export class StreamResponseSpec implements AsyncIterable<StreamPart> {
  private opened = false;
  private readonly end = deferred<ChatClientResponse>();

  private turn?: ReadableTurn;

  constructor(
    private readonly starter: StreamStarter,
    private id?: string,
  ) {}

  /** The id of the turn, known before anything is sent. Its run has the same id if the turn is suspended. */
  get runId(): string {
    return (this.id ??= this.turn?.runId ?? randomUUID());
  }

  /** Emits the text of the answer as it is written, of all rounds. */
  content(): Observable<string> {
    return this.view<string>((part, push) => {
      if (part.type === 'text-delta' && part.delta) push(part.delta);
    });
  }

  /**
   * Emits each part of the answer as a response of its own; the last one has the tool calls that are left to you, and
   * the total usage.
   */
  chatResponse(): Observable<ChatResponse> {
    const chunks = responseChunks();
    return this.view<ChatResponse>(
      (part, push) => {
        const chunk = chunks.of(part);
        if (chunk) push(chunk);
      },
      ({ chatResponse }, push) => push(chunks.last(chatResponse)),
    );
  }

  /** Works like `chatResponse()`, with the context of the advisors on the last response. */
  chatClientResponse(): Observable<ChatClientResponse> {
    const chunks = responseChunks();
    return this.view<ChatClientResponse>(
      (part, push) => {
        const chatResponse = chunks.of(part);
        if (chatResponse) push({ chatResponse, context: {} });
      },
      (response, push) => push({ ...response, chatResponse: chunks.last(response.chatResponse) }),
    );
  }

  /** Emits every part: text, reasoning, tool calls and their results, the end of each round, and pending approvals. */
  events(): Observable<StreamPart> {
    return new Observable<StreamPart>((subscriber) => {
      const running = this.open();
      const pump = async (): Promise<void> => {
        while (!subscriber.closed) {
          const step = await running.next();
          // The parts report a suspension.
          if (step.done) return subscriber.complete();
          subscriber.next(step.value);
        }
      };
      pump().catch((error: unknown) => subscriber.error(error));
      return () => running.leave();
    });
  }

  /**
   * Emits the answer as a value that grows while it is written. Until the end, any property may be missing. The last
   * value is complete, valid and created by the source, as in `call().entity()`. Each model call starts a new value.
   */
  entity<const S extends JsonSource>(source: S, options: EntityOptions = {}): Observable<PartialOf<ValueOf<S>>> {
    return new Observable((subscriber) => {
      const show = (partial: unknown): void => subscriber.next(partial as PartialOf<ValueOf<S>>);
      const { advisor, entityOf } = entityRequest(source, checkEntityOptions(options), { show });
      const end = this.view<PartialOf<ValueOf<S>>>(
        ignore,
        async ({ chatResponse }, _push, turn) => {
          try {
            show(await entityOf(chatResponse));
          } catch (error) {
            throw turn.failure(error);
          }
        },
        [advisor],
      );
      return end.subscribe(subscriber);
    });
  }

  /**
   * Starts the turn at once, and reads it in this process to its end. Any number of readers follow its parts, from any
   * part on, in any process; a reader that leaves only detaches. `ChatClient.abort` ends the turn.
   */
  live(): LiveTurn {
    const turn = this.open(NONE, true);
    turn.drain().catch(ignore);
    const { runId, starter } = this;
    const { logged: opened } = turn;
    const follow = (from: number): PartLists => starter.follow({ run: runId, from, opened });
    return new LiveTurn(runId, follow, { end: this.end.promise, opened });
  }

  /** Returns how the turn ended. */
  async outcome(): Promise<TurnOutcome> {
    // A view that is subscribed in the same tick is the reader.
    setImmediate(() => {
      if (!this.opened) this.events().subscribe({ error: () => {} });
    });
    return turnOutcome(this.end.promise);
  }

  [Symbol.asyncIterator](): AsyncIterator<StreamPart, ChatClientResponse | undefined, void> {
    const running = this.open();
    return {
      next: () => running.next(),
      return: async () => {
        running.leave();
        return { done: true, value: undefined };
      },
    };
  }

  private view<T>(
    onPart: (part: StreamPart, push: (value: T) => void) => void,
    onEnd?: (response: ChatClientResponse, push: (value: T) => void, turn: ReadableTurn) => void | Promise<void>,
    added: readonly Advisor[] = [],
  ): Observable<T> {
    return new Observable<T>((subscriber) => {
      const running = this.open(added);
      const push = (value: T): void => subscriber.next(value);
      const pump = async (): Promise<void> => {
        while (!subscriber.closed) {
          const step = await running.next();
          if (step.done) {
            if (step.pending) throw step.pending;
            await onEnd?.(step.value, push, running);
            return subscriber.complete();
          }
          onPart(step.value, push);
        }
      };
      pump().catch((error: unknown) => subscriber.error(error));
      return () => running.leave();
    });
  }

  private open(added: readonly Advisor[] = NONE, isLive = false): ReadableTurn {
    if (this.opened) {
      throw new ChatClientException('This stream has a reader already. Call stream() again for another turn.');
    }
    this.opened = true;
    try {
      this.turn = this.starter.start({ listener: this.end, added, runId: this.id, isLive });
      return this.turn;
    } catch (error) {
      this.end.reject(error);
      throw error;
    }
  }
}
