import type { ChatModel } from 'toolgate/model';
import { ChatClientException } from '../errors/chat.errors.js';

/** Returns a chat model. Throws `ChatClientException`, with the place, if the value is not a chat model. */
export const assertModel = (model: ChatModel, where: string): ChatModel => {
  if (typeof model.call === 'function' && typeof model.stream === 'function') return model;
  throw new ChatClientException(
    `${where} received no chat model. Pass an instance that has call() and stream(), such as aiSdkChatModel(…).`,
  );
};
