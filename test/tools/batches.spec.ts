import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  ChatTurnException,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolContext,
  type ToolgateModuleOptions,
} from 'toolgate';
import { textOf, type ToolMessage } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, deferred, lastResults, lastTexts, settled } from '../story.fixture.js';

@Injectable()
class Kitchen {
  readonly log: string[] = [];
  readonly doors = new Map<string, ReturnType<typeof deferred<string>>>();
  signal?: AbortSignal;

  door(name: string) {
    const door = this.doors.get(name) ?? deferred<string>();
    this.doors.set(name, door);
    return door;
  }

  @Tool({ description: 'Cooks' })
  async cook(dish: string, context: ToolContext) {
    this.signal = context.signal;
    return this.work(dish);
  }

  @Tool({ description: 'Bakes, and needs the whole kitchen', sequential: true })
  async bake(dish: string) {
    return this.work(dish);
  }

  @Tool({ description: 'Serves at once' })
  serve(dish: string) {
    this.log.push(`served ${dish}`);
    return dish;
  }

  private async work(dish: string) {
    this.log.push(`begin ${dish}`);
    const done = await this.door(dish).promise;
    this.log.push(`end ${dish}`);
    return done;
  }
}

const call = (toolName: string, dish: string) => toolCall(toolName, { dish }, dish);

const start = async (calls: ReturnType<typeof toolCall>[], options: ToolgateModuleOptions = {}) => {
  const story = await boot({ script: [callsTools(...calls), 'End.'], providers: [Kitchen], options });
  const kitchen = story.app.get(Kitchen);
  return { ...story, kitchen, prompt: () => story.chat.prompt('Cook').tools(Kitchen) };
};

describe('the calls of a batch', () => {
  it('run at the same time, and their results have the order of the calls', async () => {
    const { kitchen, prompt, model } = await start([call('cook', 'soup'), call('cook', 'rice'), call('serve', 'tea')]);
    const answer = prompt().call().content();
    await settled();
    expect(kitchen.log).toEqual(['begin soup', 'begin rice', 'served tea']);
    kitchen.door('rice').resolve('RICE');
    await settled();
    kitchen.door('soup').resolve('SOUP');
    await answer;
    expect(kitchen.log.slice(3)).toEqual(['end rice', 'end soup']);
    expect(lastTexts(model)).toEqual(['SOUP', 'RICE', 'tea']);
  });

  it('emit their results in a stream as soon as they end', async () => {
    const { kitchen, prompt } = await start([call('cook', 'soup'), call('cook', 'rice')]);
    const ended: string[] = [];
    const reading = (async () => {
      for await (const part of prompt().stream()) if (part.type === 'tool-result') ended.push(part.toolCallId);
    })();
    await settled();
    kitchen.door('rice').resolve('');
    await settled();
    expect(ended).toEqual(['rice']);
    kitchen.door('soup').resolve('');
    await reading;
    expect(ended).toEqual(['rice', 'soup']);
  });

  it('run one after the other with parallelToolCalls: false', async () => {
    const { kitchen, prompt } = await start([call('cook', 'soup'), call('cook', 'rice')], {
      toolCalling: { parallelToolCalls: false },
    });
    const answer = prompt().call().content();
    await settled();
    expect(kitchen.log).toEqual(['begin soup']);
    kitchen.door('soup').resolve('');
    await settled();
    expect(kitchen.log).toEqual(['begin soup', 'end soup', 'begin rice']);
    kitchen.door('rice').resolve('');
    await answer;
  });

  it('run alone if their tool is sequential, while the calls before and after it run in parallel', async () => {
    const { kitchen, prompt, model } = await start([
      call('cook', 'soup'),
      call('cook', 'rice'),
      call('bake', 'bread'),
      call('cook', 'fish'),
      call('serve', 'tea'),
    ]);
    const answer = prompt().call().content();
    await settled();
    expect(kitchen.log).toEqual(['begin soup', 'begin rice']);
    kitchen.door('soup').resolve('');
    kitchen.door('rice').resolve('');
    await settled();
    expect(kitchen.log.slice(4)).toEqual(['begin bread']);
    kitchen.door('bread').resolve('BREAD');
    await settled();
    expect(kitchen.log.slice(6)).toEqual(['begin fish', 'served tea']);
    kitchen.door('fish').resolve('FISH');
    await answer;
    expect(lastTexts(model)).toEqual(['', '', 'BREAD', 'FISH', 'tea']);
  });

  it('run at most 16 at a time', async () => {
    const dishes = Array.from({ length: 20 }, (_, index) => `dish ${index}`);
    const { kitchen, prompt } = await start(dishes.map((dish) => call('cook', dish)));
    const answer = prompt().call().content();
    await settled();
    expect(kitchen.log).toHaveLength(16);
    kitchen.door('dish 3').resolve('');
    await settled();
    expect(kitchen.log.slice(16)).toEqual(['end dish 3', 'begin dish 16']);
    for (const dish of dishes) kitchen.door(dish).resolve('');
    await answer;
  });

  it('may have the same ids as calls of an earlier round', async () => {
    const { chat, model } = await boot({
      script: [callsTools(call('serve', 'tea')), callsTools(call('serve', 'tea')), 'End.'],
      providers: [Kitchen],
    });
    await expect(chat.prompt('Cook').tools(Kitchen).call().content()).resolves.toBe('End.');
    const rounds = model.prompts.at(-1)!.messages.filter((message): message is ToolMessage => message.role === 'tool');
    expect(rounds.map(({ content }) => content.map(({ toolCallId }) => toolCallId))).toEqual([['tea'], ['tea']]);
  });
});

