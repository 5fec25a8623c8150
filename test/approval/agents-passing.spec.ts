import { describe, expect, it } from 'vitest';
import type { StreamPart } from 'toolgate/model';
import type { ToolCallLimits } from 'toolgate/tool';
import { ApprovalNotices, InMemoryApprovalStore } from 'toolgate/approval';
import { approveOne, bootAgents, pendingOf, runStatuses } from './agents.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { Box, channelsOf } from './notices.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

type Given = NonNullable<Parameters<typeof bootAgents>[0]>;

onEveryStore('what passes to the turn of an agent', (open) => {
  const boot = async (given: Given = {}) =>
    bootAgents({ ...given, options: { store: await open(), ...given.options } });

  it('is the requester with the tenant, whatever tool context the prompt of the agent has', async () => {
    const booted = await boot({ prompt: (task) => ({ text: task, toolContext: { user: 'eve', tenant: 'other' } }) });
    const { chat, approvals } = booted;
    const asked = chat.prompt('agent(agent(refund))').toolContext({ user: 'bob', tenant: 'acme' });
    const { runId } = await waits(asked.call());
    const { items } = await approvals.runs.list({ tenant: 'acme' });
    expect(items.map(({ requester, tenant }) => [requester.id, tenant])).toEqual(
      Array.from({ length: 3 }, () => ['bob', 'acme']),
    );
    const approval = await pendingOf(booted);
    expect(approval).toMatchObject({ requester: { id: 'bob', tenant: 'acme' }, tenant: 'acme' });
    const { revision, argsHash } = approval;
    const yes = { decisionId: 'd', decision: 'approve', revision, argsHash } as const;
    const other = await rejectionOf(approvals.decide(approval.id, yes, { id: 'eve', tenant: 'other' }));
    expect(other).toMatchObject({ problem: 'not-found' });
    await approvals.decide(approval.id, yes, { id: 'grace', tenant: 'acme' });
    expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
  });

  it('leads to a notice of its approval, because the run inside is saved with the one around it', async () => {
    const box = new Box('desk');
    const booted = await boot({ providers: channelsOf(box) });
    const { inside } = await waits(booted.chat.prompt('agent(refund)').call());
    await booted.app.get(ApprovalNotices).deliver();
    const [{ runId, approvals } = {}] = inside!;
    expect(box.received).toMatchObject([{ kind: 'asked', runId, approvalId: approvals?.[0]?.id }]);
  });

  it('is the tool context and the transient data of the call', async () => {
    const booted = await boot();
    const seen: unknown[] = [];
    booted.desk.refund = ((
      _order: string,
      _amount: number,
      { data, transient }: { data: object; transient: object },
    ) => {
      seen.push({ ...data, ...transient });
      return 'Refunded';
    }) as never;
    const asked = booted.chat.prompt('agent(refund)').toolContext({ user: 'bob' }).transient({ token: 'first' });
    const { runId } = await waits(asked.call());
    await approveOne(booted);
    await booted.chat.resume(runId).call().content();
    expect(seen).toEqual([{ user: 'bob', token: 'fresh' }]);
  });

  it.each<[string, Given]>([
    ['of the prompt around it', {}],
    ['of its own', { prompt: (task) => ({ text: task, limits: { totalCalls: 1 } }) }],
  ])('is the strictest limit, also after it has waited: %s', async (whose, given) => {
    const booted = await boot(given);
    const { chat, desk } = booted;
    const limits = whose === 'of its own' ? {} : { totalCalls: 1 };
    const { runId } = await waits(chat.prompt('agent(refund; find)').limits(limits).call());
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
    expect(desk.done.map((line) => line.split(' ')[0])).toEqual(['refund']);
  });

  it.each<[string, ToolCallLimits | undefined, ToolCallLimits, ToolCallLimits]>([
    ['of its prompt', { totalCalls: 2 }, {}, { totalCalls: 9 }],
    ['of its client', undefined, { totalCalls: 2 }, { totalCalls: 9 }],
    ['of the prompt around it', { totalCalls: 9 }, { totalCalls: 9 }, { totalCalls: 2 }],
    ['of its prompt for a tool', { perTool: { find: 2 } }, {}, { perTool: { find: 9, agent: 9 } }],
    ['of the prompt around it for a tool', { perTool: { find: 9 } }, {}, { perTool: { find: 2 } }],
    ['of the prompt around it for every tool', { perTool: { find: 9 } }, {}, { callsPerTool: 2 }],
    ['of its client for every tool', undefined, { callsPerTool: 2 }, { perTool: { find: Infinity } }],
  ])('is the lower limit, if both have one: that %s', async (_, own, client, around) => {
    const { chat, desk } = await boot({
      prompt: (text) => ({ text, ...(own && { limits: own }) }),
      client: { limits: client },
    });
    await chat.prompt('agent(find; find; find)').limits(around).call().content();
    expect(desk.done).toHaveLength(2);
  });

  it.each<[string, Given, string]>([
    ['the conversation that its client has by default', { client: { conversation: 'c' } }, 'agent(find)'],
    [
      'the conversation of a turn further outside',
      { prompt: (text) => ({ text, ...(text === 'find' && { conversation: 'c' }) }) },
      'agent(agent(find))',
    ],
  ])('is not %s', async (_, given, task) => {
    const { chat, model, desk } = await boot(given);
    await chat.prompt(task).conversation('c').call().content();
    expect(JSON.stringify(model.prompts)).toContain('has the conversation of the turn around it');
    expect(desk.done).toEqual([]);
  });

  it('is not the conversation: a conversation has one turn at a time', async () => {
    const booted = await boot({ prompt: (task) => ({ text: task, conversation: 'c' }) });
    const { chat, model } = booted;
    await chat.prompt('agent(find)').conversation('c').call().content();
    expect(JSON.stringify(model.prompts.at(-1))).toContain('has the conversation of the turn around it');
    const { runId } = await waits(chat.prompt('agent(refund)').conversation('d').call());
    const refused = await rejectionOf(chat.prompt('find').conversation('c').call().content());
    expect(refused).toMatchObject({ name: 'ApprovalConflictException', conversation: 'c' });
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
    expect(await chat.prompt('find').conversation('c').call().content()).toBe('Done: find.');
  });

  it.each(['agent(refund) agent(refund)', 'agent(agent(refund)) agent(agent(refund))'])(
    'refuses two turns in one conversation that would both wait: %s',
    async (task) => {
      const booted = await boot({ prompt: (text) => ({ text, ...(text === 'refund' && { conversation: 'c' }) }) });
      const failure = await rejectionOf(booted.chat.prompt(task).call().content());
      expect(String((failure as Error).cause)).toContain('conversation');
      expect(await runStatuses(booted)).toEqual([]);
    },
  );

  it('is a depth of at most eight, also through turns that have waited', async () => {
    const nested = (depth: number, task: string): string => (depth === 0 ? task : `agent(${nested(depth - 1, task)})`);
    const booted = await boot();
    const { chat, refunds, model } = booted;
    const { runId } = await waits(chat.prompt(nested(8, `refund; ${nested(1, 'refund')}`)).call());
    await approveOne(booted);
    expect(await chat.resume(runId).call().content()).toMatch(/^Done/);
    expect(refunds()).toHaveLength(1);
    const texts = model.prompts.map((prompt) => JSON.stringify(prompt));
    expect(texts.filter((text) => text.includes('at most 8 levels deep'))).toHaveLength(1);
  });
});

