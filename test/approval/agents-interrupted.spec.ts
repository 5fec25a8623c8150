import { expect, it } from 'vitest';
import { ChatMemoryRepository } from 'toolgate';
import { InMemoryChatMemoryRepository } from 'toolgate/memory';
import type { ScriptedAnswer } from 'toolgate/testing';
import { assertPaired } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { answerOf, approveOne, bootAgents } from './agents.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };

onEveryStore('a run that is canceled while an agent works inside it', (open) => {
  /** Cancels a run whose agent has come as far as a model that never answers `think`, or a tool that never ends. */
  const cancelDuring = async (task: string) => {
    const repository = new InMemoryChatMemoryRepository();
    const reached = deferred();
    const never = (): never => {
      reached.resolve();
      return new Promise(() => {}) as never;
    };
    const answer: ScriptedAnswer = (prompt) => {
      const asked = answerOf(prompt);
      return JSON.stringify(asked).includes('"toolName":"think"') ? never() : asked;
    };
    const booted = await bootAgents({
      answer,
      options: { store: await open(), memory: true },
      providers: [{ provide: ChatMemoryRepository, useValue: repository }],
      prompt: (text) => ({ text, conversation: 'of the agent' }),
    });
    const { chat, approvals, desk } = booted;
    const find = desk.find.bind(desk);
    desk.find = (order) => (task.endsWith('find') ? never() : find(order));
    const { runId } = await waits(chat.prompt(`refund; agent(${task})`).conversation('c').call());
    await approveOne(booted);
    chat
      .resume(runId)
      .call()
      .content()
      .catch(() => {});
    await reached.promise;
    await approvals.runs.cancel(runId, GRACE, 'not wanted any more');
    const run = () => approvals.runs.get(runId);
    /** The last result that the conversation remembers. */
    const remembered = async () => {
      const messages = await repository.find('c');
      assertPaired(messages);
      const last = messages.findLast(({ role }) => role === 'tool');
      return last?.role === 'tool' ? last.content[0] : undefined;
    };
    return { ...booted, run, remembered };
  };

  it('ends if the agent has called no tool: its call had no effect', async () => {
    const { app, chat, run, remembered } = await cancelDuring('think');
    await until(async () => (await run()).status === 'cancelled');
    expect(await chat.prompt('find').conversation('c').call().content()).toBe('Done: find.');
    expect(await remembered()).toMatchObject({ toolName: 'agent', outcome: { type: 'not-started' } });
    await app.close();
  });

  it.each(['find; think', 'find'])('waits for its outcome if the agent has called a tool: %s', async (task) => {
    const { app, approvals, run } = await cancelDuring(task);
    await until(async () => (await run()).slots[0]?.state === 'unknown');
    expect(await run()).toMatchObject({ status: 'suspended', canceling: { by: 'grace' } });
    const { id } = await run();
    await approvals.runs.reconcile(id, { index: 0, outcome: { type: 'abandoned' } }, GRACE);
    await until(async () => (await run()).status === 'cancelled');
    await app.close();
  });
});
