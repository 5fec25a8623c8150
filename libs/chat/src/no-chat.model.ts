import { ChatModel, type ChatResponse, type ChatStream } from 'toolgate/model';
import { ChatClientException } from './chat.errors.js';

const MESSAGE =
  'There is no chat model. Give one to ToolgateModule.forRoot({ model }) or createToolgate({ model }), or provide ChatModel in a module.';

/** Stands where an application has no model: using it is an error that says what to do. */
export class NoChatModel extends ChatModel {
  async call(): Promise<ChatResponse> {
    throw new ChatClientException(MESSAGE);
  }

  async *stream(): ChatStream {
    throw new ChatClientException(MESSAGE);
  }
}
