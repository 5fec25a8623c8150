import { ChatModel, type ChatResponse, type ChatStream } from 'toolgate/model';
import { ChatClientException } from '../errors/chat.errors.js';

const MESSAGE =
  'No chat model is configured. Pass one to ToolgateModule.forRoot({ model }) or createToolgate({ model }), or provide ChatModel in a module.';

/** The model of an application without one: each use throws an exception with an instruction. */
export class NoChatModel extends ChatModel {
  async call(): Promise<ChatResponse> {
    throw new ChatClientException(MESSAGE);
  }

  async *stream(): ChatStream {
    throw new ChatClientException(MESSAGE);
  }
}
