import { Inject } from '@nestjs/common';
import { throwInvalid } from '../prompt/checks/invalid-value.js';

/**
 * Returns the token of the client of this name. Nest shows the token, with its instruction, if no module provides it.
 */
export const chatClientToken = (name: string): symbol =>
  Symbol.for(
    `the chat client '${name}': name one of the clients of forFeature(), or import ToolgateModule.forFeature([{ name: '${name}' }])`,
  );

/**
 * Injects the client of this name, which `ToolgateModule.forFeature` created: `@InjectChatClient('support') chat:
 * ChatClient`. Throws `ChatClientException` without a name.
 */
export const InjectChatClient = (name: string): ParameterDecorator & PropertyDecorator => {
  if (typeof name === 'string' && name.trim() !== '') return Inject(chatClientToken(name));
  return throwInvalid(
    '@InjectChatClient()',
    name,
    "Pass the name of a client, such as 'support', or inject ChatClient.",
  );
};
