import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Injectable, StreamableFile } from '@nestjs/common';
import * as fc from 'fast-check';
import { concat, defer, NEVER, Observable, of, throwError } from 'rxjs';
import { Tool, ToolContext } from 'toolgate';
import { filePart, type JsonValue, type StreamPart } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { JsonToolCallResultConverter, type ToolCallback, toolContent, ToolResults } from 'toolgate/tool';
import { boot, lastResults } from '../story.fixture.js';

let body: (context: ToolContext) => unknown;

@Injectable()
class Desk {
  @Tool({ description: 'Does what the test says' })
  act(context: ToolContext) {
    return body(context);
  }

  @Tool({ description: 'Has little time', timeoutMs: 20 })
  hurry(context: ToolContext) {
    return body(context);
  }
}

const start = async (act: typeof body, { name = 'act', options = {} }: { name?: string; options?: object } = {}) => {
  body = act;
  return boot({ script: [callsTools(toolCall(name, {})), 'End.'], providers: [Desk], options });
};

const resultOf = async (act: typeof body, more?: Parameters<typeof start>[1]) => {
  const { chat, model } = await start(act, more);
  await chat.prompt('Go').tools(Desk).call().content();
  return lastResults(model)[0]!;
};
const outputOf = async (...given: Parameters<typeof resultOf>) => (await resultOf(...given)).output;

const eventsOf = async (act: typeof body): Promise<StreamPart[]> => {
  const { chat } = await start(act);
  const parts: StreamPart[] = [];
  for await (const part of chat.prompt('Go').tools(Desk).stream()) parts.push(part);
  return parts;
};
const progressOf = async (act: typeof body): Promise<unknown[]> =>
  (await eventsOf(act)).flatMap((part) => (part.type === 'tool-progress' ? [part.value] : []));

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const IMAGE = { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'iVBORw==' } };
const json = (value: unknown) => ({ type: 'json', value });
const text = (value: string) => ({ type: 'text', text: value });

class Row {
  constructor(readonly id: number) {}
}

describe('the return value of a tool', () => {
  it.each<[string, unknown, unknown]>([
    ['a text as it is', 'Lamp "A", 40 €', text('Lamp "A", 40 €')],
    ['a text that looks like JSON as text', '{"a":1}', text('{"a":1}')],
    ['an empty text', '', text('')],
    ['nothing as Done', undefined, text('Done')],
    ['null as JSON', null, json(null)],
    ['a number', 0, json(0)],
    ['an object with null, without undefined', { a: null, b: undefined }, json({ a: null })],
    ['a list of instances', [new Row(1)], json([{ id: 1 }])],
    ['an empty list', [], json([])],
    ['an empty object', {}, json({})],
    ['a date', new Date(0), json('1970-01-01T00:00:00.000Z')],
    ['a promise of any of these', Promise.resolve('later'), text('later')],
    ['a promise of an Observable', Promise.resolve(of('later')), text('later')],
    [
      'texts and images',
      toolContent('Plan:', filePart(PNG, 'image/png')),
      { type: 'content', parts: [text('Plan:'), IMAGE] },
    ],
    ['an image of the web', new Blob([PNG], { type: 'image/png' }), { type: 'content', parts: [IMAGE] }],
    [
      'a named file',
      new File([PNG], 'a.png', { type: 'image/png' }),
      { type: 'content', parts: [{ ...IMAGE, filename: 'a.png' }] },
    ],
    [
      'a streamable file',
      new StreamableFile(Buffer.from(PNG), { type: 'image/png' }),
      { type: 'content', parts: [IMAGE] },
    ],
  ])('is sent: %s', async (_, returned, expected) => {
    expect(await outputOf(() => returned)).toEqual(expected);
  });

  it('causes an error with an instruction for bytes without a media type', async () => {
    const { output, outcome } = await resultOf(() => Buffer.from(PNG));
    expect(outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
    expect(output).toEqual(
      text(
        'Tool "act" ran, but its result cannot be sent as bytes without a media type. Return toolContent(filePart(bytes, \'image/png\')).',
      ),
    );
  });

  it('is the last value of an Observable', async () => {
    expect(await outputOf(() => of(1, 2, 3))).toEqual(json(3));
    expect(await outputOf(() => new Observable((subscriber) => subscriber.complete()))).toEqual(text('Done'));
  });

  it('is the return value of an async generator, or else its last value', async () => {
    expect(
      await outputOf(async function* () {
        yield 'Looking';
        yield { found: 1 };
      }),
    ).toEqual(json({ found: 1 }));
    expect(
      await outputOf(async function* () {
        yield 'Looking';
        return { found: 2 };
      }),
    ).toEqual(json({ found: 2 }));
    expect(
      await outputOf(function* () {
        yield 1;
        yield 2;
      }),
    ).toEqual(json(2));
  });

  it('is the whole content of a stream', async () => {
    expect(await outputOf(() => Readable.from(['a', 'ü', 'c']))).toEqual(text('aüc'));
    const halves = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)];
    expect(await outputOf(() => Readable.from(halves))).toEqual(text('ü'));
    expect(await outputOf(() => new Blob(['text']).stream())).toEqual(text('text'));
    expect(await outputOf(() => Readable.from([{ id: 1 }, { id: 2 }]))).toEqual(json([{ id: 1 }, { id: 2 }]));
  });

  it('is an error if its source fails', async () => {
    const broken = concat(
      of(1),
      throwError(() => new Error('The line is cut.')),
    );
    const { output, outcome } = await resultOf(() => broken);
    expect([output, outcome]).toEqual([text('The line is cut.'), { type: 'error', kind: 'execution' }]);
    expect(
      await outputOf(async function* () {
        yield 1;
        throw new Error('No more.');
      }),
    ).toEqual(text('No more.'));
  });
});

