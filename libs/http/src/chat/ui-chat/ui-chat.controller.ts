import { Delete, Get, Inject, Post, Res } from '@nestjs/common';
import { ChatClient, type PromptBuilder } from 'toolgate/chat';
import { ChatBody } from '../shared/chat-body.js';
import { UiChat } from './ui-chat.js';
import type { UiChatAgent, UiChatPerson } from './ui-chat-agent.js';

/**
 * The routes of a chat with `useChat`. Extend it in a controller of the application, which states the path, the
 * guards and the prompt. It uses the application's `ChatClient` unless the controller injects another one as `client`.
 */
export abstract class UiChatController implements UiChatAgent {
  @Inject(ChatClient)
  readonly client!: ChatClient;

  readonly files?: readonly string[];

  @Inject(UiChat)
  private readonly ui!: UiChat;

  /** Completes a prompt that has the message of the user and the conversation: adds tools, context, a system text. */
  abstract prompt(prompt: PromptBuilder, person: UiChatPerson): PromptBuilder;

  /** Returns the conversation of a chat. @default one that no other person can name */
  conversation?(person: UiChatPerson): string;

  /** Sends a message or decisions, or regenerates the last answer. */
  @Post()
  @ChatBody()
  post(@Res() response: object): Promise<void> {
    return this.ui.post(response, this);
  }

  /** Repeats the turn that waits or runs, and follows it. */
  @Get(':id/stream')
  stream(@Res() response: object): Promise<void> {
    return this.ui.stream(response, this);
  }

  /** Sends one event when the turn that waits was decided or edited elsewhere. */
  @Get(':id/changes')
  changes(@Res() response: object): Promise<void> {
    return this.ui.changes(response, this);
  }

  /** Ends the turn that runs, or cancels the one that waits. */
  @Delete(':id')
  abort(@Res() response: object): Promise<void> {
    return this.ui.abort(response, this);
  }
}
