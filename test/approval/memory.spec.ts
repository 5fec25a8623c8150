import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatClient, ChatMemory, ChatMemoryRepository, MessageChatMemoryAdvisor, Tool } from 'toolgate';
import { InMemoryChatMemoryRepository } from 'toolgate/memory';
import type { Message } from 'toolgate/model';
import { type ScriptedAnswer, callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { told } from '../memory/memory.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { expectPaired, until, waits } from './waiting.fixture.js';

const refund = (amount = 70) => toolCall('refund', { order: 'A-1', amount }, `call-${amount}`);
const find = toolCall('find', { order: 'A-1' });
const GRACE = { id: 'grace' };

/** Stores what was appended, and fails as often as configured. */
@Injectable()
class Repository extends InMemoryChatMemoryRepository {
  readonly turns: string[] = [];
  failures = 0;
  readFailures = 0;

  override async find(...of: Parameters<InMemoryChatMemoryRepository['find']>): Promise<readonly Message[]> {
    if (this.readFailures-- > 0) throw new Error('The memory cannot be read.');
    return super.find(...of);
  }

  override async append(conversation: string, turn: string, messages: readonly Message[]): Promise<void> {
    this.turns.push(turn);
    if (this.failures-- > 0) throw new Error('The memory is away.');
    return super.append(conversation, turn, messages);
  }
}

@Injectable()
class Till {
  @Tool({ description: 'Pay at once', requiresApproval: true, returnDirect: true })
  pay(amount: number) {
    return `Paid ${amount}.`;
  }
}

const inside = [
  {
    provide: MessageChatMemoryAdvisor,
    inject: [ChatMemory],
    useFactory: (memory: ChatMemory) => new MessageChatMemoryAdvisor(memory, { order: 0 }),
  },
];

const start = async (script: readonly ScriptedAnswer[], where: 'outside' | 'inside', approval: object = {}) => {
  const model = new ScriptedChatModel(script);
  const repository = new Repository();
  const providers = [
    Till,
    { provide: ChatMemoryRepository, useValue: repository },
    ...(where === 'inside' ? inside : []),
  ];
  const options = { memory: where === 'outside', client: { tools: [Desk, Till] }, approval };
  const booted = await bootDesk(model, options, { providers });
  booted.app.useLogger(keepLogs());
  const chat = booted.app.get(ChatClient);
  const approveAll = async () => {
    const { items } = await booted.approvals.list({ status: 'PENDING' });
    for (const item of items) await booted.approvals.decide(item.id, yes(item), GRACE);
  };
  const remembered = async () => told(await booted.app.get(ChatMemory).get('c'));
  const ask = (text: string) => chat.prompt(text).conversation('c');
  return { ...booted, model, repository, chat, approveAll, remembered, ask };
};

const TOOLS = {
  outside: [],
  inside: ['assistant calls find', 'tool: success', 'assistant calls find,refund', 'tool: success,success'],
};

describe.each(['outside', 'inside'] as const)('a memory %s the loop', (where) => {
  it('receives nothing of a turn that waits, and the whole turn after it has ended', async () => {
    const { app, ask, chat, approveAll, remembered, repository, model } = await start(
      [callsTools(find), callsTools(find, refund()), 'Done.', 'You are welcome.'],
      where,
    );
    const { runId } = await waits(ask('Refund A-1').call());
    expect(await remembered()).toEqual([]);
    await approveAll();
    await chat.resume(runId).call().content();
    await chat.resume(runId).call().content();
    const turn = ['user: Refund A-1', ...TOOLS[where], 'assistant: Done.'];
    expect(await remembered()).toEqual(turn);
    expect(repository.turns).toEqual([runId]);
    await ask('Thank you').call().content();
    expect(told(model.prompts.at(-1)!.messages)).toEqual([...turn, 'user: Thank you']);
    expectPaired(model);
    await app.close();
  });

  it('receives the turn once, although it fails at first', async () => {
    const { app, ask, chat, approveAll, remembered, repository, model, desk, approvals } = await start(
      [callsTools(refund()), 'Done.'],
      where,
      { worker: true },
    );
    repository.failures = 1;
    const { runId } = await waits(ask('Refund A-1').call());
    await approveAll();
    await rejectionOf(chat.resume(runId).call().content()).catch(() => {});
    await until(async () => (await approvals.runs.get(runId)).status === 'completed');
    const tools = where === 'inside' ? ['assistant calls refund', 'tool: success'] : [];
    expect(await remembered()).toEqual(['user: Refund A-1', ...tools, 'assistant: Done.']);
    expect(repository.turns).toEqual([runId, runId]);
    expect(model.prompts).toHaveLength(2);
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it('receives the direct result of an approved tool', async () => {
    const { app, ask, chat, approveAll, remembered } = await start(
      [callsTools(toolCall('pay', { amount: 5 })), 'Never.'],
      where,
    );
    const { runId } = await waits(ask('Pay').call());
    await approveAll();
    await chat.resume(runId).call().content();
    const tools = where === 'inside' ? ['assistant calls pay', 'tool: success'] : [];
    expect(await remembered()).toEqual(['user: Pay', ...tools, 'assistant: Paid 5.']);
    await app.close();
  });

  it('receives the completed calls of a canceled turn, even if it fails at first', async () => {
    for (const failures of [0, 1]) {
      const { app, ask, approvals, remembered, repository, model, desk } = await start(
        [callsTools(find), callsTools(find, refund()), 'What now?'],
        where,
        { worker: true },
      );
      repository.failures = failures;
      const { runId } = await waits(ask('Refund A-1').call());
      await approvals.runs.cancel(runId, GRACE, 'no more');
      await until(async () => (await approvals.runs.get(runId)).closing === undefined);
      const [question, first, result, second, results, last] = await remembered();
      expect([question, first, result, second]).toEqual([
        'user: Refund A-1',
        'assistant calls find',
        'tool: success',
        'assistant calls find,refund',
      ]);
      expect(results).toBe('tool: not-started,denied');
      expect(last).toContain('I was interrupted');
      expect(repository.turns).toEqual(Array.from({ length: failures + 1 }, () => runId));
      expect(desk.done).toEqual(['find A-1']);
      await ask('And now?').call().content();
      expectPaired(model);
      await app.close();
    }
  });

  it('receives the completed calls of a canceled turn, even if it cannot be read at first', async () => {
    const { app, ask, approvals, remembered, repository } = await start(
      [callsTools(find), callsTools(refund())],
      where,
    );
    const { runId } = await waits(ask('Refund A-1').call());
    repository.readFailures = 1;
    await rejectionOf(approvals.runs.cancel(runId, GRACE, 'no more'));
    await approvals.runs.resume(runId);
    expect((await approvals.runs.get(runId)).closing).toBeUndefined();
    expect(await remembered()).toContain('assistant calls find');
    await app.close();
  });

  it('receives the completed calls of a canceled turn before the next message, or refuses that message', async () => {
    const { app, ask, approvals, repository, model, desk } = await start(
      [callsTools(find), callsTools(find, refund()), 'What now?'],
      where,
    );
    const { runId } = await waits(ask('Refund A-1').call());
    repository.readFailures = 1;
    await rejectionOf(approvals.runs.cancel(runId, GRACE, 'no more'));
    repository.readFailures = 1;
    expect(await rejectionOf(ask('And now?').call().content())).toMatchObject({
      name: 'RunConflictException',
      cause: { message: expect.stringContaining('The memory cannot be read') },
    });
    await expect(app.get(ChatMemory).removeLast('c')).rejects.toThrow('has not added the results');
    expect(model.prompts).toHaveLength(2);
    expect(await ask('And now?').call().content()).toBe('What now?');
    expect(told(model.prompts.at(-1)!.messages)).toContain('assistant calls find,refund');
    expectPaired(model);
    expect(desk.done).toEqual(['find A-1']);
    await app.close();
  });

  it('receives nothing of a turn that was canceled before a tool was started', async () => {
    const { app, ask, approvals, remembered, repository } = await start([callsTools(find, refund())], where);
    const { runId } = await waits(ask('Refund A-1').call());
    await approvals.runs.cancel(runId, GRACE, 'no more');
    expect(await remembered()).toEqual([]);
    expect(repository.turns).toEqual([]);
    await app.close();
  });
});
