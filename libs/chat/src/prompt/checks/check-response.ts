import { type ChatResponse, hasToolCalls } from 'toolgate/model';
import { throwInvalid } from './invalid-value.js';

/** Returns an answer that calls tools. Throws `ChatClientException` for anything else. */
export const checkResponse = (place: string, response: ChatResponse): ChatResponse => {
  const isAnswer = response?.message?.role === 'assistant';
  if (isAnswer && Array.isArray(response.message.content) && hasToolCalls(response)) return response;
  return throwInvalid(place, response, 'Pass a response of the model that calls tools, as chatResponse() returns it.');
};
