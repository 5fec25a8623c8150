import { untilAborted } from '#core';
import type { ChatModel, ChatResponse, Prompt } from 'toolgate/model';
import { modelCallOf } from './abortable-call.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { isAnswer, noAnswer } from '../errors/nothing-returned.js';
import { retryModelCall } from './retry-model-call.js';
import type { RetryPolicy } from './retry-options.js';
import { runSteps } from '../stream/run-steps.js';
import { type OnError, type OnStep, PulledStream } from '../stream/pulled-stream.js';
import { settled, type Steps } from '../stream/steps.js';

/** A model's whole answer as the end of a chain: a stream without parts, only with an end. */
export class ModelCall extends PulledStream {
  constructor(
    private readonly model: ChatModel,
    private readonly prompt: Prompt,
    private readonly request: ChatClientRequest,
    private readonly retry?: RetryPolicy,
  ) {
    super();
  }

  pull(onStep: OnStep, onError: OnError): void {
    runSteps(this.steps()).then((value) => onStep({ done: true, value }), onError);
  }

  /** Calls the model, for a driver that reads no parts. */
  override *steps(): Steps {
    const { turn, context, options } = this.request;
    turn.abort?.throwIfAborted();
    let chatResponse: ChatResponse;
    try {
      const answer = this.callModel();
      chatResponse = settled(answer, yield answer);
    } catch (error) {
      const again = this.retryModelCall(error);
      chatResponse = settled(again, yield again);
    }
    if (!isAnswer(chatResponse)) throw noAnswer(this.model, 'call', chatResponse);
    return { chatResponse, context, sent: options };
  }

  async return(value: ChatClientResponse): Promise<IteratorReturnResult<ChatClientResponse>> {
    return { done: true, value };
  }

  async throw(error: unknown): Promise<never> {
    throw error;
  }

  private callModel(): Promise<ChatResponse> {
    const { turn } = this.request;
    return untilAborted(this.model.call(this.prompt, modelCallOf(turn)), turn.abort);
  }

  private async retryModelCall(failure: unknown): Promise<ChatResponse> {
    const { request, retry: policy } = this;
    if (!policy) throw failure;
    const { abort, context } = request.turn;
    return retryModelCall(failure, { callModel: () => this.callModel(), policy, abort, context });
  }
}
