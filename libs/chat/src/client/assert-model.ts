import { instanceRemedy } from '#core';
import type { ChatModel } from 'toolgate/model';
import { ChatClientException } from '../errors/chat.errors.js';
import { throwInvalid } from '../prompt/checks/invalid-value.js';

/**
 * Returns a chat model. Throws `ChatClientException`, with the place, if the value is not a chat model. `seam` is the
 * token under which a module may provide the model instead.
 */
export const assertModel = (model: ChatModel, where: string, seam?: string): ChatModel => {
  if (typeof model.call === 'function' && typeof model.stream === 'function') return model;
  const remedy = instanceRemedy(model, seam);
  if (remedy) return throwInvalid(where, model, remedy);
  throw new ChatClientException(
    `${where} received no chat model. Pass an instance that has call() and stream(), such as aiSdkChatModel(…).`,
  );
};
