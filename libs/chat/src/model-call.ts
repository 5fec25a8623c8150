import type { ChatModel, Prompt } from 'toolgate/model';
import { untilAborted } from 'toolgate/tool';
import { modelCallOf } from './chat-turn.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';
import { noResponse } from './chat.errors.js';

/** A model's whole answer as the end of a chain: a generator of one step that yields nothing. */
export class ModelCall {
  constructor(
    private readonly model: ChatModel,
    private readonly prompt: Prompt,
    private readonly request: ChatClientRequest,
  ) {}

  async next(): Promise<IteratorReturnResult<ChatClientResponse>> {
    const { turn, context, options } = this.request;
    const { abort } = turn;
    abort?.throwIfAborted();
    const chatResponse = await untilAborted(this.model.call(this.prompt, modelCallOf(turn)), abort);
    if (!chatResponse) throw noResponse();
    return { done: true, value: { chatResponse, context, sent: options } };
  }

  async return(value: ChatClientResponse): Promise<IteratorReturnResult<ChatClientResponse>> {
    return { done: true, value };
  }

  async throw(error: unknown): Promise<never> {
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