describe('a caller who aborts a turn while tools run', () => {
  const leave = async (options: ToolgateModuleOptions, ...calls: ReturnType<typeof toolCall>[]) => {
    const story = await start(calls, options);
    const controller = new AbortController();
    const answer = story.prompt().signal(controller.signal).call().content();
    answer.catch(() => {});
    await settled();
    return {
      ...story,
      leave: async () => {
        controller.abort(new Error('gone'));
        return (await answer.catch((error: unknown) => error)) as ChatTurnException;
      },
    };
  };

  it('receives the error at once, with the results of ended calls and the outcome of all others', async () => {
    const { kitchen, leave: abort } = await leave(
      {},
      call('cook', 'soup'),
      call('serve', 'tea'),
      call('bake', 'bread'),
    );
    const error = await abort();
    expect(error).toBeInstanceOf(ChatTurnException);
    expect(error.cause).toMatchObject({ message: 'gone' });
    const results = (error.transcript.at(-1) as ToolMessage).content;
    expect(results.map(({ toolCallId, outcome }) => [toolCallId, outcome.type])).toEqual([
      ['soup', 'unknown'],
      ['tea', 'success'],
      ['bread', 'not-started'],
    ]);
    expect(results.map(({ output }) => textOf({ role: 'user', content: [output as never] }))).toEqual([
      'It is not known whether this tool had its effect.',
      'tea',
      'This tool was not started.',
    ]);
    expect(kitchen.signal?.aborted).toBe(true);
    kitchen.door('soup').resolve('late');
    await settled();
    expect(kitchen.log).not.toContain('begin bread');
  });

  it('receives no error of a tool that fails later', async () => {
    const { kitchen, leave: abort } = await leave({}, call('cook', 'soup'));
    await abort();
    kitchen.door('soup').reject(new Error('too late'));
    await settled();
  });

  it.each([true, false])(
    'starts no other call if the abort comes from inside a tool (parallelToolCalls: %s)',
    async (parallelToolCalls) => {
      const controller = new AbortController();
      let ran = 0;
      @Injectable()
      class Leaver {
        @Tool({ description: 'Leaves' })
        quit() {
          ran++;
          controller.abort(new Error('gone'));
          return 'left';
        }
      }
      const { chat } = await boot({
        script: [callsTools(toolCall('quit', {}, '1'), toolCall('quit', {}, '2'))],
        providers: [Leaver],
        options: { toolCalling: { parallelToolCalls } },
      });
      const answer = chat.prompt('Go').tools(Leaver).signal(controller.signal).call().content();
      const { transcript } = (await answer.catch((error: unknown) => error)) as ChatTurnException;
      expect(ran).toBe(1);
      expect((transcript.at(-1) as ToolMessage).content.map(({ outcome }) => outcome.type)).toEqual([
        'success',
        'not-started',
      ]);
    },
  );

  it('starts nothing with a signal that is already aborted', async () => {
    const { chat, app, model } = await boot({ script: [callsTools(call('serve', 'tea'))], providers: [Kitchen] });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(chat.prompt('Cook').tools(Kitchen).signal(signal).call().content()).rejects.toThrow('gone');
    expect(app.get(Kitchen).log).toEqual([]);
    expect(model.prompts).toEqual([]);
  });
});

