import { Injectable } from '@nestjs/common';
import { type UiMessage, uiMessages } from 'toolgate/http';
import { ChatMemoryRepository, type ConversationRef, type StoredMessage } from 'toolgate/memory';

/** Reads conversations as the page shows them. */
@Injectable()
export class SavedChats {
  constructor(private readonly memory: ChatMemoryRepository) {}

  async messages(conversation: ConversationRef): Promise<readonly UiMessage[]> {
    const turns = new Map<string, StoredMessage[]>();
    for (const stored of await this.memory.history(conversation)) {
      const turn = stored.turn ?? '';
      turns.set(turn, [...(turns.get(turn) ?? []), stored]);
    }
    return [...turns].flatMap(([id, stored]) => uiMessages({ id, messages: stored.map(({ message }) => message) }));
  }
}
