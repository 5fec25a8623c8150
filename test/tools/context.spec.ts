import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { AroundAdvisor, ChatClient, type ChatClientRequest, functionTool, Tool, ToolContext } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { Prompt } from 'toolgate/model';
import { CurrentToolContext, ToolRegistry } from 'toolgate/tool';
import { boot, settled } from '../story.fixture.js';

type Tenant = { readonly tenant: string };

@Injectable()
class Ledger {
  constructor(private readonly current: CurrentToolContext) {}

  /** Reads the context in a service that does not receive it as an argument. */
  async tenant(): Promise<string | undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.current.get<Tenant>()?.data.tenant;
  }
}

@Injectable()
class Desk {
  readonly seen: ToolContext[] = [];
  readonly tenants: unknown[] = [];

  constructor(private readonly ledger: Ledger) {}

  @Tool({ description: 'Looks' })
  async look(context: ToolContext) {
    this.seen.push(context);
    const tenant = await this.ledger.tenant();
    this.tenants.push([context.data['tenant'], tenant]);
    return tenant ?? 'nobody';
  }

  @Tool({ description: 'Has a deadline', timeoutMs: 1000 })
  async hurry(_context: ToolContext) {
    return this.ledger.tenant();
  }

  @Tool({ description: 'Tells on the way' })
  async *stream(_context: ToolContext) {
    yield 'first';
    yield await this.ledger.tenant();
  }
}

const start = async (script: readonly ScriptedAnswer[], options = {}) => {
  const story = await boot({ script, options, providers: [Desk, Ledger] });
  return {
    ...story,
    desk: story.app.get(Desk),
    ask: (tenant: string) => story.chat.prompt('Go').tools(Desk).toolContext({ tenant }),
  };
};

describe('a tool’s context', () => {
  it('contains the call, the conversation and the turn, and a unique idempotency key for each call', async () => {
    const round = callsTools(toolCall('look', {}, 'same'), toolCall('look', {}, 'same'));
    const { ask, desk } = await start([round, round, 'End.', round, 'End.']);
    await ask('acme').conversation('c-1').call().content();
    await ask('acme').call().content();
    expect(desk.seen.map(({ call }) => call)).toMatchObject([
      { toolCallId: 'same', toolName: 'look', index: 0, round: 0 },
      { index: 1, round: 0 },
      { index: 0, round: 1 },
      { index: 1, round: 1 },
      { index: 0, round: 0 },
      { index: 1, round: 0 },
    ]);
    expect(desk.seen.map(({ conversation }) => conversation)).toEqual([...Array(4).fill('c-1'), undefined, undefined]);
    const runs = desk.seen.map(({ runId }) => runId);
    expect([new Set(runs.slice(0, 4)).size, new Set(runs).size]).toEqual([1, 2]);
    const keys = desk.seen.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual(runs.map((run, index) => `${run}:${[0, 0, 1, 1, 0, 0][index]}:${index % 2}`));
    expect(new Set(keys).size).toBe(6);
    expect(desk.seen[0]!.turn.idempotencyKey).toBeUndefined();
  });

  it('has the run id of its turn, also in its idempotency key', () => {
    const turn = new ToolContext({ runId: 'r-1' });
    const call = new ToolContext({ turn, call: { toolCallId: 'x', toolName: 'look', round: 2, index: 1 } });
    expect([call.runId, call.idempotencyKey]).toEqual(['r-1', 'r-1:2:1']);
  });

  it('overrides the client’s default key by key, and is frozen', async () => {
    const { desk, ask } = await start([callsTools(toolCall('look', {})), 'End.'], {
      client: { toolContext: { tenant: 'default', region: 'eu' } },
    });
    await ask('acme').call().content();
    const { data } = desk.seen[0]!;
    expect(data).toEqual({ tenant: 'acme', region: 'eu' });
    expect(() => Object.assign(data, { tenant: 'other' })).toThrow(TypeError);
  });

  it('is merged from each toolContext() call, and takes precedence over the options', async () => {
    const { desk, chat } = await start([callsTools(toolCall('look', {})), 'End.'], {
      client: { options: { toolContext: { a: 'client options', b: 'client options', c: 'client options' } } },
    });
    const prompt = chat
      .prompt('Go')
      .tools(Desk)
      .options({ toolContext: { b: 'options', c: 'options' } });
    await prompt.toolContext({ c: 'prompt', d: 'first' }).toolContext({ d: 'second' }).call().content();
    expect(desk.seen[0]!.data).toEqual({ a: 'client options', b: 'options', c: 'prompt', d: 'second' });
  });

  it('is merged from each options() call', async () => {
    const { desk, chat } = await start([callsTools(toolCall('look', {})), 'End.']);
    const prompt = chat
      .prompt('Go')
      .tools(Desk)
      .options({ toolContext: { tenant: 'acme', region: 'eu' } });
    await prompt
      .options({ toolContext: { region: 'us', plan: undefined } })
      .options({ temperature: 0 })
      .call()
      .content();
    expect(desk.seen[0]!.data).toEqual({ tenant: 'acme', region: 'us' });
  });

  it('starts from the model’s default options', async () => {
    const defaultOptions = { toolContext: { a: 'model', b: 'model' }, temperature: 0 };
    const model = new ScriptedChatModel([callsTools(toolCall('look')), 'End.'], { defaultOptions });
    const { chat, desk } = await start([], { model, client: { toolContext: { b: 'client' } } });
    await chat.prompt('Go').tools(Desk).toolContext({ c: 'prompt' }).call().content();
    expect(desk.seen[0]!.data).toEqual({ a: 'model', b: 'client', c: 'prompt' });
    expect(model.prompts[0]!.options).toEqual({ temperature: 0 });
  });

  it('has a signal that every call of a batch may listen to, and many turns may have one signal', async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', warn);
    const pause = functionTool({ name: 'pause', run: (_, { signal }) => delay(1, 'paused', { signal }) });
    const pauses = callsTools(...Array.from({ length: 12 }, () => toolCall('pause')));
    const answer = ({ messages }: Prompt) => (messages.length > 1 ? 'End.' : pauses);
    const model = new ScriptedChatModel(Array.from({ length: 24 }, () => answer));
    const chat = ChatClient.create(model, { tools: [pause] });
    const { signal } = new AbortController();
    const turns = Array.from({ length: 12 }, () => chat.prompt('Go').signal(signal).call().content());
    expect(new Set(await Promise.all(turns))).toEqual(new Set(['End.']));
    await settled();
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });

  it.each(['call', 'stream'] as const)(
    'is not changed by the options of an advisor, which fail the turn of a %s',
    async (mode) => {
      class Adding extends AroundAdvisor {
        protected override before(request: ChatClientRequest) {
          return { ...request, options: { ...request.options, toolContext: { tenant: 'globex' } } };
        }
      }
      class Outside extends Adding {
        override readonly order = HIGHEST_PRECEDENCE;
      }
      for (const advisor of [new Adding(), new Outside()]) {
        const { chat, model } = await boot({ script: ['Never.'], providers: [Desk, Ledger] });
        const prompt = chat.prompt('Go').tools(Desk).toolContext({ tenant: 'acme' }).advisors(advisor);
        await expect(prompt[mode]().outcome()).rejects.toThrow(
          'An advisor set "toolContext" in the options of a request, but the tool context does not change after the turn has started. Pass it to toolContext() of the prompt',
        );
        expect(model.prompts).toEqual([]);
      }
    },
  );

  it('is never sent to the model', async () => {
    const { model, ask } = await start([callsTools(toolCall('look', {})), 'End.'], {
      client: { toolContext: { secret: 'hunter2' } },
    });
    await ask('x').transient({ token: 'hunter3' }).call().content();
    expect(JSON.stringify(model.prompts)).not.toMatch(/hunter|secret/);
  });
});

