import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolCallback,
  type ToolCallResult,
  ToolParam,
} from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, lastResults } from '../story.fixture.js';

@Injectable()
class Desk {
  readonly seen: unknown[] = [];

  @Tool({ description: 'Refunds' })
  refund(orderNumber: string, amount: number, @ToolParam({ required: false }) note?: string) {
    this.seen.push({ orderNumber, amount, note });
    return 'refunded';
  }

  @Tool({ description: 'Takes nothing' })
  ping() {
    this.seen.push('ping');
    return 'pong';
  }
}

class Inner {
  @ToolParam()
  n!: number;
}

@Injectable()
class Nest {
  @Tool({ description: 'Takes an object' })
  nest(inner: Inner) {
    return inner.n;
  }
}

class Plain extends ToolCallback {
  readonly definition = {
    name: 'plain',
    description: 'Checked by its schema',
    inputSchema: {
      type: 'object',
      properties: { n: { type: 'number' } },
      required: ['n'],
      additionalProperties: false,
    },
  };
  readonly metadata = {};
  readonly seen: unknown[] = [];

  async call(input: string): Promise<ToolCallResult> {
    this.seen.push(JSON.parse(input));
    return { output: { type: 'text', text: 'ok' }, outcome: { type: 'success' } };
  }
}

const start = async (toolName: string, input: string | undefined) => {
  const asked: unknown[] = [];
  const strategy = ToolApprovalStrategy.of((_tool, args) => {
    asked.push(args);
    return ToolApprovalDecision.approve();
  });
  const plain = new Plain();
  const call = { ...toolCall(toolName), input: input as string };
  const { chat, app, model, logs } = await boot({
    script: [callsTools(call), 'End.'],
    providers: [Desk, Nest],
    options: { approval: { strategy } },
  });
  await expect(chat.prompt('Go').tools(Desk, plain, Nest).call().content()).resolves.toBe('End.');
  const result = lastResults(model)[0]!;
  const text = result.output.type === 'text' ? result.output.text : '';
  return { asked, text, outcome: result.outcome, seen: [...app.get(Desk).seen, ...plain.seen], logs };
};