describe('progress values of a tool', () => {
  it('are emitted as progress events, in order, before the result', async () => {
    const parts = await eventsOf(async function* () {
      yield { percent: 10 };
      yield { percent: 90 };
      return 'found';
    });
    const received = parts.filter(({ type }) => type === 'tool-progress' || type === 'tool-result');
    expect(received).toMatchObject([
      { type: 'tool-progress', round: 0, toolCallId: 'call-act', toolName: 'act', value: { percent: 10 } },
      { type: 'tool-progress', round: 0, value: { percent: 90 } },
      { type: 'tool-result', round: 0, output: text('found') },
    ]);
  });

  it('may come from Observables and from the tool context', async () => {
    expect(await progressOf(() => of('a', 'b'))).toEqual(['a', 'b']);
    expect(
      await progressOf((context) => {
        context.progress({ at: new Date(0) });
        return 'end';
      }),
    ).toEqual([{ at: '1970-01-01T00:00:00.000Z' }]);
  });

  it('are never sent to the model', async () => {
    const { chat, model } = await start((context) => context.progress('secret-step'));
    for await (const _ of chat.prompt('Go').tools(Desk).stream());
    expect(JSON.stringify(model.prompts)).not.toContain('secret-step');
  });

  it('are ignored after the result', async () => {
    let late: ToolContext | undefined;
    const parts = await eventsOf((context) => {
      late = context;
      return 'done';
    });
    late!.progress('too late');
    expect(parts.filter(({ type }) => type === 'tool-progress')).toEqual([]);
    const received: unknown[] = [];
    const { chat } = await start((context) => {
      setImmediate(() => context.progress('too late'));
      return 'done';
    });
    for await (const part of chat.prompt('Go').tools(Desk).stream())
      if (part.type === 'tool-progress') received.push(part);
    expect(received).toEqual([]);
  });

  it('are ignored after the call has ended, even if other calls of the batch still run', async () => {
    let ended: ToolContext | undefined;
    body = async (context) => {
      if (context.call?.index === 0) return void (ended = context);
      await new Promise((resolve) => setImmediate(resolve));
      ended!.progress('too late');
      return 'second';
    };
    const script = [callsTools(toolCall('act', {}, '1'), toolCall('act', {}, '2')), 'End.'];
    const { chat } = await boot({ script, providers: [Desk] });
    const received: string[] = [];
    for await (const { type } of chat.prompt('Go').tools(Desk).stream())
      if (type.startsWith('tool-p')) received.push(type);
    expect([ended !== undefined, received]).toEqual([true, []]);
  });

  it('fail the tool if JSON cannot represent them', async () => {
    const { outcome } = await resultOf((context) => context.progress(1n));
    expect(outcome).toEqual({ type: 'error', kind: 'execution' });
  });
});

