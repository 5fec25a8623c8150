import { Injectable } from '@nestjs/common';
import { ApprovalService, type Approver, RunContentRemovedException, RunNotFoundException } from 'toolgate/approval';
import { type UiMessage, uiMessages } from 'toolgate/http';
import { ChatMemoryRepository, type ConversationRef } from 'toolgate/memory';
import type { Message } from 'toolgate/model';

/** Reads conversations as the page shows them. */
@Injectable()
export class SavedChats {
  constructor(
    private readonly memory: ChatMemoryRepository,
    private readonly approvals: ApprovalService,
  ) {}

  async messages(conversation: ConversationRef, by: Approver): Promise<readonly UiMessage[]> {
    const turns = new Map<string, Message[]>();
    for (const { turn = '', message } of await this.memory.history(conversation)) {
      turns.set(turn, [...(turns.get(turn) ?? []), message]);
    }
    const shown = [...turns].map(async ([id, saved]) =>
      uiMessages({ id, messages: (await this.messagesOfRun(id, by)) ?? saved }),
    );
    return (await Promise.all(shown)).flat();
  }

  // The memory contains questions and answers. The run of a turn that waited contains its calls, too.
  private async messagesOfRun(id: string, by: Approver): Promise<readonly Message[] | undefined> {
    try {
      const messages = await this.approvals.runs.messages(id, by);
      return messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
    } catch (error) {
      if (error instanceof RunNotFoundException || error instanceof RunContentRemovedException) return undefined;
      throw error;
    }
  }
}