describe('a tool that fails a turn with throwOnError', () => {
  it('lets the running calls end, saves their results, and starts no other call', async () => {
    const dishes = Array.from({ length: 17 }, (_, index) => `dish ${index}`);
    const calls = [...dishes.map((dish) => call('cook', dish)), call('bake', 'bread')];
    const { kitchen, prompt } = await start(calls, { toolCalling: { throwOnError: true } });
    let error: ChatTurnException | undefined;
    const answer = prompt()
      .call()
      .content()
      .catch((caught: ChatTurnException) => {
        error = caught;
      });
    await settled();
    kitchen.door('dish 0').reject(new Error('burnt'));
    await settled();
    expect(error).toBeUndefined();
    for (const dish of dishes.slice(1)) kitchen.door(dish).resolve('done');
    await answer;
    expect(error!.cause).toMatchObject({ cause: { message: 'burnt' } });
    expect((error!.transcript.at(-1) as ToolMessage).content.map(({ outcome }) => outcome.type)).toEqual([
      'unknown',
      ...Array.from({ length: 15 }, () => 'success'),
      'not-started',
      'not-started',
    ]);
    expect(kitchen.log).not.toContain('begin dish 16');
  });
});

describe('a tool with returnDirect', () => {
  @Injectable()
  class Direct {
    @Tool({ description: 'Direct', returnDirect: true })
    direct(text: string) {
      if (text === 'fail') throw new Error('failed');
      return text === 'json' ? { text } : text;
    }

    @Tool({ description: 'Not direct' })
    other() {
      return 'other';
    }
  }
  const direct = (text: unknown) => toolCall('direct', { text } as never, String(text));
  const strategy = ToolApprovalStrategy.of((_tool, { text }) =>
    text === 'rejected' ? ToolApprovalDecision.reject('no') : ToolApprovalDecision.approve(),
  );
  const run = async (...calls: ReturnType<typeof toolCall>[]) => {
    const options = { approval: { strategy } };
    const { chat, model } = await boot({ script: [callsTools(...calls), 'End.'], providers: [Direct], options });
    const response = await chat.prompt('Go').tools(Direct).call().chatResponse();
    return { response, rounds: model.prompts.length, model };
  };

  it.each([
    ['one', [direct('hi')], ['hi']],
    ['several', [direct('hi'), direct('json')], ['hi', '{"text":"json"}']],
    ['an empty text', [direct('')], ['']],
  ])('ends the turn with its results: %s', async (_, calls, texts) => {
    const { response, rounds } = await run(...calls);
    expect(rounds).toBe(1);
    expect(response.finishReason.unified).toBe('return-direct');
    expect(response.message.content.map((part) => (part as { text: string }).text)).toEqual(texts);
    expect(response.message.content.map(({ providerMetadata }) => providerMetadata)).toEqual(
      calls.map(({ toolCallId, toolName }) => ({ toolgate: { toolCallId, toolName } })),
    );
  });

  it('ends the turn with the results of the last round only', async () => {
    const script = [callsTools(toolCall('other')), callsTools(direct('hi'))];
    const { chat } = await boot({ script, providers: [Direct], options: { approval: { strategy } } });
    await expect(chat.prompt('Go').tools(Direct).call().content()).resolves.toBe('hi');
  });

  it.each([
    ['mixed with another tool', [direct('hi'), toolCall('other')]],
    ['rejected', [direct('rejected')]],
    ['rejected beside one that ran', [direct('hi'), direct('rejected')]],
    ['failed', [direct('fail')]],
    ['failed beside one that ran', [direct('hi'), direct('fail')]],
    ['invalid', [direct(5)]],
    ['beside an unknown one', [direct('hi'), toolCall('nobody')]],
  ])('sends the results to the model if a call is %s', async (_, calls) => {
    const { response, rounds, model } = await run(...calls);
    expect(rounds).toBe(2);
    expect(response.finishReason.unified).toBe('stop');
    expect(lastResults(model)).toHaveLength(calls.length);
  });
});
