import { afterEach, describe, expect, it } from '@jest/globals';
import { ChatClient, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { Test } from '@nestjs/testing';
import { ScriptedChatModel } from 'toolgate/testing';

const VARIABLES = ['TOOLGATE_MEMORY_ENABLED', 'TOOLGATE_MEMORY_MAX_MESSAGES', 'TOOLGATE_MEMORY_MAX_TOKENS'];

afterEach(() => {
  for (const name of VARIABLES) delete process.env[name];
});

/** How many messages the model is told in the third turn of a conversation. */
const toldAfterTwoTurns = async (options: ToolgateModuleOptions): Promise<number | undefined> => {
  const model = new ScriptedChatModel(['One', 'Two', 'Three']);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model, ...options })] }).compile();
  await app.init();
  for (const text of ['1', '2', '3']) await app.get(ChatClient).prompt(text).conversation('c').call().content();
  return model.prompts.at(-1)?.messages.length;
};

describe('the memory of an application, in its environment', () => {
  it.each<[string, Record<string, string>, ToolgateModuleOptions, number]>([
    ['is off', {}, {}, 1],
    ['is switched on', { TOOLGATE_MEMORY_ENABLED: 'true' }, {}, 5],
    ['is not switched on by how much it remembers', { TOOLGATE_MEMORY_MAX_MESSAGES: '2' }, {}, 1],
    ['says how much is remembered', { TOOLGATE_MEMORY_MAX_MESSAGES: '2' }, { memory: true }, 3],
    ['says how much, in tokens', { TOOLGATE_MEMORY_MAX_TOKENS: '1', TOOLGATE_MEMORY_ENABLED: 'true' }, {}, 3],
    ['gives way to the code', { TOOLGATE_MEMORY_MAX_MESSAGES: '2' }, { memory: { maxMessages: 4 } }, 5],
    ['gives way to the code, which switches it off', { TOOLGATE_MEMORY_ENABLED: 'true' }, { memory: false }, 1],
  ])('%s', async (_, variables, options, told) => {
    Object.assign(process.env, variables);
    expect(await toldAfterTwoTurns(options)).toBe(told);
  });

  it('is named where it cannot be read', async () => {
    process.env['TOOLGATE_MEMORY_MAX_MESSAGES'] = 'many';
    await expect(toldAfterTwoTurns({})).rejects.toThrow(
      'TOOLGATE_MEMORY_MAX_MESSAGES must be a whole number above 0, or unlimited.',
    );
  });
});
