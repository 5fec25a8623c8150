import { Inject } from '@nestjs/common';

/** Where a client of this name is provided. */
export const chatClientToken = (name: string): symbol => Symbol.for(`toolgate:chat-client:${name}`);

/** Injects the client of this name, which `ToolgateModule.forFeature` made: `@InjectChatClient('support') chat: ChatClient`. */
export const InjectChatClient = (name: string): ParameterDecorator & PropertyDecorator => Inject(chatClientToken(name));
