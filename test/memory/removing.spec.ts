import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ApprovalConflictException, ChatClient, ChatMemory, type Message } from 'toolgate';
import { ChatMemoryRepository, MessageWindowChatMemory } from 'toolgate/memory';
import { textOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { remembering, told } from './memory.fixture.js';

const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));

describe('the last turn of a conversation', () => {
  it('can be removed, so that its question can be asked again', async () => {
    const { app, chat, model, repository } = await remembering({ script: ['One', 'Wrong', 'Right'] });
    const ask = (text: string) => chat.prompt(text).conversation('c').call().content();
    await ask('1');
    await ask('2');
    const [question] = await app.get(ChatMemory).removeLast('c');
    expect(await ask(textOf(question!))).toBe('Right');
    expect(model.prompts[2]).toEqual(model.prompts[1]);
    expect(told(await repository.find('c'))).toEqual(['user: 1', 'assistant: One', 'user: 2', 'assistant: Right']);
    expect((await repository.history('c')).every(({ turn, time }) => turn && !Number.isNaN(Date.parse(time!)))).toBe(
      true,
    );
    expect(await app.get(ChatMemory).removeLast({ tenant: 'acme', conversation: 'c' })).toEqual([]);
  });

  it.each([
    ['of the application', []],
    [
      'that the application creates itself',
      [
        {
          provide: ChatMemory,
          inject: [ChatMemoryRepository],
          useFactory: (repository: ChatMemoryRepository) => new MessageWindowChatMemory(repository),
        },
      ],
    ],
  ])('is never removed while a run is suspended, by a memory %s', async (_, providers) => {
    @Injectable()
    class Again {
      constructor(readonly memory: ChatMemory) {}
    }
    const model = new ScriptedChatModel(['Hello.', refund, 'Done.', 'Fine.']);
    const { app, approvals } = await bootDesk(
      model,
      { memory: true, client: { tools: [Desk] }, approval: { onMessage: 'supersede' } },
      { providers: [Again, ...providers] },
    );
    const { memory } = app.get(Again);
    const chat = app.get(ChatClient);
    await chat.prompt('Hi').conversation('c').call().content();
    const { runId, first } = await waits(chat.prompt('Refund A-1').conversation('c').call());
    await expect(memory.removeLast('c')).rejects.toBeInstanceOf(ApprovalConflictException);
    expect((await approvals.get(first.id)).status).toBe('PENDING');
    expect(await memory.get('c')).toHaveLength(2);
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    await expect(memory.removeLast('c')).rejects.toBeInstanceOf(ApprovalConflictException);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(told(await memory.removeLast('c'))).toEqual(['user: Refund A-1', 'assistant: Done.']);
    expect(told(await memory.get('c'))).toEqual(['user: Hi', 'assistant: Hello.']);
    await app.close();
  });

  it('causes an error with the name of a memory that cannot remove it', async () => {
    class Plain extends ChatMemory {
      append = async () => {};
      clear = async () => {};
      get = async (): Promise<readonly Message[]> => [];
    }
    await expect(new Plain().removeLast('c')).rejects.toThrow(
      'Plain cannot remove the last turn of a conversation. Override removeLastTurn(conversation) in it.',
    );
  });
});
