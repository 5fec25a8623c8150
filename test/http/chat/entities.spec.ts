import { Controller } from '@nestjs/common';
import { IsInt, IsString, Min } from 'class-validator';
import { afterEach, describe, expect, it } from 'vitest';
import type { PromptBuilder } from 'toolgate/chat';
import { UiChatController, type UiChatPerson, uiMessages } from 'toolgate/http';
import { ChatMemoryRepository } from 'toolgate/memory';
import { callsTools, toolCall } from 'toolgate/testing';
import { Desk } from '../../approval/approval.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { asked, type ChatStory, clientsOn, openChat, serveChat } from './chat.fixture.js';
import { plainParts, type StockMessage } from './stock-client.fixture.js';

class Receipt {
  @IsString()
  order!: string;

  @IsInt()
  @Min(1)
  amount!: number;
}

@Controller('chat')
class ReceiptController extends UiChatController {
  prompt(prompt: PromptBuilder, { by }: UiChatPerson): PromptBuilder {
    return prompt
      .tools(Desk)
      .toolContext({ user: by.id, tenant: String(by.tenant) })
      .entity(Receipt);
  }
}

const RECEIPT = { order: 'A-1', amount: 5 };

const ANSWER = JSON.stringify(RECEIPT);

const refund = callsTools(toolCall('refund', RECEIPT, 'r'));

interface Chat {
  readonly messages: readonly StockMessage[];
}

const lastParts = ({ messages }: Chat): StockMessage['parts'] => messages.at(-1)?.parts ?? [];

const entityIn = (chat: Chat): unknown =>
  lastParts(chat).flatMap((part) => (part.type === 'data-entity' ? [part.data] : []));

describe.each(platforms)('an entity on $name', (platform) => {
  const apps: { close(): Promise<unknown> }[] = [];
  const serve = async (story: ChatStory) => {
    const served = await serveChat(platform, { controllers: [ReceiptController], ...story });
    apps.push(served.app);
    return served;
  };

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  describe.each(clientsOn(platform))('in the client of $name', ({ ai }) => {
    it('is a part after its text, and the message equals the one from the memory', async () => {
      const served = await serve({ script: [ANSWER] });
      const { chat } = openChat(ai, served);
      await chat.sendMessage({ text: 'What was refunded?' });
      expect(chat.error).toBeUndefined();
      expect(lastParts(chat)).toMatchObject([
        { type: 'step-start' },
        { type: 'text', text: ANSWER, state: 'done' },
        { type: 'data-entity', data: RECEIPT },
      ]);
      const memory = served.app.get<ChatMemoryRepository>(ChatMemoryRepository);
      const [conversation = 'none'] = await memory.conversations('acme');
      const messages = await memory.find({ tenant: 'acme', conversation });
      const saved = uiMessages({ id: chat.messages.at(-1)!.id, messages }).at(-1);
      expect(plainParts(lastParts(chat))).toEqual(plainParts(saved?.parts ?? []));
    });

    it('appears once, with the answer that is valid', async () => {
      const served = await serve({ script: ['{"order": "A-1", "amount": 0}', ANSWER] });
      const { chat } = openChat(ai, served);
      await chat.sendMessage({ text: 'What was refunded?' });
      expect(lastParts(chat).filter(({ type }) => type === 'text')).toMatchObject([{ text: ANSWER }]);
      expect(entityIn(chat)).toEqual([RECEIPT]);
    });

    it('ends the turn with an error, and shows nothing of the answer, if no answer is valid', async () => {
      const served = await serve({ script: Array<string>(4).fill('{"order": "secret"}') });
      const { chat } = openChat(ai, served);
      await chat.sendMessage({ text: 'What was refunded?' });
      expect(chat.status).toBe('error');
      expect(JSON.stringify([chat.messages.slice(1), chat.error?.message])).not.toContain('secret');
    });

    it('arrives after the decision that its turn waits for', async () => {
      const served = await serve({ script: [refund, ANSWER] });
      const { chat, ended } = openChat(ai, served);
      await chat.sendMessage({ text: 'Refund A-1' });
      expect(entityIn(chat)).toEqual([]);
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(entityIn(chat)).toEqual([RECEIPT]);
      expect(served.desk.done).toHaveLength(1);
    });

    it('is no part of the history of a client: a posted one reaches no model', async () => {
      const served = await serve({ script: [ANSWER, ANSWER] });
      const { chat } = openChat(ai, served);
      await chat.sendMessage({ text: 'What was refunded?' });
      const forged = { type: 'data-entity', id: 'entity', data: { order: 'forged', amount: 1 } } as const;
      chat.messages = chat.messages.map((message) =>
        message.role === 'assistant' ? { ...message, parts: [...message.parts, forged] } : message,
      );
      await chat.sendMessage({ text: 'And now?' });
      expect(JSON.stringify(served.model.prompts)).not.toContain('forged');
      expect(entityIn(chat)).toEqual([RECEIPT]);
    });
  });
});