describe('a source without an end', () => {
  it('is unsubscribed when the time of the tool expires', async () => {
    let open = 0;
    const endless = defer(() => {
      open++;
      return new Observable((subscriber) => {
        subscriber.next(1);
        return () => open--;
      });
    });
    const { outcome } = await resultOf(() => endless, { name: 'hurry' });
    expect(outcome).toEqual({ type: 'error', kind: 'timeout' });
    expect(open).toBe(0);
  });

  it('is closed by return() when the reader leaves the stream of the turn', async () => {
    const ended: string[] = [];
    const source = (): AsyncIterableIterator<string> => ({
      next: async () => ({ value: 'tick', done: false }),
      return: async () => {
        ended.push('returned');
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    });
    const { chat } = await start(source);
    for await (const part of chat.prompt('Go').tools(Desk).stream()) if (part.type === 'tool-progress') break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['returned']);
  });

  it.each(['of Node', 'of the web'])(
    'is closed when the time of the tool expires if it is a stream %s',
    async (kind) => {
      const closed: string[] = [];
      const node = new Readable({ read: () => {}, destroy: (_, done) => (closed.push('of Node'), done(null)) });
      node.push('first');
      const web = new ReadableStream({ cancel: () => void closed.push('of the web') });
      const { outcome } = await resultOf(() => (kind === 'of Node' ? node : web), { name: 'hurry' });
      await new Promise((resolve) => setImmediate(resolve));
      expect([outcome, closed]).toEqual([{ type: 'error', kind: 'timeout' }, [kind]]);
    },
  );

  it('ends with the caller’s signal', async () => {
    const { chat } = await start(() => NEVER);
    const leave = new AbortController();
    const answer = chat.prompt('Go').tools(Desk).signal(leave.signal).call().content();
    setImmediate(() => leave.abort(new Error('gone')));
    await expect(answer).rejects.toThrow('gone');
  });
});

describe('a result that is too long', () => {
  const limit = { options: { toolCalling: { maxResultLength: 10 } } };

  it('is cut, with a note of its length', async () => {
    expect(await outputOf(() => 'x'.repeat(11), limit)).toEqual(
      text('xxxxxxxxxx\n[Cut: these are the first 10 of 11 characters.]'),
    );
    expect(await outputOf(() => 'x'.repeat(10), limit)).toEqual(text('xxxxxxxxxx'));
    expect(await outputOf(() => ({ a: 'x'.repeat(20) }), limit)).toEqual(
      text('{"a":"xxxx\n[Cut: these are the first 10 of 28 characters.]'),
    );
    expect(await outputOf(() => [1, 2, 3], limit)).toEqual(json([1, 2, 3]));
  });

  it.each<[string, JsonValue]>([
    ['a number', -1.7976931348623157e308],
    ['numbers', [-1.7976931348623157e-300]],
    ['escapes', { a: '\u0001\n"' }],
    ['escapes in a name', { '"\n': 12 }],
  ])('is cut by the length of its JSON: %s', async (_, value) => {
    const whole = JSON.stringify(value);
    const cut = `${whole.slice(0, 10)}\n[Cut: these are the first 10 of ${whole.length} characters.]`;
    expect(await outputOf(() => value, limit)).toEqual(text(cut));
  });

  it('is cut exactly if its JSON has more characters than the limit', async () => {
    const tool = { definition: { name: 'act' }, metadata: {} } as ToolCallback;
    const converterOf = () => new JsonToolCallResultConverter();
    const values = fc.jsonValue({ noUnicodeString: false }).filter((value) => typeof value === 'object' && !!value);
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 60 }), async (value, maxResultLength) => {
        const results = new ToolResults({ converterOf, maxResultLength });
        const { output } = await results.of(value, tool, new ToolContext());
        expect(output.type).toBe(JSON.stringify(value).length > maxResultLength ? 'text' : 'json');
      }),
    );
  });

  it('is cut if it is the message of an error', async () => {
    const fails = () => {
      throw new Error('x'.repeat(11));
    };
    const { output, outcome } = await resultOf(fails, limit);
    expect(output).toEqual(text('xxxxxxxxxx\n[Cut: these are the first 10 of 11 characters.]'));
    expect(outcome).toEqual({ type: 'error', kind: 'execution' });
  });

  it('is never cut within a character', async () => {
    expect(await outputOf(() => `${'x'.repeat(9)}😀`, limit)).toEqual(
      text('xxxxxxxxx\n[Cut: these are the first 9 of 11 characters.]'),
    );
  });

  it('preserves its files, and its texts share the limit', async () => {
    const output = await outputOf(() => toolContent('12345678', filePart(PNG, 'image/png'), '12345678'), limit);
    expect(output).toEqual({
      type: 'content',
      parts: [text('12345678'), IMAGE, text('12\n[Cut: these are the first 2 of 8 characters.]')],
    });
  });

  it('is cut at 100,000 characters by default', async () => {
    const output = (await outputOf(() => 'x'.repeat(100_001))) as { text: string };
    expect(output.text).toContain('[Cut: these are the first 100000 of 100001 characters.]');
    expect(
      await outputOf(() => 'x'.repeat(100_001), { options: { toolCalling: { maxResultLength: Infinity } } }),
    ).toEqual(text('x'.repeat(100_001)));
  });
});
