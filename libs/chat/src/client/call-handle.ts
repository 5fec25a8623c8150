import { randomUUID } from 'node:crypto';
import { type ChatResponse, textOf } from 'toolgate/model';
import type { JsonSource, ValueOf } from 'toolgate/tool';
import type { Advisor } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { ChatClientException } from '../errors/chat.errors.js';
import type { CallableTurn } from '../turn/readable-turn.js';
import type { EntityOptions } from '../contract/entity-options.js';
import { checkEntityOptions } from '../prompt/checks/check-entity-options.js';
import { type EntityRequest, entityRequest } from '../structured-output/entity-request.js';
import type { ResponseEntity } from '../structured-output/response-entity.js';
import { type TurnOutcome, turnOutcome } from './turn-outcome.js';

const NONE: readonly Advisor[] = [];

const answerText = ({ chatResponse }: ChatClientResponse): string => textOf(chatResponse.message);

const responseFrom = ({ chatResponse }: ChatClientResponse): ChatResponse => chatResponse;

/**
 * A turn whose answer is read as a whole: `chat.prompt(…).call()`. It starts at the first read and runs once, however
 * often it is read.
 */
export class CallResponseSpec {
  private response?: Promise<ChatClientResponse>;

  private asked?: EntityRequest<unknown>;

  private turn?: CallableTurn;

  /** @param start starts the turn; the turn creates its own id if `runId` is undefined */
  constructor(
    private readonly start: (added: readonly Advisor[], runId: string | undefined) => CallableTurn,
    private id?: string,
  ) {}

  /** The id of the turn, known before anything is sent. Its run has the same id if the turn is suspended. */
  get runId(): string {
    return (this.id ??= this.turn?.runId ?? randomUUID());
  }

  /** Returns the text of the answer; an empty string if it has none. */
  // Not async: while the turn runs, the frame of an async function would hold the whole prompt in memory.
  content(): Promise<string> {
    return this.chatClientResponse().then(answerText);
  }

  chatResponse(): Promise<ChatResponse> {
    return this.chatClientResponse().then(responseFrom);
  }

  /**
   * Returns the answer as a value of the source: an instance of a class, a value of a schema, or a list of them. An
   * answer that does not fit is requested again. After the last attempt, throws a `ChatTurnException` whose cause is a
   * `StructuredOutputException`.
   */
  async entity<const S extends JsonSource>(source: S, options?: EntityOptions): Promise<ValueOf<S>> {
    return (await this.responseEntity(source, options)).entity;
  }

  /** Returns the value as `entity()` does, together with the model's response. */
  async responseEntity<const S extends JsonSource>(
    source: S,
    options: EntityOptions = {},
  ): Promise<ResponseEntity<ValueOf<S>>> {
    const { entityOf } = this.ask(entityRequest(source, checkEntityOptions(options)));
    const response = await this.chatResponse();
    try {
      return { entity: await entityOf(response), response };
    } catch (error) {
      throw this.turn ? this.turn.failure(error) : error;
    }
  }

  /** Returns the answer with the context of the advisors. */
  chatClientResponse(): Promise<ChatClientResponse> {
    this.response ??= this.run();
    return this.response;
  }

  /**
   * Returns how the turn ended. Every other method throws `ToolApprovalPendingException` if the turn waits for
   * approval.
   */
  outcome(): Promise<TurnOutcome> {
    return turnOutcome(this.chatClientResponse());
  }

  private run(): Promise<ChatClientResponse> {
    try {
      this.turn = this.start(this.asked ? [this.asked.advisor] : NONE, this.id);
      return this.turn.drain();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  private ask<T>(request: EntityRequest<T>): EntityRequest<T> {
    const { asked } = this;
    if (asked?.reader === request.reader) return asked as EntityRequest<T>;
    if (asked || this.response) {
      throw new ChatClientException(
        'This call was already read, without this entity. Read entity() first, or use call() again for another turn.',
      );
    }
    this.asked = request;
    return request;
  }
}