describe('the stream of a turn with an agent', () => {
  const read = async (stream: AsyncIterable<StreamPart>): Promise<readonly StreamPart[]> => {
    const parts: StreamPart[] = [];
    for await (const part of stream) parts.push(part);
    return parts;
  };
  const callsIn = (parts: readonly StreamPart[]) =>
    parts.flatMap((part) => ('toolCallId' in part ? [`${part.type} ${part.toolCallId}`] : []));

  it('shows the call that waits, and nothing of the turn inside it', async () => {
    const booted = await bootAgents({ options: { store: new InMemoryApprovalStore() } });
    const { chat } = booted;
    const parts = await read(chat.prompt('find agent(find; refund)').stream());
    expect(new Set(callsIn(parts).filter((call) => !/delta/.test(call)))).toEqual(
      new Set(['tool-call find-0', 'tool-call agent-1', 'tool-result find-0']),
    );
    const last = parts.at(-1)!;
    const { inside = [], runId } = await waits(chat.resume('runId' in last ? last.runId : '').call());
    const batch = [
      { toolCallId: 'find-0', toolName: 'find', verdict: 'done' },
      { toolCallId: 'agent-1', toolName: 'agent', verdict: 'wait', innerRunId: inside[0]!.runId },
    ];
    expect(last).toEqual({ type: 'suspended', runId, batch, round: 0 });
    const again = await read(chat.resume(runId).stream());
    expect(callsIn(again)).toEqual(['tool-result find-0']);
    expect(again.at(-1)).toEqual(last);
    await approveOne(booted);
    const resumed = await read(chat.resume(runId).stream());
    expect(callsIn(resumed)).toEqual(['tool-result find-0', 'tool-result agent-1']);
    expect(JSON.stringify(resumed)).not.toContain('refund-0');
  });

  it('is followed from another reader while the worker resumes both turns', async () => {
    const booted = await bootAgents({ options: { approval: { worker: true } } });
    const { chat, app } = booted;
    const live = chat.prompt('agent(refund)').stream().live();
    expect(await live.outcome()).toMatchObject({ status: 'suspended', inside: [{ toolName: 'agent' }] });
    await approveOne(booted);
    await until(async () => (await runStatuses(booted)).join() === 'completed,completed', 20_000);
    const parts = await read(chat.resume(live.runId).stream());
    expect(callsIn(parts)).toEqual(['tool-result agent-0']);
    expect(parts.at(-1)).toMatchObject({ type: 'finish' });
    await app.close();
  });
});
