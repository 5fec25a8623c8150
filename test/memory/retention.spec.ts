import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { ChatMemoryRepository, InMemoryChatMemoryRepository } from 'toolgate/memory';
import { ScriptedChatModel } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, settled } from '../story.fixture.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

const boot = async (
  options: Omit<ToolgateModuleOptions, 'model'>,
  repository: ChatMemoryRepository = new InMemoryChatMemoryRepository(),
) => {
  const model = new ScriptedChatModel(['One.', 'Two.', 'Three.']);
  const imports = [ToolgateModule.forRoot({ model, ...options })];
  const providers = [{ provide: ChatMemoryRepository, useValue: repository }];
  const app = await Test.createTestingModule({ imports, providers }).compile();
  await app.init();
  const chat = app.get(ChatClient);
  const say = (conversation: string) => chat.prompt('Hello').conversation(conversation).call().content();
  return { app, say, repository };
};

describe('conversations with a retention', () => {
  beforeEach(() => {
    Logger.overrideLogger(false);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    Logger.overrideLogger(['log', 'warn', 'error', 'debug']);
  });

  it('are deleted some time after their last message, and others stay', async () => {
    const { app, say, repository } = await boot({ memory: { retentionMs: DAY } });
    await say('old');
    await vi.advanceTimersByTimeAsync(DAY - HOUR);
    await say('young');
    expect(await repository.conversations()).toEqual(['old', 'young']);
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(await repository.conversations()).toEqual(['young']);
    await app.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are deleted at a later time if the repository fails', async () => {
    const repository = new InMemoryChatMemoryRepository();
    const failing = vi.spyOn(repository, 'deleteUnusedSince').mockRejectedValue(new Error('It is away.'));
    const { app, say } = await boot({ memory: { retentionMs: DAY } }, repository);
    await say('old');
    await vi.advanceTimersByTimeAsync(2 * DAY);
    expect(failing).toHaveBeenCalled();
    failing.mockRestore();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(await repository.conversations()).toEqual([]);
    await app.close();
  });

  it('are deleted by no application that has stopped', async () => {
    const repository = new InMemoryChatMemoryRepository();
    const slow = deferred();
    vi.spyOn(repository, 'deleteUnusedSince').mockReturnValue(slow.promise.then(() => 0));
    const { app } = await boot({ memory: { retentionMs: DAY } }, repository);
    await vi.advanceTimersByTimeAsync(HOUR);
    await app.close();
    slow.resolve();
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stay for good without one', async () => {
    const { app, say, repository } = await boot({ memory: true });
    await say('old');
    await vi.advanceTimersByTimeAsync(1000 * DAY);
    expect(await repository.conversations()).toEqual(['old']);
    await app.close();
  });
});

describe('the option memory.retentionMs', () => {
  it.each<[Omit<ToolgateModuleOptions, 'model'>, string]>([
    [{ memory: { retentionMs: 0 } }, 'The option memory.retentionMs is 0. Pass milliseconds above 0.'],
    [
      { memory: { retentionMs: HOUR }, approval: { store: new InMemoryApprovalStore() } },
      'The option memory.retentionMs is 3600000, but a turn may wait for 172800000 ms (approval.expiresInMs and approval.approvalLapsesInMs), and its conversation would be deleted meanwhile. Pass at least 172800000, or shorten these two.',
    ],
  ])('is refused at start-up: %j', async (options, message) => {
    expect(await rejectionOf(boot(options))).toMatchObject({ message });
  });

  it('may be shorter if no turn can wait, or waits are shorter', async () => {
    const store = new InMemoryApprovalStore();
    const approval = { store, expiresInMs: HOUR / 2, approvalLapsesInMs: HOUR / 2 };
    for (const options of [{}, { approval }])
      await (await boot({ memory: { retentionMs: HOUR }, ...options })).app.close();
  });

  it('is no option of a named client, because every client has the same repository', () => {
    const memory: object = { retentionMs: DAY };
    expect(() => ToolgateModule.forFeature([{ name: 'support', memory }])).toThrow(
      /Unknown option memory\.retentionMs/,
    );
  });
});
