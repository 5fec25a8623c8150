import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import type { Prompt, ToolChoice } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { advisor, tool } from './chat.fixture.js';

const MODES = ['call', 'stream'] as const;
type Mode = (typeof MODES)[number];

/** A model that calls a tool as long as the tool choice requires one. */
const obedient: ScriptedAnswer = ({ options }: Prompt) =>
  options?.toolChoice?.type === 'auto' ? 'It is on its way.' : callsTools(toolCall('look'));

const ask = async (mode: Mode, toolChoice: ToolChoice, script: readonly ScriptedAnswer[]) => {
  const model = new ScriptedChatModel(script);
  const chat = ChatClient.create(model, { tools: [tool('look'), tool('track')], options: { temperature: 0 } });
  const prompt = chat.prompt('Where is A-1042?').options({ toolChoice });
  const outcome = await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
  return { outcome, choices: model.prompts.map(({ options }) => options?.toolChoice), model };
};

describe.each(MODES)('a tool choice in a %s', (mode) => {
  it.each([{ type: 'required' }, { type: 'tool', toolName: 'look' }] as const)(
    'that requires a call applies to the first round, so that an obedient model can answer: %j',
    async (choice) => {
      const { outcome, choices, model } = await ask(mode, choice, [obedient, obedient]);
      expect(outcome).toMatchObject({ status: 'completed', content: 'It is on its way.' });
      expect(choices).toEqual([choice, { type: 'auto' }]);
      expect(model.prompts[1]!.options).toEqual({ temperature: 0, toolChoice: { type: 'auto' } });
    },
  );

  it('that requires a call is refused without tools, before the model is called', async () => {
    const model = new ScriptedChatModel(['Done.']);
    const prompt = ChatClient.create(model)
      .prompt('Hi')
      .options({ toolChoice: { type: 'required' } });
    await expect((mode === 'call' ? prompt.call() : prompt.stream()).outcome()).rejects.toThrow(
      'toolChoice requires a tool call, and this turn has no tools. Name tools in tools(), or remove toolChoice.',
    );
    expect(model.prompts).toEqual([]);
  });

  it('applies to every round if everyRound is set', async () => {
    const choice = { type: 'required', everyRound: true } as const;
    const { choices } = await ask(mode, choice, [callsTools(toolCall('look')), callsTools(toolCall('track')), 'Done.']);
    expect(choices).toEqual([choice, choice, choice]);
  });

  it.each(['auto', 'none'] as const)('of the type "%s" applies to every round', async (type) => {
    const { choices } = await ask(mode, { type }, [callsTools(toolCall('look')), 'Done.']);
    expect(choices).toEqual([{ type }, { type }]);
  });

  it('that requires a call does not apply to a loop that an advisor runs again', async () => {
    const model = new ScriptedChatModel([obedient, obedient, obedient]);
    const twice = advisor(
      async function* (request, chain) {
        yield* chain.next(request);
        return yield* chain.next(request);
      },
      -(2 ** 31) + 1,
    );
    const chat = ChatClient.create(model, { tools: [tool('look')], advisors: [twice] });
    const prompt = chat.prompt('Where is A-1042?').options({ toolChoice: { type: 'required' } });
    await (mode === 'call' ? prompt.call() : prompt.stream()).outcome();
    expect(model.prompts.map(({ options }) => options?.toolChoice?.type)).toEqual(['required', 'auto', 'auto']);
  });
});
