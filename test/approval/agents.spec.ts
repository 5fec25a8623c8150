import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { agentTool, ChatClient, Tool } from 'toolgate';
import { callsTools, FaultInjectingApprovalStore, ScriptedApprover, toolCall } from 'toolgate/testing';
import { chatClientToken } from 'toolgate/chat';
import { augmentTools, toolCallbacksFrom, ToolCallingManager, ToolCallResultConverter } from 'toolgate/tool';
import { userMessage } from 'toolgate/model';
import { z } from 'zod';
import { approveOne, bootAgents, pendingOf, runStatuses } from './agents.fixture.js';
import { yes } from './approval.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { expectPaired, onEveryStore, statusesOf, until, waits } from './waiting.fixture.js';

const RETURNED_DIRECTLY = { unified: 'return-direct' };

onEveryStore('an agent whose turn has to wait for a person', (open) => {
  const boot = async (given: Parameters<typeof bootAgents>[0] = {}) =>
    bootAgents({ ...given, options: { store: await open(), ...given.options } });

  it('is the body of a call: its answer is the result, and nothing is saved', async () => {
    const { chat, model, approvals } = await boot();
    expect(await chat.prompt('agent(find)').call().content()).toBe('Done: agent(find).');
    expect(JSON.stringify(model.prompts.at(-1))).toContain('Done: find.');
    expect(await approvals.runs.list()).toEqual({ items: [] });
  });

  it.each(['agent(refund)', 'refund agent(refund; refund)', 'agent(agent(refund))'])(
    'is resumed by a scripted approver, with the turn around it: %s',
    async (task) => {
      const { chat, approvals, refunds } = await boot();
      const { runId } = await waits(chat.prompt(task).call());
      const outcome = await new ScriptedApprover(approvals, () => 'approve').goOn(chat, runId);
      expect(outcome).toMatchObject({ status: 'completed', content: `Done: ${task}.` });
      expect(refunds()).toHaveLength(task.match(/refund/g)!.length);
    },
  );

  it('makes the turn around it wait, and passes it the answer after the decision', async () => {
    const booted = await boot();
    const { chat, model, approvals, refunds } = booted;
    const outer = await waits(chat.prompt('agent(refund)').call());
    expect(outer.approvals).toEqual([]);
    const [inside] = outer.inside!;
    expect(inside).toMatchObject({ toolName: 'agent', toolCallId: 'agent-0' });
    const [approval] = inside!.approvals;
    expect(refunds()).toEqual([]);
    expect(await approvals.get(approval!.id)).toMatchObject({ runId: inside!.runId, outerRunId: outer.runId });
    expect((await waits(chat.resume(outer.runId).call())).inside).toEqual(outer.inside);
    await approvals.decide(approval!.id, yes(approval!), { id: 'grace' });
    expect(await chat.resume(outer.runId).call().content()).toBe('Done: agent(refund).');
    expect(refunds()).toHaveLength(1);
    expect(JSON.stringify(model.prompts.at(-1))).toContain('Done: refund.');
    expectPaired(model);
    for (const id of [outer.runId, inside!.runId]) {
      expect(await approvals.runs.get(id)).toMatchObject({ status: 'completed', endedAt: expect.any(String) });
    }
    const types = (await approvals.runs.events(outer.runId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'INNER_ENDED')).toHaveLength(1);
    expect(await chat.resume(outer.runId).call().content()).toBe('Done: agent(refund).');
    expect(refunds()).toHaveLength(1);
  });

  it('may wait although arguments are added to its tool', async () => {
    const added = { schema: z.object({ why: z.string().optional() }), consume: () => {} };
    const explained = {
      provide: 'explained',
      inject: [chatClientToken('inner')],
      useFactory: (inner: ChatClient) => {
        const name = 'explained';
        const inputSchema = { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] } as const;
        const prompt = ({ task }: { readonly task?: unknown }) => String(task);
        const agent = agentTool({ client: inner, name, inputSchema, prompt, requiresApproval: false });
        return toolCallbacksFrom(augmentTools(agent, added))[0];
      },
    };
    const booted = await boot({ providers: [explained] });
    const { chat, model, refunds } = booted;
    const outer = await waits(chat.prompt('explained(refund)').tools('explained').call());
    expect(outer.inside).toMatchObject([{ toolName: 'explained' }]);
    await approveOne(booted);
    expect(await chat.resume(outer.runId).call().content()).toBe('Done: explained(refund).');
    expect(refunds()).toHaveLength(1);
    expect(JSON.stringify(model.prompts.at(-1))).toContain('Done: refund.');
  });

  it('answers the turn around it directly if its tool returns directly, whether it waited or not', async () => {
    const booted = await boot({ returnDirect: true });
    const { chat, model } = booted;
    for (const task of ['find', 'refund']) {
      const begun = await chat.prompt(`agent(${task})`).call().outcome();
      if (begun.status === 'suspended') await approveOne(booted);
      const outcome = begun.status === 'suspended' ? await chat.resume(begun.runId).call().outcome() : begun;
      expect(outcome).toMatchObject({ content: `Done: ${task}.`, chatResponse: { finishReason: RETURNED_DIRECTLY } });
    }
    expect(JSON.stringify(model.prompts)).not.toContain('Done');
  });

  it('has its answer converted by the converter of its tool, whether it waited or not', async () => {
    class Quoted extends ToolCallResultConverter {
      convert(result: unknown) {
        return { type: 'text', text: `The agent: ${String(result)}` } as const;
      }
    }
    const booted = await boot({ resultConverter: Quoted });
    const { chat, model } = booted;
    for (const task of ['find', 'refund']) {
      const { runId, status } = { runId: '', ...(await chat.prompt(`agent(${task})`).call().outcome()) };
      if (status === 'suspended') {
        await approveOne(booted);
        await chat.resume(runId).call().content();
      }
      expect(JSON.stringify(model.prompts.at(-1)!.messages.at(-1))).toContain(`The agent: Done: ${task}.`);
    }
  });

  it('keeps the results of the other calls of the batch, in order, and runs none of them twice', async () => {
    const booted = await boot();
    const { chat, model, desk } = booted;
    const { runId } = await waits(chat.prompt('find agent(refund) find').call());
    expect(desk.done).toEqual(['find A-1', 'find A-1']);
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toBe('Done: find agent(refund) find.');
    expect(desk.done).toHaveLength(3);
    const results = model.prompts.at(-1)!.messages.at(-1)!;
    expect(JSON.stringify(results)).toMatch(/A-1 is there.*Done: refund.*A-1 is there/);
    expectPaired(model);
  });

  it.each(['report', 'stop'] as const)(
    'keeps the results of the other calls if the limits are lower when the turn resumes, with onBreach: %j',
    async (onBreach) => {
      const store = await open();
      const before = await bootAgents({ options: { store } });
      const { runId } = await waits(before.chat.prompt('find agent(refund) find').call());
      await approveOne(before);
      await before.app.close();
      const limits = { perTool: { find: 1 }, onBreach };
      const { app, chat, desk, model } = await bootAgents({ options: { store, toolCalling: { limits } } });
      expect(await chat.resume(runId).call().content()).toBe('Done: find agent(refund) find.');
      expect(desk.done).toEqual([expect.stringMatching(/^refund A-1 70/)]);
      const results = model.prompts.at(-1)!.messages.at(-1)!;
      expect(JSON.stringify(results)).toMatch(/A-1 is there.*Done: refund.*A-1 is there/);
      await app.close();
    },
  );

  it('waits in a turn that has waited before, and in a call that was approved itself', async () => {
    const booted = await boot({ requiresApproval: true });
    const { chat, approvals, refunds, model } = booted;
    const { runId } = await waits(chat.prompt('refund; find agent(refund)').call());
    await approveOne(booted);
    expect((await waits(chat.resume(runId).call())).first).toMatchObject({ toolName: 'agent' });
    await approveOne(booted);
    expect((await waits(chat.resume(runId).call())).inside).toMatchObject([{ toolName: 'agent' }]);
    const { items } = await approvals.list({ runId });
    expect(statusesOf(items)).toEqual(['refund SUCCEEDED', 'agent EXECUTING']);
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toMatch(/^Done: refund; find agent/);
    expect(statusesOf((await approvals.list({ runId })).items)).toEqual(['refund SUCCEEDED', 'agent SUCCEEDED']);
    expect(refunds()).toHaveLength(2);
    expectPaired(model);
  });

  it('may wait beside another one: the turn resumes after both', async () => {
    const booted = await boot();
    const { chat, approvals, refunds } = booted;
    const outer = await waits(chat.prompt('agent(refund) agent(find; refund)').call());
    expect(outer.inside).toHaveLength(2);
    for (const { approvals: pending } of outer.inside!) {
      expect(await chat.resume(outer.runId).call().outcome()).toMatchObject({ status: 'suspended' });
      await approvals.decide(pending[0]!.id, yes(pending[0]!), { id: 'grace' });
    }
    expect(await chat.resume(outer.runId).call().content()).toMatch(/^Done/);
    expect(refunds()).toHaveLength(2);
    expect(await runStatuses(booted)).toEqual(['completed', 'completed', 'completed']);
  });

  it('may wait again and again, and inside other agents', async () => {
    const booted = await boot();
    const { chat, refunds, model } = booted;
    const { runId } = await waits(chat.prompt('agent(agent(refund; refund); refund)').call());
    for (let round = 0; round < 3; round++) {
      expect(await chat.resume(runId).call().outcome()).toMatchObject({ status: 'suspended' });
      expect(refunds()).toHaveLength(round);
      await approveOne(booted);
    }
    expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
    expect(refunds()).toHaveLength(3);
    expect(await runStatuses(booted)).toEqual(['completed', 'completed', 'completed']);
    expectPaired(model);
  });

  it('is resumed by the worker alone, from the decision to the answer', async () => {
    const booted = await boot({ options: { approval: { worker: true } } });
    const { chat, app, approvals } = booted;
    const { runId } = await waits(chat.prompt('agent(agent(refund))').call());
    await approveOne(booted);
    const isDone = async () => (await runStatuses(booted)).every((status) => status === 'completed');
    await until(isDone, 20_000);
    expect(await runStatuses(booted)).toHaveLength(3);
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'completed' });
    await app.close();
  });

  it('does not start calls that must run after it, before it has its answer', async () => {
    const booted = await boot({ options: { toolCalling: { parallelToolCalls: false } } });
    const { chat, desk } = booted;
    const { runId } = await waits(chat.prompt('agent(refund) find').call());
    expect(desk.done).toEqual([]);
    await approveOne(booted);
    await chat.resume(runId).call().content();
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['refund', 'find']);
  });

  it('is saved together with the turn around it, or not at all', async () => {
    const store = new FaultInjectingApprovalStore(await open());
    const { chat, approvals, refunds } = await bootAgents({ options: { store } });
    store.plan = ({ method }) => (method === 'change' ? 'fail-before' : 'ok');
    await rejectionOf(chat.prompt('agent(refund)').call().outcome());
    store.plan = () => 'ok';
    expect(await approvals.runs.list()).toEqual({ items: [] });
    expect(await approvals.list()).toEqual({ items: [] });
    store.plan = ({ method, count }) => (method === 'change' && count === 2 ? 'lost-reply' : 'ok');
    const outer = await waits(chat.prompt('agent(refund)').call());
    expect(outer.inside![0]!.approvals).toHaveLength(1);
    expect(await pendingOf({ approvals })).toMatchObject({ outerRunId: outer.runId });
    expect(refunds()).toEqual([]);
  });

  it('waits in a turn that has waited before although the reply of the store is lost, and not if nothing was saved', async () => {
    for (const fault of ['lost-reply', 'fail-before'] as const) {
      const store = new FaultInjectingApprovalStore(await open());
      const booted = await bootAgents({ options: { store } });
      const { chat, model, refunds } = booted;
      const { runId } = await waits(chat.prompt('refund; agent(refund)').call());
      await approveOne(booted);
      let isDown = true;
      // After the prompts of the turn and the one of the agent, the first write saves that both wait.
      store.plan = ({ method }) => {
        if (method !== 'change' || model.prompts.length < 3 || !isDown) return 'ok';
        isDown = false;
        return fault;
      };
      const resuming = chat.resume(runId).call();
      if (fault === 'fail-before') {
        expect(String(((await rejectionOf(resuming.outcome())) as Error).cause)).toContain('change() failed');
        expect(await runStatuses(booted)).toEqual(['suspended']);
        continue;
      }
      const { inside } = await waits(resuming);
      expect(inside).toMatchObject([{ toolName: 'agent', approvals: [{ toolName: 'refund' }] }]);
      await approveOne(booted);
      expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
      expect(refunds()).toHaveLength(2);
    }
  });
});

