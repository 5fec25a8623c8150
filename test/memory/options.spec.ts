import { afterEach, describe, expect, it } from 'vitest';
import { ChatClient, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { Test } from '@nestjs/testing';
import { ScriptedChatModel } from 'toolgate/testing';

const VARIABLES = ['TOOLGATE_MEMORY_ENABLED', 'TOOLGATE_MEMORY_MAX_MESSAGES', 'TOOLGATE_MEMORY_MAX_TOKENS'];

afterEach(() => {
  for (const name of VARIABLES) delete process.env[name];
});

/** Returns the number of messages that the third prompt of a conversation sends. */
const toldAfterTwoTurns = async (options: ToolgateModuleOptions): Promise<number | undefined> => {
  const model = new ScriptedChatModel(['One', 'Two', 'Three']);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model, ...options })] }).compile();
  await app.init();
  for (const text of ['1', '2', '3']) await app.get(ChatClient).prompt(text).conversation('c').call().content();
  return model.prompts.at(-1)?.messages.length;
};

describe('the environment variables of the memory', () => {
  it.each<[string, Record<string, string>, ToolgateModuleOptions, number]>([
    ['leave the memory off if none is set', {}, {}, 1],
    ['switch the memory on', { TOOLGATE_MEMORY_ENABLED: 'true' }, {}, 5],
    ['do not switch the memory on by a window alone', { TOOLGATE_MEMORY_MAX_MESSAGES: '2' }, {}, 1],
    ['set the window in messages', { TOOLGATE_MEMORY_MAX_MESSAGES: '2' }, { memory: true }, 3],
    ['set the window in tokens', { TOOLGATE_MEMORY_MAX_TOKENS: '1', TOOLGATE_MEMORY_ENABLED: 'true' }, {}, 3],
    ['are overridden by the code', { TOOLGATE_MEMORY_MAX_MESSAGES: '2' }, { memory: { maxMessages: 4 } }, 5],
    ['are overridden by false in the code', { TOOLGATE_MEMORY_ENABLED: 'true' }, { memory: false }, 1],
  ])('%s', async (_, variables, options, told) => {
    Object.assign(process.env, variables);
    expect(await toldAfterTwoTurns(options)).toBe(told);
  });

  it('are named in the error if they cannot be parsed', async () => {
    process.env['TOOLGATE_MEMORY_MAX_MESSAGES'] = 'many';
    await expect(toldAfterTwoTurns({})).rejects.toThrow(
      'TOOLGATE_MEMORY_MAX_MESSAGES must be a whole number above 0, or unlimited.',
    );
  });
});