describe('the current tool context', () => {
  it.each(['look', 'hurry'])(
    'is available to services inside %s, in calls and streams that run at once',
    async (tool) => {
      const script = () => [callsTools(toolCall(tool, {}), toolCall(tool, {})), 'End.'];
      const stories = await Promise.all(Array.from({ length: 20 }, () => start(script())));
      const results = await Promise.all(
        stories.map(async ({ ask, model }, index) => {
          if (index % 2) await ask(`t${index}`).call().content();
          else for await (const _ of ask(`t${index}`).stream());
          const last = model.prompts[1]!.messages.at(-1)!;
          return last.role === 'tool' && last.content.map(({ output }) => (output as { text: string }).text);
        }),
      );
      expect(results).toEqual(stories.map((_, index) => [`t${index}`, `t${index}`]));
    },
  );

  it('is available in every step of a generator', async () => {
    const { ask, model } = await start([callsTools(toolCall('stream', {})), 'End.']);
    await ask('acme').call().content();
    expect(JSON.stringify(model.prompts[1]!.messages.at(-1))).toContain('acme');
  });

  it('is the context of the application’s own call, also inside another tool', async () => {
    const { app } = await start([]);
    const hurry = app.get(ToolRegistry).get('hurry')!;
    const other = functionTool({
      name: 'other',
      run: () => hurry.call('{}', new ToolContext({ data: { tenant: 'inner' } })),
    });
    const context = new ToolContext({ data: { tenant: 'outer' } });
    await expect(hurry.call('{}', context)).resolves.toMatchObject({ output: { text: 'outer' } });
    await expect(other.call('{}', context)).resolves.toMatchObject({
      output: { value: { output: { text: 'inner' } } },
    });
  });

  it('is undefined outside a tool', async () => {
    const { app } = await start([]);
    expect(await app.get(Ledger).tenant()).toBeUndefined();
  });
});