@Injectable()
class ByHand {
  constructor(private readonly chat: ChatClient) {}

  @Tool({ description: 'Runs a turn of its own', requiresApproval: false })
  byHand() {
    return this.chat.prompt('refund').call().content();
  }

  @Tool({ description: 'Runs a turn of its own that calls an agent', requiresApproval: false })
  agentByHand() {
    return this.chat.prompt('agent(refund)').call().content();
  }
}

describe('an agent that cannot wait', () => {
  const boot = () => bootAgents({ providers: [ByHand], client: { tools: ['find', 'refund', 'agent', ByHand] } });
  const expectNothing = async ({ approvals, refunds }: Awaited<ReturnType<typeof boot>>) => {
    expect(await approvals.list()).toEqual({ items: [] });
    expect(await approvals.runs.list()).toEqual({ items: [] });
    expect(refunds()).toEqual([]);
  };

  it('fails the turns around a prompt in a body written by hand, and the error names agentTool', async () => {
    const booted = await boot();
    for (const [task, tool] of [
      ['agent(byHand)', 'byHand'],
      ['agent(agent(agentByHand))', 'agentByHand'],
    ] as const) {
      const failure = (await rejectionOf(booted.chat.prompt(task).call().content())) as Error;
      expect(failure.cause).toMatchObject({
        name: 'NestedSuspensionException',
        toolName: tool,
        message: expect.stringContaining(`declare "${tool}" with agentTool()`),
      });
      await expectNothing(booted);
    }
  });

  it('fails a batch that an application runs by itself', async () => {
    const booted = await boot();
    const response = {
      message: callsTools(toolCall('agent', { task: 'refund' })),
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    const manager = booted.app.get(ToolCallingManager);
    const batch = manager.executeToolCalls({ messages: [userMessage('Go')] }, response, { tools: ['agent'] });
    const failure = (await rejectionOf(Promise.resolve(batch))) as Error;
    expect(failure.cause).toMatchObject({ name: 'NestedSuspensionException', toolName: 'agent' });
    expect((failure.cause as Error).message).toMatch(/the turn around the call cannot be saved/);
    await expectNothing(booted);
  });

  it('needs a client and a prompt', () => {
    const chat = ChatClient.create({ call: () => {}, stream: () => {} } as never);
    expect(() => agentTool({ name: 'a', prompt: () => 'x' } as never)).toThrow(/agentTool\("a"\) has no client/);
    expect(() => agentTool({ name: 'a', client: chat } as never)).toThrow(
      'agentTool("a") has no prompt. Pass a function that returns it: `prompt: ({ topic }) => topic`.',
    );
  });
});
