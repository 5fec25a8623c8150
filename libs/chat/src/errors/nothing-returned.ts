import { isObject, isPromiseLike, kindOf, recordOf } from '#core';
import type { ChatModel, ChatResponse } from 'toolgate/model';
import type { Advisor } from '../contract/advisor.js';
import { ChatClientException } from './chat.errors.js';

const PASS_ON = 'async *advise(request, chain) { return yield* chain.next(request); }';

/**
 * The error for an advisor whose `advise` returned no stream: a `return` is missing, or `advise` is an async function.
 */
export const noStream = (advisor: Advisor, returned: unknown): ChatClientException =>
  new ChatClientException(
    `The advisor ${advisor.constructor.name} returned ${returnedOf(returned)} from advise(). Return a stream: return chain.next(request), or ${PASS_ON}.`,
  );

/**
 * The error for an advisor whose stream ended without a response: it yielded the parts and did not return the response.
 */
export const noResponse = (advisor: Advisor): ChatClientException =>
  new ChatClientException(
    `The stream of the advisor ${advisor.constructor.name} ended without a response. Return the response: ${PASS_ON}.`,
  );

/** The error for an advisor that called the next one without the request of its turn. */
export const noRequest = (advisor: Advisor | undefined, passed: unknown): ChatClientException => {
  const what = isObject(passed) ? 'a request without its turn' : kindOf(passed);
  return new ChatClientException(
    `The advisor ${advisor?.constructor.name} passed ${what} to chain.next(). Pass the request that it received, or a changed copy: chain.next({ ...request, … }).`,
  );
};

/** The error for a hook of an advisor that returned nothing. */
export const nothingFrom = (advisor: Advisor, hook: string): ChatClientException =>
  new ChatClientException(
    `The advisor ${advisor.constructor.name} returned nothing from ${hook}(). Return what it received, or a changed copy.`,
  );

/** Whether a model returned a response with a message of parts. */
export const isAnswer = (response: Partial<ChatResponse> | undefined): boolean =>
  Array.isArray(response?.message?.content);

/** The error for a chat model that returned no response, the most likely mistake in a custom model. */
export const noAnswer = (model: ChatModel, method: 'call' | 'stream', returned: unknown): ChatClientException => {
  const { message } = recordOf(returned);
  const problem = isObject(message)
    ? `a message whose content is ${kindOf(message['content'])}. Create it with assistantMessage() of toolgate/model.`
    : `${returnedOf(returned)}. ${INSTRUCTIONS[method]}`;
  return new ChatClientException(
    `The chat model ${model.constructor.name} returned no response: ${method}() returned ${problem}`,
  );
};

const INSTRUCTIONS = {
  call: 'Return a promise of { message, finishReason, usage }.',
  stream: 'Write async *stream(prompt) { … }, and return { message, finishReason, usage } at its end.',
};

const returnedOf = (value: unknown): string => (isPromiseLike(value) ? 'a promise' : kindOf(value));
