import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatClient, Tool, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { ChatClientRegistry } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { ToolCallLimits } from 'toolgate/tool';
import { tool } from '../chat/chat.fixture.js';
import { bootDesk, Desk as Refunds, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { boot } from '../story.fixture.js';

@Injectable()
class Desk {
  runs = 0;

  @Tool({ description: 'Finds' })
  find() {
    return String(++this.runs);
  }

  @Tool({ description: 'Another one' })
  other() {
    return 'other';
  }
}

const forEver = () => Array.from({ length: 60 }, () => callsTools(toolCall('find')));

const start = async (options: ToolgateModuleOptions = {}) => {
  const support = { name: 'support', limits: { callsPerTool: 2 } };
  const story = await boot({
    script: forEver(),
    options,
    imports: [ToolgateModule.forFeature([support])],
    providers: [Desk],
  });
  const runs = async (limits?: ToolCallLimits, client = 'default') => {
    const desk = story.app.get(Desk);
    const before = desk.runs;
    const prompt = story.app.get(ChatClientRegistry).get(client).prompt('Go').tools(Desk);
    const { finishReason } = await (limits ? prompt.limits(limits) : prompt).call().chatResponse();
    expect(finishReason.unified).toBe('tool-call-limit');
    return desk.runs - before;
  };
  return { ...story, runs };
};

describe('the limits of a turn', () => {
  it('are those of its prompt, then of its client, then of the application', async () => {
    const application = { toolCalling: { limits: { callsPerTool: 7, rounds: 10 } } };
    const { runs } = await start(application);
    expect(await runs()).toBe(7);
    expect(await runs(undefined, 'support')).toBe(2);
    expect(await runs({ callsPerTool: 3 }, 'support')).toBe(3);
    expect(await runs({ callsPerTool: Infinity }, 'support')).toBe(9);
    expect(await runs({ rounds: 2 })).toBe(1);
  });

  it('merge perTool by the names of the tools', async () => {
    const perTool = { find: 3, other: 9 };
    const { runs } = await start({
      client: { limits: { perTool } },
      toolCalling: { limits: { perTool: { find: 8 } } },
    });
    expect(await runs()).toBe(3);
    expect(await runs({ perTool: { other: 1 } })).toBe(3);
    expect(await runs({ perTool: { find: undefined as never } })).toBe(3);
    expect(await runs({ perTool: { find: 1 } })).toBe(1);
  });

  it('are options of a client outside a container, and of the record of a prompt', async () => {
    let count = 0;
    const find = tool('find', () => ++count);
    const chat = ChatClient.create(new ScriptedChatModel(forEver()), { tools: [find], limits: { callsPerTool: 2 } });
    await chat.prompt('Go').call().content();
    expect(count).toBe(2);
    await chat
      .prompt({ text: 'Go', limits: { callsPerTool: 1 } })
      .call()
      .content();
    expect(count).toBe(3);
    await chat
      .mutate({ limits: { callsPerTool: 4 } })
      .prompt('Go')
      .limits({ rounds: 40 })
      .limits({ totalCalls: 3 })
      .stream()
      .outcome();
    expect(count).toBe(6);
  });

  it('are rejected if they are invalid, before the model receives a prompt', async () => {
    const { chat, model } = await start();
    expect(() => chat.prompt('Go').limits({ rounds: 0 })).toThrow(
      'The option rounds of limits() is 0. Pass a whole number above 0, or Infinity.',
    );
    expect(() => chat.prompt('Go').limits({ callPerTool: 1 } as never)).toThrow(
      'Unknown option callPerTool of limits(). Use one of: callsPerTool, perTool, totalCalls, rounds, repeatedCalls, onBreach.',
    );
    expect(() => chat.prompt('Go').limits(3 as never)).toThrow(
      'The options of limits() are the number 3. Pass an object with callsPerTool,',
    );
    const record = { text: 'Go', limits: { perTool: { find: 'x' } } } as never;
    await expect(chat.prompt(record).call().content()).rejects.toThrow(
      "The option perTool.find of prompt({ limits }) is 'x'",
    );
    expect(() => chat.mutate({ limits: { onBreach: 'no' } as never })).toThrow(
      'The option onBreach of the limits of the chat client "default" is \'no\'',
    );
    expect(model.prompts).toEqual([]);
    await expect(start({ client: { limits: { totalCalls: -1 } } })).rejects.toThrow(
      'The option totalCalls of the limits of the chat client "default" is -1',
    );
  });
});

describe('the limits of a turn that waited for a person', () => {
  const twice = callsTools(
    toolCall('refund', { order: 'A-1', amount: 7 }, 'a'),
    toolCall('refund', { order: 'A-2', amount: 7 }, 'b'),
  );

  const resume = async (limits: ToolCallLimits | undefined, clientLimits?: ToolCallLimits) => {
    const store = new InMemoryApprovalStore();
    const again = Array.from({ length: 60 }, () => callsTools(toolCall('find', { order: 'A-1' })));
    const first = await bootDesk(new ScriptedChatModel([twice]), { store });
    const prompt = first.app.get(ChatClient).prompt('Refund both').tools(Refunds);
    const { runId } = await waits((limits ? prompt.limits(limits) : prompt).call());
    const { items } = await first.approvals.list({ status: 'PENDING' });
    for (const item of items) await first.approvals.decide(item.id, yes(item), { id: 'grace' });
    await first.app.close();
    const client = clientLimits && { limits: clientLimits };
    const second = await bootDesk(new ScriptedChatModel(again), { store, client });
    const { finishReason } = await second.app.get(ChatClient).resume(runId).call().chatResponse();
    expect(finishReason.unified).toBe('tool-call-limit');
    const { done } = second.desk;
    await second.app.close();
    return [
      done.filter((line) => line.startsWith('refund')).length,
      done.filter((line) => line.startsWith('find')).length,
    ];
  };

  it('are those of its prompt, and count the calls before the wait', async () => {
    expect(await resume({ totalCalls: 5 })).toEqual([2, 3]);
    expect(await resume({ perTool: { find: Infinity }, totalCalls: Infinity, rounds: 45 })).toEqual([2, 43]);
  });

  it('are those of its client if it was saved without any', async () => {
    expect(await resume(undefined, { perTool: { find: 1 } })).toEqual([2, 1]);
    expect(await resume(undefined)).toEqual([2, 40]);
  });
});
