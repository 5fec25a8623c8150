import type { ChatModel } from 'toolgate/model';
import { ChatClientException } from './chat.errors.js';

/** Gives a chat model back. Throws `ChatClientException` for what is none, naming where it was given. */
export const assertModel = (model: ChatModel, where: string): ChatModel => {
  if (typeof model.call === 'function' && typeof model.stream === 'function') return model;
  throw new ChatClientException(
    `${where} was given no chat model. Give an instance that has call() and stream(), such as aiSdkChatModel(…).`,
  );
};
