import { describe, expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { ChatTurnException, functionTool, Tool } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import {
  ToolCallResultConverter,
  ToolExecutionExceptionProcessor,
  type ToolResultOrigin,
  ToolResults,
} from 'toolgate/tool';
import { refuseUnhandledRejections, rejectionOf } from '../chat/chat.fixture.js';
import { boot, lastResults } from '../story.fixture.js';

let converted: () => unknown;

@Injectable()
class SlowConverter extends ToolCallResultConverter {
  convert(): never {
    return converted() as never;
  }
}

let processed: () => unknown;

@Injectable()
class SlowProcessor extends ToolExecutionExceptionProcessor {
  process(): never {
    return processed() as never;
  }
}

let effects = 0;

@Injectable()
class Desk {
  @Tool({ description: 'Has an effect', resultConverter: SlowConverter })
  act() {
    effects++;
    return 'acted';
  }

  @Tool({ description: 'Fails' })
  fail() {
    throw new Error('No stock.');
  }
}

const start = (tool: string, ...providers: readonly Provider[]) =>
  boot({ script: [callsTools(toolCall(tool)), 'End.'], providers: [Desk, SlowConverter, ...providers] });

const reject = (_: unknown, onRejected: (reason: unknown) => void) => onRejected(new Error('late'));
// oxlint-disable-next-line unicorn/no-thenable
const thenable = { then: reject };
const text = (value: unknown) => ({ type: 'text', text: value });
const rejected = () => Promise.reject(new Error('late'));

refuseUnhandledRejections();

describe('a result converter that returns no output', () => {
  const A_PROMISE = 'because its result converter SlowConverter returned a promise. Await in the tool';

  it.each<[string, () => unknown, string]>([
    ['a promise that rejects', rejected, A_PROMISE],
    ['a promise of an output', () => Promise.resolve(text('late')), A_PROMISE],
    ['a thenable', () => thenable, A_PROMISE],
    ['a text that is a promise', () => text(rejected()), A_PROMISE],
    ['JSON that is a promise', () => ({ type: 'json', value: rejected() }), A_PROMISE],
    ['parts that are a promise', () => ({ type: 'content', parts: rejected() }), A_PROMISE],
    ['nothing', () => undefined, 'because its result converter SlowConverter returned no output.'],
    ['null', () => null, 'because its result converter SlowConverter returned no output.'],
    ['a bare text', () => 'acted', 'because its result converter SlowConverter returned no output.'],
    ['a text part with a number', () => text(5), 'because its result converter SlowConverter returned no output.'],
    [
      'parts that are not a list',
      () => ({ type: 'content', parts: 'x' }),
      'because its result converter SlowConverter returned no output.',
    ],
  ])('fails the call with an error that names the converter: %s', async (_, act, why) => {
    converted = act;
    effects = 0;
    const { chat, model, logs } = await start('act');
    await chat.prompt('Go').tools(Desk).call().content();
    const [{ output, outcome }] = lastResults(model) as [ReturnType<typeof lastResults>[0]];
    expect(outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
    expect(output).toEqual(text(expect.stringContaining(`Tool "act" ran, but its result cannot be sent ${why}`)));
    expect(effects).toBe(1);
    expect(logs).toEqual([expect.stringContaining(`error: Tool "act" ran, but its result cannot be sent ${why}`)]);
  });

  it('fails the call with an error that states that the tool ran, if the converter throws', async () => {
    converted = () => {
      throw new TypeError('rows.map is not a function');
    };
    for (const logErrors of [false, true]) {
      const { chat, model, logs } = await boot({
        script: [callsTools(toolCall('act')), 'End.'],
        providers: [Desk, SlowConverter],
        options: { toolCalling: { logErrors } },
      });
      await chat.prompt('Go').tools(Desk).call().content();
      const [{ output, outcome }] = lastResults(model) as [ReturnType<typeof lastResults>[0]];
      expect(outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
      const why = 'because its result converter SlowConverter failed. Correct it.';
      expect(output).toEqual(text(`Tool "act" ran, but its result cannot be sent ${why}`));
      expect(logs[0]).toContain(why);
      expect(logs.join().includes('TypeError: rows.map is not a function')).toBe(logErrors);
    }
  });

  it('throws the same error outside a turn', async () => {
    converted = rejected;
    const { app } = await start('act');
    const act = { definition: { name: 'act' }, metadata: {}, resultConverter: SlowConverter };
    const results = app.get(ToolResults);
    await expect(results.of('acted', act as never, {} as never)).rejects.toThrow(A_PROMISE);
  });
});

describe('an exception processor that returns no text', () => {
  const RETURNED = 'The ToolExecutionExceptionProcessor SlowProcessor returned';

  it.each<[string, () => unknown, string]>([
    ['a promise that rejects', rejected, `${RETURNED} a promise`],
    ['a promise of a string', () => Promise.resolve('Sorry.'), `${RETURNED} a promise`],
    ['nothing', () => undefined, `${RETURNED} no text`],
  ])('fails the turn with an error that names the processor: %s', async (_, act, why) => {
    processed = act;
    const { chat } = await start('fail', { provide: ToolExecutionExceptionProcessor, useClass: SlowProcessor });
    const failure = await rejectionOf(chat.prompt('Go').tools(Desk).call().content());
    expect(failure).toBeInstanceOf(ChatTurnException);
    expect((failure as ChatTurnException).cause).toMatchObject({ message: expect.stringContaining(why) });
  });
});

class Order {
  constructor(readonly id: string) {}
}

describe('a result converter', () => {
  const seen: ToolResultOrigin[] = [];

  @Injectable()
  class RecordingConverter extends ToolCallResultConverter {
    convert(result: unknown, toolName: string, origin: ToolResultOrigin) {
      seen.push(origin);
      return { type: 'text', text: `${toolName}: ${JSON.stringify(result)}` } as const;
    }
  }

  @Injectable()
  class Orders {
    @Tool({ description: 'Finds' })
    find(): Order {
      return new Order('A-1');
    }

    @Tool({ description: 'Finds later', returnType: Order })
    async findLater(): Promise<Order> {
      return new Order('A-2');
    }

    @Tool({ description: 'Promises' })
    async promise(): Promise<Order> {
      return new Order('A-3');
    }
  }

  it('receives the call, the tool and the declared return type', async () => {
    const made = functionTool({ name: 'made', returnType: Order, run: () => new Order('A-4') });
    const script = [
      callsTools(
        toolCall('find', {}, 'c1'),
        toolCall('findLater', {}, 'c2'),
        toolCall('promise', {}, 'c3'),
        toolCall('made', {}, 'c4'),
      ),
      'End.',
    ];
    const providers = [Orders, { provide: ToolCallResultConverter, useClass: RecordingConverter }];
    const { chat, model } = await boot({ script, providers });
    await chat.prompt('Go').tools(Orders, made).call().content();
    const origins = seen.map(({ tool, call, returnType }) => [
      tool.definition.name,
      call?.toolCallId,
      call?.index,
      returnType,
    ]);
    expect(origins.sort()).toEqual([
      ['find', 'c1', 0, Order],
      ['findLater', 'c2', 1, Order],
      ['made', 'c4', 3, Order],
      ['promise', 'c3', 2, undefined],
    ]);
    expect(lastResults(model)[0]!.output).toEqual({ type: 'text', text: 'find: {"id":"A-1"}' });
  });

  it('receives no call if the application called the tool itself', async () => {
    seen.length = 0;
    const made = functionTool({ name: 'made', resultConverter: new RecordingConverter(), run: () => 1 });
    await made.call('{}');
    expect(seen).toEqual([{ tool: made, call: undefined }]);
  });
});
