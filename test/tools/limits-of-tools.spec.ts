import { describe, expect, it } from 'vitest';
import { type ToolgateModuleOptions, ToolApprovalStrategy } from 'toolgate';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { boot, lastTexts } from '../story.fixture.js';
import { batchesOf, Desk, endOf, isAnswered, startLimited } from './limits.fixture.js';

const calls = (...names: string[]): ScriptedAnswer =>
  callsTools(...names.map((name, index) => toolCall(name, {}, `${name}-${index}`)));
const distinct = (name: string, count: number): ScriptedAnswer[] =>
  Array.from({ length: count }, (_, index) => callsTools(toolCall(name, { id: String(index) })));

describe('a limit for one tool', () => {
  it('replaces the general limit, whether lower or higher', async () => {
    const limits = { callsPerTool: 2, perTool: { find: 1, look: 3 } };
    const few = await startLimited([calls('find'), calls('find')], limits);
    await expect(few.ask()).resolves.toMatchObject({ finishReason: { unified: 'tool-call-limit' } });
    expect(few.desk.ran).toEqual(['find']);
    const many = await startLimited([calls('look', 'look', 'look'), 'End.'], limits);
    await expect(many.ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
  });

  it('does not change the general limit of other tools', async () => {
    const { ask, desk } = await startLimited([calls('look', 'look', 'look')], {
      callsPerTool: 2,
      perTool: { find: Infinity },
    });
    await ask();
    expect(desk.ran).toEqual(['look', 'look']);
  });

  it('of Infinity exempts the tool, whose calls still count toward totalCalls', async () => {
    const { ask, desk } = await startLimited(distinct('find', 20), {
      callsPerTool: 2,
      totalCalls: 7,
      perTool: { find: Infinity },
    });
    const { metadata } = await ask();
    expect(desk.ran).toHaveLength(7);
    expect(metadata!.toolResults).toMatchObject([{ outcome: { type: 'limit', limit: 'total-calls', max: 7 } }]);
  });

  it('takes precedence over totalCalls if both are reached', async () => {
    const { ask } = await startLimited([calls('find', 'find')], { perTool: { find: 1 }, totalCalls: 1 });
    const { metadata } = await ask();
    expect(metadata!.toolResults!.map(endOf)).toEqual(['success', 'calls-per-tool']);
  });

  it.each(['nobody', 'constructor', '__proto__', 'toString'])(
    'applies to a name that no tool has: %s',
    async (name) => {
      const perTool = Object.fromEntries([[name, 2]]);
      const { ask, model } = await startLimited([calls(name), calls(name), calls(name)], { perTool });
      await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'tool-call-limit' } });
      expect(model.prompts).toHaveLength(3);
    },
  );

  it('does not apply to the names of properties that every object has', async () => {
    const { ask, model } = await startLimited([calls('constructor'), calls('valueOf'), 'End.'], { perTool: {} });
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
    expect(model.prompts).toHaveLength(3);
  });
});

