import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Test } from '@nestjs/testing';
import { Advise, ChatClient, Tool, ToolgateModule, ToolParam } from 'toolgate';
import { ApprovalConflictException, HumanApprovalStrategy, InMemoryApprovalStore } from 'toolgate/approval';
import { type AdvisedStream, Advisor, type AdvisorChain, type ChatClientRequest } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { augmentTools, functionTool, ToolApprovalPendingException } from 'toolgate/tool';
import { advisor, rejectionOf } from '../chat/chat.fixture.js';
import { Askers, bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const find = toolCall('find', { order: 'A-1' });
const GRACE = { id: 'grace' };

const start = async (
  script: readonly ScriptedAnswer[],
  options: Parameters<typeof bootDesk>[1] = {},
  metadata: Parameters<typeof bootDesk>[2] = {},
) => {
  const model = new ScriptedChatModel(script);
  const booted = await bootDesk(model, options, metadata);
  return { ...booted, model, chat: booted.app.get(ChatClient) };
};

type Prompt = ReturnType<ChatClient['prompt']>;

const passing = () => advisor((request, chain) => chain.next(request));

const inline = functionTool({
  name: 'inline',
  description: 'Comes with the one call',
  parameters: z.object({}),
  requiresApproval: true,
  run: () => 'ran',
});

const other = functionTool({ name: 'find', description: 'Finds something else', run: () => 'found' });

const explained = augmentTools('find', { schema: z.object({ why: z.string() }), consume: () => {} });

const augmented = augmentTools(Desk, { schema: z.object({ why: z.string() }), consume: () => {} });

const UNKEEPABLE: readonly [string, (prompt: Prompt) => Promise<unknown>, RegExp, ScriptedAnswer?][] = [
  [
    'a tool that was passed to one prompt only',
    (prompt) => prompt.tools(Desk, inline).call().content(),
    /"inline" was passed to this prompt only/,
  ],
  [
    'a tool that was passed to one prompt only, and is called',
    (prompt) => prompt.tools(inline).call().content(),
    /"inline" was passed to this prompt only/,
    callsTools(toolCall('inline')),
  ],
  [
    'a tool that was passed to one prompt only, with the name of a tool of a module',
    (prompt) => prompt.tools('refund', other).call().content(),
    /"find" was passed to this prompt only, and the application has another tool of this name\. No call .* Provide the tool of the prompt in place of the other one/,
    callsTools(refund),
  ],
  [
    'an instance of a class whose tools a module provides',
    (prompt) => prompt.tools(new Desk()).call().content(),
    /"refund" is another object than the tool of this name in the application\. No call .* Pass its class or its name to tools\(\)/,
    callsTools(refund),
  ],
  [
    'a tool whose arguments were added for one prompt only, beside the call that waits',
    (prompt) => prompt.tools('refund', explained).call().content(),
    /"find" was passed to this prompt only/,
    callsTools(refund),
  ],
  [
    'an advisor that was added to one prompt only',
    (prompt) => prompt.tools(Desk).advisors(passing()).call().content(),
    /the advisor Scripted was added by advisors\(\) or mutate\(\)/,
  ],
  [
    'an answer as a value',
    (prompt) =>
      prompt
        .tools(Desk)
        .call()
        .entity(z.object({ done: z.boolean() })),
    /entity\(\) received a Standard Schema, which cannot be stored/,
  ],
  [
    'a parameter of an advisor that is not JSON',
    (prompt) =>
      prompt
        .tools(Desk)
        .advisors({ when: new Date(0) })
        .call()
        .content(),
    /a parameter of the advisors must be plain JSON: .*when/,
  ],
  [
    'a parameter of an advisor that is a function',
    (prompt) =>
      prompt
        .tools(Desk)
        .advisors({ how: () => 1 })
        .call()
        .content(),
    /a parameter of the advisors must be plain JSON: .*how/,
  ],
  [
    'an option of the model that is not JSON',
    (prompt) =>
      prompt
        .tools(Desk)
        .options({ providerOptions: { some: { size: 10n } } } as never)
        .call()
        .content(),
    /an option of the model must be plain JSON: .*size/,
  ],
  [
    'a tool context that is not JSON',
    (prompt) =>
      prompt
        .tools(Desk)
        .toolContext({ since: new Date(0) })
        .call()
        .content(),
    /toolContext\(\) takes plain JSON: .*since/,
  ],
];

describe('a turn that cannot be saved', () => {
  it.each(UNKEEPABLE)('fails before anything runs: %s', async (...[, read, says, answer]) => {
    const { app, chat, desk, store } = await start([answer ?? callsTools(find, refund)]);
    const error = await rejectionOf(read(chat.prompt('Refund A-1')));
    expect(String(error)).toMatch(says);
    expect(desk.done).toEqual([]);
    expect((await store.runs({})).items).toEqual([]);
    expect((await store.approvals({})).items).toEqual([]);
    await app.close();
  });

  it('fails before anything runs if its tools were augmented for one prompt only', async () => {
    const { app, chat, desk, store } = await start([
      callsTools(toolCall('refund', { order: 'A-1', amount: 70, why: 'late' })),
    ]);
    const error = await rejectionOf(chat.prompt('Refund A-1').tools(augmented).call().content());
    expect(String(error)).toMatch(/was passed to this prompt only.* toolCallbacksFrom\(augmentTools\(…\)\) returns it/);
    expect(desk.done).toEqual([]);
    expect((await store.runs({})).items).toEqual([]);
    await app.close();
  });

  it('fails before anything runs if its client lacks an advisor that mutate() added', async () => {
    const own = passing();
    const { app, chat, desk, store } = await start([callsTools(find, refund)], {
      client: { tools: [Desk], advisors: [own] },
    });
    const other = chat.mutate({ system: 'Be brief.' }).mutate({ advisors: [own, passing()] });
    const error = await rejectionOf(other.prompt('Refund A-1').call().content());
    expect(String(error)).toMatch('the advisor Scripted was added by advisors() or mutate()');
    expect(desk.done).toEqual([]);
    expect((await store.runs({})).items).toEqual([]);
    await app.close();
  });

  it('runs if no call has to wait', async () => {
    for (const [, read] of UNKEEPABLE.slice(0, 1)) {
      const { app, chat, desk } = await start([callsTools(find), 'Found.']);
      expect(await read(chat.prompt('Find A-1'))).toBe('Found.');
      expect(desk.done).toEqual(['find A-1']);
      await app.close();
    }
  });
});

describe('a turn with advisors of its prompt or of mutate()', () => {
  it('waits, and resumes with the client of its name, if they are passive or defaults of that client', async () => {
    const own = passing();
    const client = { tools: [Desk], advisors: [own] };
    const { app, approvals, chat, desk, model } = await start([callsTools(refund), 'Done.'], { client });
    const watch = () => Object.assign(passing(), { passive: true });
    const other = chat.mutate({ system: 'Be brief.', advisors: [own, watch()] });
    const { runId, first } = await waits(other.prompt('Refund A-1').advisors(watch()).call());
    await approvals.decide(first.id, yes(first), GRACE);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(1);
    expect(model.prompts[1]!.messages[0]).toEqual({ role: 'system', text: 'Be brief.' });
    await app.close();
  });
});

@Injectable()
@Advise({ around: 'turn' })
class House extends Advisor {
  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return chain.next(request);
  }
}

