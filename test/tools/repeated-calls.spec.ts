import { describe, expect, it } from 'vitest';
import type { ToolCallPart } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import {
  Advisor,
  type AdvisedStream,
  type AdvisorChain,
  type ChatClientRequest,
  HIGHEST_PRECEDENCE,
} from 'toolgate/chat';
import { lastTexts } from '../story.fixture.js';
import { batchesOf, Desk, endOf, startLimited } from './limits.fixture.js';

const find = (id: string): ToolCallPart => toolCall('find', { id });
const times = (count: number, ...calls: ToolCallPart[]): ScriptedAnswer[] =>
  Array.from({ length: count }, () => callsTools(...calls));
const NOTICE =
  'warn: A model called "find" 5 times with the same arguments in one turn. To prevent this, change the tool\'s description or result, or set toolCalling.limits.repeatedCalls. (run 1, call call-find)';

describe('a call that repeats with the same arguments', () => {
  it('is logged once, at the fifth call, with the tool and without the arguments', async () => {
    const { ask, logs, desk } = await startLimited([...times(9, find('s3cret')), 'End.'], {});
    await ask();
    expect(logs.map((line) => line.replace(' Toolgate', '').replace(/[\da-f-]{36}/, '1'))).toEqual([NOTICE]);
    expect(logs.join()).not.toContain('s3cret');
    expect(desk.ran).toHaveLength(9);
  });

  it('is logged once per turn and tool, even if other calls repeat', async () => {
    const { ask, logs } = await startLimited(
      [...times(6, find('a')), ...times(6, find('b'), toolCall('look')), 'End.', ...times(5, find('a')), 'End.'],
      {},
    );
    await ask();
    expect(logs).toEqual([expect.stringContaining('"find"'), expect.stringContaining('"look"')]);
    await ask();
    expect(logs).toHaveLength(3);
  });

  it('is not logged after four calls, even if calls with other arguments follow', async () => {
    const { ask, logs } = await startLimited(
      [...times(4, find('a')), ...times(4, find('b'), toolCall('look')), 'End.'],
      {},
    );
    await ask();
    expect(logs).toEqual([]);
  });

  it('is logged if all calls are in one batch', async () => {
    const { ask, logs } = await startLimited([callsTools(...Array.from({ length: 5 }, () => find('a'))), 'End.'], {});
    await ask();
    expect(logs).toHaveLength(1);
  });

  it('is counted across the loops of a turn', async () => {
    class Twice extends Advisor {
      override readonly order = HIGHEST_PRECEDENCE + 250;

      async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        yield* chain.copy(this).next(request);
        return yield* chain.next(request);
      }
    }
    const { chat, logs, desk } = await startLimited([...times(3, find('a')), 'No.', ...times(3, find('a')), 'End.'], {
      repeatedCalls: 5,
    });
    await chat.prompt('Go').tools(Desk).advisors(new Twice()).call().content();
    expect(logs).toHaveLength(1);
    expect(desk.ran).toHaveLength(5);
  });
});

describe('repeatedCalls', () => {
  it('returns an error for the calls after the limit without running them, and the turn continues', async () => {
    const { ask, desk, model } = await startLimited([...times(4, find('a')), 'End.'], { repeatedCalls: 2 });
    await expect(ask()).resolves.toMatchObject({ finishReason: { unified: 'stop' } });
    expect(desk.ran).toEqual(['find a', 'find a']);
    expect(batchesOf(model).map(([result]) => result!.outcome)).toEqual([
      { type: 'success' },
      { type: 'success' },
      { type: 'limit', limit: 'repeated-call', max: 2 },
      { type: 'limit', limit: 'repeated-call', max: 2 },
    ]);
    expect(lastTexts(model)).toEqual([
      '"find" was called 2 times with these arguments in this turn, so it was not run again. Use the result you have, call it with other arguments, or answer.',
    ]);
  });

  it('writes "once" in the error for a limit of 1', async () => {
    const { ask, model } = await startLimited([...times(2, find('a')), 'End.'], { repeatedCalls: 1 });
    await ask();
    expect(lastTexts(model)).toEqual([expect.stringContaining('"find" was called once with these arguments')]);
  });

  it('counts calls of other tools and calls with other arguments separately', async () => {
    const { ask, desk } = await startLimited(
      [callsTools(find('a'), toolCall('look', { id: 'a' }), find('b'), find('a')), 'End.'],
      { repeatedCalls: 1 },
    );
    await ask();
    expect(desk.ran).toEqual(['find a', 'look a', 'find b']);
  });

  it('starts again with each user message', async () => {
    const { chat, desk, model } = await startLimited([...times(3, find('a')), 'End.'], { repeatedCalls: 2 });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(desk.ran).toHaveLength(2);
    const { messages } = model.prompts.at(-1)!;
    const again = await startLimited([callsTools(find('a'), find('b'), find('a')), 'End.'], { repeatedCalls: 2 });
    await again.chat.prompt({ messages }).user('Again').tools(Desk).call().content();
    expect(again.desk.ran).toEqual(['find a', 'find b', 'find a']);
  });

  it('counts the blocked calls toward the other limits, which stop the turn', async () => {
    const { ask, desk } = await startLimited([callsTools(...Array.from({ length: 5 }, () => find('a')))], {
      repeatedCalls: 1,
      callsPerTool: 3,
    });
    const { finishReason, metadata } = await ask();
    expect(finishReason).toEqual({ unified: 'tool-call-limit' });
    expect(metadata!.toolResults!.map(endOf)).toEqual([
      'success',
      'repeated-call',
      'repeated-call',
      'calls-per-tool',
      'calls-per-tool',
    ]);
    expect(desk.ran).toHaveLength(1);
  });
});
