import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatClient, Tool, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolVisibility } from 'toolgate/tool';
import { tool } from '../chat/chat.fixture.js';
import { boot } from '../story.fixture.js';

@Injectable()
class Shop {
  @Tool({ description: 'Finds an order' })
  find() {
    return 'found';
  }

  @Tool({ description: 'Refunds an order' })
  refund() {
    return 'refunded';
  }
}

const start = (options: ToolgateModuleOptions = {}, more: object = {}) =>
  boot({ script: [callsTools(toolCall('find')), 'End.'], providers: [Shop], options, ...more });

const MODES = ['call', 'stream'] as const;

describe.each(MODES)('a toolChoice that names a tool, in a %s', (mode) => {
  const choose = async (toolName: string, tools: readonly (string | typeof Shop)[] = [Shop]) => {
    const { chat, model } = await start();
    const prompt = chat
      .prompt('Go')
      .tools(...tools)
      .options({ toolChoice: { type: 'tool', toolName } });
    const outcome = mode === 'call' ? prompt.call().outcome() : prompt.stream().outcome();
    return { outcome, model };
  };

  it('is rejected before the model is called if the turn does not have the tool', async () => {
    const { outcome, model } = await choose('fnid');
    await expect(outcome).rejects.toThrow(
      'toolChoice names the tool "fnid", which this turn does not have. The tools of the turn are: find, refund. Correct the name, or name the tool in tools().',
    );
    expect(model.prompts).toEqual([]);
  });

  it('is rejected if the application has the tool but the prompt does not', async () => {
    await expect((await choose('refund', ['find'])).outcome).rejects.toThrow('The tools of the turn are: find.');
    await expect((await choose('refund', [])).outcome).rejects.toThrow('The turn has no tools.');
  });

  it('reaches the model if the turn has the tool', async () => {
    const { outcome, model } = await choose('find');
    expect(await outcome).toMatchObject({ status: 'completed', content: 'End.' });
    expect(model.prompts[0]!.options?.toolChoice).toEqual({ type: 'tool', toolName: 'find' });
  });
});

describe('the limits of a prompt', () => {
  const limit = (chat: ChatClient, names: readonly string[], mode: (typeof MODES)[number] = 'call') => {
    const prompt = chat
      .prompt('Go')
      .tools('find')
      .limits({ perTool: Object.fromEntries(names.map((name) => [name, 1])) });
    return mode === 'call' ? prompt.call().outcome() : prompt.stream().outcome();
  };

  it.each(MODES)(
    'are rejected before the model is called if they name a tool that does not exist: %s',
    async (mode) => {
      const { chat, model } = await start();
      const text = (name: string) =>
        `limits().perTool names the tool "${name}", which neither this turn nor the application has. The tools of the turn are: find. Correct the name, or remove it.`;
      await expect(limit(chat, ['find', 'refnud'], mode)).rejects.toThrow(text('refnud'));
      await expect(limit(chat, ['ref*'], mode)).rejects.toThrow(text('ref*'));
      expect(model.prompts).toEqual([]);
    },
  );

  it('may name a tool of the application that this prompt does not have', async () => {
    const { chat } = await start();
    expect(await limit(chat, ['refund', 'find'])).toMatchObject({ content: 'End.' });
  });

  it('may name tools that are hidden in this turn', async () => {
    const hidden = { provide: ToolVisibility, useValue: { isVisible: (one: never) => nameOf(one) === 'find' } };
    const { chat } = await start({}, { providers: [Shop, hidden] });
    const perTool = { refund: 1, mine: 1 };
    const prompt = chat.prompt('Go').tools(Shop, tool('mine')).limits({ perTool });
    expect(await prompt.call().outcome()).toMatchObject({ content: 'End.' });
  });

  it('are validated outside a container', async () => {
    const chat = ChatClient.create(new ScriptedChatModel(['End.']), { tools: [tool('look')] });
    const asking = (name: string) => chat.prompt('Go').limits({ perTool: { [name]: 1 } });
    await expect(asking('lokk').call().content()).rejects.toThrow('The tools of the turn are: look.');
    expect(await asking('look').call().content()).toBe('End.');
  });
});

const nameOf = ({ definition: { name } }: { readonly definition: { readonly name: string } }): string => name;

const LIMITS = { perTool: { find: 2, refnud: 1 } };
const SAID = 'names unknown tools: "refnud". The tools are: find, refund';

const WRONG: readonly (readonly [where: string, ToolgateModuleOptions, more: object])[] = [
  ['toolCalling.limits', { toolCalling: { limits: LIMITS } }, {}],
  ['The chat client "default": limits', { client: { limits: LIMITS } }, {}],
  [
    'The chat client "support": limits',
    {},
    { imports: [ToolgateModule.forFeature([{ name: 'support', limits: LIMITS }])] },
  ],
];

describe('limits for every prompt that name a tool', () => {
  it.each(WRONG)('are reported at start-up if the tool does not exist: %s', async (where, options, more) => {
    const { logs } = await start(options, more);
    expect(logs.filter((line) => line.includes('perTool'))).toEqual([
      `warn: ${where}.perTool ${SAID}. Correct the name, or remove it. Toolgate`,
    ]);
  });

  it.each(WRONG)('stop start-up with requireCoverage if the tool does not exist: %s', async (where, options, more) => {
    const strict = { ...options, approval: { requireCoverage: true } };
    await expect(start(strict, more)).rejects.toThrow(`${where}.perTool ${SAID}`);
  });

  it('may name a tool of the client itself', async () => {
    const client = { tools: [tool('mine')], limits: { perTool: { mine: 1, find: 1 } } };
    const { logs } = await start({ client, approval: { requireCoverage: true } });
    expect(logs.filter((line) => line.includes('perTool'))).toEqual([]);
  });
});