describe("a breach with onBreach: 'report'", () => {
  const onBreach = 'report';

  it('returns an error to the model without running the call, and the turn continues', async () => {
    const { ask, desk, model } = await startLimited([calls('find', 'find', 'look'), 'End.'], {
      callsPerTool: 1,
      onBreach,
    });
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
    expect(desk.ran).toEqual(['find', 'look']);
    expect(lastTexts(model)).toEqual([
      'ok',
      '"find" was called once in this turn, which is the limit. No further calls of "find" are allowed in this turn.',
      'ok',
    ]);
  });

  it('blocks the tool until the end of the turn', async () => {
    const { ask, desk, model } = await startLimited(
      [calls('find'), calls('find'), calls('look'), calls('find'), 'End.', calls('find'), 'End.'],
      { callsPerTool: 1, onBreach },
    );
    await ask();
    expect(batchesOf(model).flat().map(endOf)).toEqual(['success', 'calls-per-tool', 'success', 'calls-per-tool']);
    expect(desk.ran).toEqual(['find', 'look']);
    await ask();
    expect(desk.ran).toEqual(['find', 'look', 'find']);
  });

  it('counts blocked calls toward totalCalls', async () => {
    const { ask, model } = await startLimited([calls('find', 'find', 'find', 'look'), 'End.'], {
      callsPerTool: 1,
      totalCalls: 3,
      onBreach,
    });
    await ask();
    expect(batchesOf(model).flat().map(endOf)).toEqual(['success', 'calls-per-tool', 'calls-per-tool', 'total-calls']);
    expect(lastTexts(model).at(-1)).toBe(
      'Tools were called 3 times in this turn, which is the limit. No further tool calls are allowed in this turn.',
    );
  });

  it('counts blocked calls of earlier rounds toward totalCalls', async () => {
    const { ask, model } = await startLimited([calls('find', 'find'), calls('find', 'look'), 'End.'], {
      callsPerTool: 1,
      totalCalls: 3,
      onBreach,
    });
    await ask();
    expect(batchesOf(model).map((batch) => batch.map(endOf))).toEqual([
      ['success', 'calls-per-tool'],
      ['calls-per-tool', 'total-calls'],
    ]);
  });

  it('stops the turn at the limit of rounds if the model repeats the call', async () => {
    const { ask, desk, model } = await startLimited(
      Array.from({ length: 100 }, () => calls('find')),
      { callsPerTool: 1, onBreach },
    );
    const { finishReason, metadata } = await ask();
    expect(finishReason).toEqual({ unified: 'tool-call-limit' });
    expect(metadata!.toolResults!.map(endOf)).toEqual(['rounds']);
    expect(model.prompts).toHaveLength(50);
    expect(desk.ran).toHaveLength(1);
  });

  it('does not pass a blocked call to the approval strategy', async () => {
    const asked: unknown[] = [];
    const strategy = ToolApprovalStrategy.of((tool) => {
      asked.push(tool);
      return { type: 'approve' };
    });
    const { ask, desk } = await startLimited(
      [calls('find'), calls('find'), 'End.'],
      { callsPerTool: 1, onBreach },
      { approval: { strategy } },
    );
    await ask();
    expect(desk.ran).toEqual(['find']);
    expect(asked).toHaveLength(1);
  });

  it('does not let a blocked batch be returned as the answer', async () => {
    const { ask, model } = await startLimited([calls('find'), calls('show', 'find'), calls('find'), 'End.'], {
      callsPerTool: 1,
      onBreach,
    });
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
    expect(model.prompts).toHaveLength(4);
    expect(model.prompts.every(isAnswered)).toBe(true);
  });

  it('is emitted in a stream as a result', async () => {
    const { chat } = await startLimited([calls('find', 'find'), 'End.'], { callsPerTool: 1, onBreach });
    const ends: string[] = [];
    for await (const part of chat.prompt('Go').tools(Desk).stream())
      if (part.type === 'tool-result') ends.push(endOf(part));
    expect(ends.toSorted()).toEqual(['calls-per-tool', 'success']);
  });
});

describe('invalid limits', () => {
  const unlimited = "Pass a whole number above 0, because with onBreach: 'report' nothing else ends a turn.";
  const wrong: readonly (readonly [string, object, string])[] = [
    ['a limit of a tool that is 0', { perTool: { refund: 0 } }, 'perTool.refund is 0. Pass a whole number above 0'],
    ['a limit of a tool that is text', { perTool: { refund: '3' } }, "perTool.refund is '3'. Pass a whole number"],
    ['a list', { perTool: ['refund'] }, "perTool is [ 'refund' ]. Pass an object of names and numbers"],
    ['a number', { perTool: 3 }, 'perTool is 3. Pass an object of names and numbers, such as { refund: 3 }.'],
    ['a Map', { perTool: new Map() }, 'perTool is an instance of Map. Pass an object of names and numbers'],
    ['null', { perTool: null }, 'perTool is null. Pass an object of names and numbers'],
    ['half a repetition', { repeatedCalls: 0.5 }, 'repeatedCalls is 0.5. Pass a whole number above 0, or Infinity.'],
    ['another way to end', { onBreach: 'throw' }, "onBreach is 'throw'. Pass 'stop' or 'report'."],
    ['reports without end', { onBreach: 'report', rounds: Infinity }, `rounds is Infinity. ${unlimited}`],
  ];

  it.each(wrong)('stop start-up with an error that names them: %s', async (_, limits, message) => {
    await expect(boot({ options: { toolCalling: { limits } } })).rejects.toThrow(`toolCalling.limits.${message}`);
  });

  it('stop start-up if their name is misspelled', async () => {
    const options = { toolCalling: { limits: { pertool: { refund: 3 } } } } as ToolgateModuleOptions;
    await expect(boot({ options })).rejects.toThrow(
      'Unknown option toolCalling.limits.pertool of ToolgateModule.forRoot(). Use one of: callsPerTool, perTool, totalCalls, rounds, repeatedCalls, onBreach.',
    );
  });

  it('do not include undefined values', async () => {
    const limits = { perTool: { refund: undefined as never }, onBreach: undefined, repeatedCalls: undefined };
    await expect(boot({ options: { toolCalling: { limits } } })).resolves.toBeDefined();
  });
});