/** A desk whose tool find is gone. */
@Injectable()
class StrictDesk {
  readonly done: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(@ToolParam() order: string, @ToolParam() amount: number): string {
    this.done.push(`refund ${order} ${amount}`);
    return 'Refunded';
  }
}

describe('an application that has changed before a turn resumes', () => {
  const suspend = async (providers: NonNullable<Parameters<typeof bootDesk>[2]>['providers'] = []) => {
    const store = new InMemoryApprovalStore();
    const first = await start([callsTools(find, refund)], { store, client: { tools: [Desk] } }, { providers });
    const { runId, first: asked } = await waits(first.chat.prompt('Refund A-1').call());
    await first.approvals.decide(asked.id, yes(asked), GRACE);
    await first.app.close();
    return { store, runId };
  };

  const later = async (store: InMemoryApprovalStore, tool: new () => { done: string[] }) => {
    const model = new ScriptedChatModel(['Done.']);
    const approval = { strategy: new HumanApprovalStrategy(), requester: new Askers(), store, worker: false };
    const app = await Test.createTestingModule({
      imports: [ToolgateModule.forRoot({ model, approval, client: { tools: [tool] } })],
      providers: [tool],
    }).compile();
    await app.init();
    return { app, model, chat: app.get(ChatClient), done: app.get(tool).done };
  };

  it('names a missing tool, runs nothing, and resumes after the tool is back', async () => {
    const { store, runId } = await suspend();
    const without = await later(store, StrictDesk);
    await expect(without.chat.resume(runId).call().content()).rejects.toThrow('find');
    expect(without.done).toEqual([]);
    expect(await store.state(runId)).toMatchObject({ run: { status: 'suspended', failures: 1 } });
    await without.app.close();
    const { app, chat, desk } = await start(['Done.'], { store, client: { tools: [Desk] } });
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(2);
    await app.close();
  });

  it('names a missing advisor, runs nothing, and resumes after the advisor is back', async () => {
    const { store, runId } = await suspend([House]);
    const without = await start(['Never.'], { store, client: { tools: [Desk] } });
    await expect(without.chat.resume(runId).call().content()).rejects.toThrow(
      'no longer has the advisors House of the suspended run',
    );
    expect(without.desk.done).toEqual([]);
    expect(without.model.prompts).toEqual([]);
    await without.app.close();
    const providers = [House];
    const { app, chat, desk } = await start(['Done.'], { store, client: { tools: [Desk] } }, { providers });
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(desk.done).toHaveLength(2);
    await app.close();
  });
});

describe('logs and errors', () => {
  it('contain no arguments, approvals or results', async () => {
    const secret = toolCall('refund', { order: 'TOP-SECRET', amount: 70 });
    const { app, chat, approvals, store } = await start([callsTools(secret), 'Never.'], { client: { tools: [Desk] } });
    const prompt = chat.prompt('Refund it').conversation('c');
    const pending = await rejectionOf(prompt.call().content());
    expect(pending).toBeInstanceOf(ToolApprovalPendingException);
    const conflict = await rejectionOf(prompt.call().content());
    expect(conflict).toBeInstanceOf(ApprovalConflictException);
    const { items } = await store.approvals({});
    const stale = await rejectionOf(approvals.decide(items[0]!.id, { ...yes(items[0]!), revision: 9 }, GRACE));
    for (const error of [pending, conflict, stale]) {
      expect(inspect(error, { depth: 20 })).not.toContain('TOP-SECRET');
      expect(JSON.stringify(error)).not.toContain('TOP-SECRET');
    }
    await app.close();
  });
});