describe('an invalid call returns an error to the model, without a run or an approval', () => {
  it.each([
    [
      'an unknown tool',
      'refunds',
      '{}',
      'unknown-tool',
      'There is no tool "refunds". The tools are: refund, ping, plain, nest.',
    ],
    ['a name in other letters', 'Refund', '{}', 'unknown-tool', 'There is no tool "Refund".'],
    ['a name of every object', 'constructor', '{}', 'unknown-tool', 'There is no tool "constructor".'],
    [
      'malformed JSON',
      'refund',
      '{"orderNumber":',
      'malformed-arguments',
      'The arguments for "refund" are not a JSON object. Call the tool again with valid JSON.',
    ],
    ['an array', 'refund', '["A-1", 40]', 'malformed-arguments', 'not a JSON object'],
    ['a text', 'refund', '"A-1"', 'malformed-arguments', 'not a JSON object'],
    ['a number', 'refund', '40', 'malformed-arguments', 'not a JSON object'],
    ['true', 'refund', 'true', 'malformed-arguments', 'not a JSON object'],
    ['two objects', 'refund', '{}{}', 'malformed-arguments', 'not a JSON object'],
    [
      'a property twice',
      'refund',
      '{"orderNumber":"A-1","amount":1,"amount":1000000}',
      'malformed-arguments',
      'Invalid arguments for "refund": must name each property of an object once.',
    ],
    [
      'a property twice, once in escapes',
      'refund',
      '{"orderNumber":"A-1","amount":1,"\\u0061mount":1000000}',
      'malformed-arguments',
      'must name each property of an object once',
    ],
    [
      'a property twice, in what would be stripped',
      'refund',
      '{"orderNumber":"A-1","amount":1,"more":[{"a":1,"b":{},"a":1}]}',
      'malformed-arguments',
      'must name each property of an object once',
    ],
    [
      'a name of every object twice',
      'refund',
      '{"orderNumber":"A-1","amount":1,"__proto__":{},"__proto__":{}}',
      'malformed-arguments',
      'must name each property of an object once',
    ],
    [
      'a property twice, in a text that is read as an object',
      'nest',
      '{"inner":"{\\"n\\":1,\\"n\\":2}"}',
      'invalid-arguments',
      'Invalid arguments for "nest": /inner must be an object.',
    ],
    [
      'an integer that a number rounds',
      'refund',
      '{"orderNumber":"A-1","amount":9007199254740993}',
      'invalid-arguments',
      'Invalid arguments for "refund": /amount must be a number of at most 15 digits, or text if the schema allows it.',
    ],
    [
      'an integer that a number rounds, for a callback of its own',
      'plain',
      '{"n":1,"more":["9007199254740993",{"a/b":-12345678901234567890}]}',
      'invalid-arguments',
      'Invalid arguments for "plain": /more/1/a~1b must be a number of at most 15 digits',
    ],
    [
      'an integer that a number rounds, in a text that is read as an object',
      'nest',
      '{"inner":"{\\"n\\":9007199254740993}"}',
      'invalid-arguments',
      'Invalid arguments for "nest": /inner must be an object.',
    ],
    [
      'a wrong type',
      'refund',
      '{"orderNumber":"A-1","amount":"forty"}',
      'invalid-arguments',
      'Invalid arguments for "refund": /amount',
    ],
    ['null for a value', 'refund', '{"orderNumber":null,"amount":1}', 'invalid-arguments', '/orderNumber'],
    ['a missing property', 'refund', '{"orderNumber":"A-1"}', 'invalid-arguments', 'amount'],
    ['nothing at all', 'refund', '', 'invalid-arguments', 'orderNumber'],
    ['null', 'refund', 'null', 'invalid-arguments', 'orderNumber'],
    [
      'a wrong type for a callback of its own',
      'plain',
      '{"n":"one"}',
      'invalid-arguments',
      'Invalid arguments for "plain": /n',
    ],
    ['a missing property of a callback of its own', 'plain', '{}', 'invalid-arguments', 'n'],
  ])('%s', async (...[, toolName, input, kind, message]) => {
    const { asked, text, outcome, seen } = await start(toolName, input);
    expect(text).toContain(message);
    expect(outcome).toEqual({ type: 'error', kind });
    expect(seen).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('without the invalid values in the log or in the error', async () => {
    const { text, logs } = await start('refund', '{"orderNumber":"A-1","amount":"hunter2"}');
    expect(text + logs.join()).not.toContain('hunter2');
    const malformed = await start('refund', '{"amount": hunter2');
    expect(malformed.text + malformed.logs.join()).not.toContain('hunter2');
  });
});

describe('a call with unusual but valid arguments runs', () => {
  it.each([
    ['no text', 'ping', '', {}, 'ping'],
    ['no arguments', 'ping', undefined, {}, 'ping'],
    ['null in place of a text', 'ping', null as never, {}, 'ping'],
    ['blanks', 'ping', ' \n', {}, 'ping'],
    ['null', 'ping', 'null', {}, 'ping'],
    ['extra properties', 'ping', '{"a":1}', {}, 'ping'],
    [
      'extra properties beside good ones',
      'refund',
      '{"orderNumber":"A-1","amount":40,"admin":true,"__proto__":{"x":1},"constructor":1}',
      { orderNumber: 'A-1', amount: 40 },
      { orderNumber: 'A-1', amount: 40, note: undefined },
    ],
    [
      'a number written as a string',
      'refund',
      '{"orderNumber":"A-1","amount":"4e1"}',
      { orderNumber: 'A-1', amount: 40 },
      { orderNumber: 'A-1', amount: 40, note: undefined },
    ],
    ['a number written as a string, of a callback of its own', 'plain', '{"n":"1"}', { n: 1 }, { n: 1 }],
    ['extra properties of a callback of its own', 'plain', '{"n":1,"m":2}', { n: 1 }, { n: 1 }],
  ])('%s', async (...[, toolName, input, checked, called]) => {
    const { asked, seen, outcome } = await start(toolName, input);
    expect(outcome).toEqual({ type: 'success' });
    expect(asked).toEqual([checked]);
    expect(seen).toEqual([called]);
  });
});

describe('a prompt without tools', () => {
  it('returns an error with an instruction for any call', async () => {
    const { chat, model } = await boot({ script: [callsTools(toolCall('refund')), 'End.'], providers: [Desk] });
    await chat.prompt('Go').call().content();
    expect(lastResults(model)[0]!.output).toEqual({
      type: 'text',
      text: 'There is no tool "refund", and no tool is offered. Answer without tools.',
    });
  });
});

describe('a tool source of the application', () => {
  class Empty {}
  const cases: readonly (readonly [string, unknown, string])[] = [
    [
      'a name that no tool has',
      'refundz',
      'No tool is named "refundz". The tools are: refund, ping. Correct the name, or import the module that provides the tool.',
    ],
    [
      'a class without tools',
      Empty,
      'Empty has no method with @Tool(), and is neither a callback nor a provider of callbacks. Add @Tool() to a method, or create the tool with functionTool({ … }) or toolCallback({ … }).',
    ],
    ['an instance without tools', new Empty(), 'Empty has no method with @Tool()'],
    ['an object without a class', Object.create(null), 'An object without keys has no method with @Tool()'],
    ['a function', () => 1, 'A function without a name has no method with @Tool()'],
    [
      'a tool of another library',
      { description: 'Refund', execute: () => 'done' },
      'An object with the keys description, execute has no method with @Tool()',
    ],
    ['a number', 5, 'tools()[0] received the number 5. Pass a class, an instance, a callback, or the name of a tool.'],
  ];
  it.each(cases)('is rejected at the call if it is %s', async (_, source, message) => {
    const { chat, model } = await boot({ script: ['End.'], providers: [Desk] });
    await expect(
      (async () =>
        chat
          .prompt('Go')
          .tools(source as never)
          .call()
          .content())(),
    ).rejects.toThrow(message);
    expect(model.prompts).toEqual([]);
  });

  it('is rejected at the call if it is a class that no module provides', async () => {
    const { chat } = await boot({ script: ['End.'] });
    await expect((async () => chat.prompt('Go').tools(Desk).call().content())()).rejects.toThrow(
      'Desk is not a provider of this application. Add it to a module, or pass an instance.',
    );
  });

  it('is rejected at the call if two tools have the same name', async () => {
    const { chat } = await boot({ script: ['End.'], providers: [Desk] });
    await expect((async () => chat.prompt('Go').tools(Desk, new Desk()).call().content())()).rejects.toThrow(
      'Two tools of this request are named "refund". Rename one, or leave one out.',
    );
  });

  it('counts once if the prompt lists it twice', async () => {
    const { chat, app, model } = await boot({ script: ['End.'], providers: [Desk] });
    await chat.prompt('Go').tools(Desk, 'refund', app.get(Desk), [Desk]).call().content();
    expect(model.prompts[0]!.tools!.map(({ name }) => name)).toEqual(['refund', 'ping']);
    const own = new Desk();
    const second = await boot({ script: ['End.'] });
    await second.chat.prompt('Go').tools(own, [own]).addTools(own).call().content();
    expect(second.model.prompts[0]!.tools).toHaveLength(2);
  });
});
