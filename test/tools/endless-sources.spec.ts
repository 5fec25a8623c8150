import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  Injectable,
  StreamableFile,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import * as fc from 'fast-check';
import { from, generate, type Observable } from 'rxjs';
import { Tool, ToolContext, type ToolgateModuleOptions } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { JsonToolCallResultConverter, type ToolCallback, ToolCallResultConverter, ToolResults } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { boot, lastResults } from '../story.fixture.js';

let body: (context?: ToolContext) => unknown;

@Injectable()
class LengthConverter extends ToolCallResultConverter {
  convert(value: string) {
    return { type: 'text', text: `${value.length} characters` } as const;
  }
}

@Injectable()
class Passing implements CanActivate {
  canActivate() {
    return true;
  }
}

@Catch(TypeError)
class OtherErrors implements ExceptionFilter {
  catch(_error: unknown, _host: ArgumentsHost) {
    return 'filtered';
  }
}

@Injectable()
class Desk {
  @Tool({ description: 'Does what the test says' })
  act() {
    return body();
  }

  @UseGuards(Passing)
  @UseFilters(OtherErrors)
  @Tool({ description: 'Does it behind a guard and a filter' })
  guarded() {
    return body();
  }

  @Tool({ description: 'Does it within 20 ms', timeoutMs: 20 })
  hurry(context: ToolContext) {
    return body(context);
  }

  @Tool({ description: 'Has much more time than its turn', timeoutMs: 600_000 })
  dawdle(context: ToolContext) {
    return body(context);
  }

  @Tool({ description: 'Counts', resultConverter: LengthConverter })
  count() {
    return body();
  }
}

type Options = NonNullable<ToolgateModuleOptions['toolCalling']>;

const start = (act: typeof body, name: string, toolCalling: Options) => {
  body = act;
  const script = [callsTools(toolCall(name)), 'End.'];
  return boot({ script, providers: [Desk, LengthConverter, Passing], options: { toolCalling } });
};

const resultOf = async (act: typeof body, toolCalling: Options = {}, name = 'act') => {
  const { chat, model } = await start(act, name, toolCalling);
  await chat.prompt('Go').tools(Desk).call().content();
  const [{ output, outcome }] = lastResults(model) as [ReturnType<typeof lastResults>[0]];
  return { output, outcome };
};

const text = (value: string) => ({ type: 'text', text: value });
const succeeded = { type: 'success' };
const UNREAD = 'characters; the rest was not read.]';
const TOO_LONG = {
  output: text(
    'Tool "act" ran, but its result cannot be sent because its source has more than 10000 bytes. Return less, or raise toolCalling.maxStreamBytes.',
  ),
  outcome: { type: 'error', kind: 'unserialisable-result' },
};

/**
 * Counts the values that were read from a source, and its closings. The source ends after many values, so that a test
 * that reads too far fails and does not hang.
 */
class Source<T> {
  given = 0;
  closed = 0;

  constructor(
    private readonly piece: T,
    private readonly most = 1_000_000,
  ) {}

  *pieces(): Generator<T> {
    try {
      while (this.given++ < this.most) yield this.piece;
      throw new Error('The source was read to its end.');
    } finally {
      this.closed++;
    }
  }

  async *later(): AsyncGenerator<T> {
    yield* this.pieces();
  }

  observable(): Observable<number> {
    return generate({ initialState: 0, condition: () => this.given++ < this.most, iterate: (step: number) => step });
  }

  readonly next = async (): Promise<IteratorResult<T>> => {
    if (this.given++ < this.most) return { value: this.piece, done: false };
    throw new Error('The source was read to its end.');
  };

  readable(): Readable {
    return Readable.from(this.pieces());
  }

  web(): ReadableStream {
    return new ReadableStream({
      pull: (controller) => {
        if (this.given++ < this.most) controller.enqueue(this.piece);
        else controller.error(new Error('The source was read to its end.'));
      },
      cancel: () => void this.closed++,
    });
  }
}

const KB = Buffer.alloc(1024, 'a');
const tools = ['act', 'guarded'];

describe.each(tools)('a stream without an end, of the tool %s', (name) => {
  const cut = { maxResultLength: 10 };

  it.each<[string, unknown, 'readable' | 'web', string]>([
    ['bytes', KB, 'readable', 'aaaaaaaaaa'],
    ['texts', 'ä', 'readable', 'ääääääääää'],
    ['bytes of the web', new Uint8Array(KB), 'web', 'aaaaaaaaaa'],
    ['objects', { id: 1 }, 'readable', '[{"id":1},'],
  ])('is read only as far as its result is sent, and closed: %s', async (_, piece, kind, sent) => {
    const source = new Source(piece, 10_000);
    const result = await resultOf(() => source[kind](), cut, name);
    expect(result).toEqual({ output: text(`${sent}\n[Cut: these are the first 10 ${UNREAD}`), outcome: succeeded });
    expect(source.closed).toBe(1);
    expect(source.given).toBeLessThan(100);
  });

  it('is cut at 100,000 characters by default', async () => {
    const source = new Source(KB, 10_000);
    const { output } = await resultOf(() => source.readable(), {}, name);
    expect(output).toEqual(text(`${'a'.repeat(100_000)}\n[Cut: these are the first 100000 ${UNREAD}`));
    expect(source.given).toBeLessThan(1000);
  });

  it('is an error if results are not cut', async () => {
    const source = new Source(KB, 10_000);
    const options = { maxResultLength: Infinity, maxStreamBytes: 10_000 };
    const { output, outcome } = await resultOf(() => source.readable(), options, name);
    expect([output, outcome]).toEqual([text(TOO_LONG.output.text.replace('act', name)), TOO_LONG.outcome]);
    expect(source.closed).toBe(1);
  });
});

describe('a stream that is cut', () => {
  const max = 20;
  const results = new ToolResults({ converterOf: () => new JsonToolCallResultConverter(), maxResultLength: max });
  const tool = { definition: { name: 'act' }, metadata: {} } as ToolCallback;
  const sent = async (stream: Readable) => (await results.of(stream, tool, new ToolContext())).output;
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });
  const chunksOf = (whole: Buffer, each: readonly number[]): Buffer[] => {
    const chunks: Buffer[] = [];
    let at = 0;
    for (let index = 0; at < whole.length; index++) chunks.push(whole.subarray(at, (at += each[index % each.length]!)));
    return chunks;
  };

  it('is cut like the whole text, for chunks of any size, and is complete if it fits', async () => {
    const texts = fc.array(fc.constantFrom('a', 'ä', '€', '😀'), { maxLength: 60 }).map((letters) => letters.join(''));
    await fc.assert(
      fc.asyncProperty(texts, sizes, async (whole, each) => {
        const output = await sent(Readable.from(chunksOf(Buffer.from(whole), each), { objectMode: false }));
        const end = /[\uD800-\uDBFF]/.test(whole.charAt(max - 1)) ? max - 1 : max;
        if (whole.length <= max) expect(output).toEqual(text(whole));
        else
          expect(output).toEqual(
            text(expect.stringContaining(`${whole.slice(0, end)}\n[Cut: these are the first ${end} `) as never),
          );
      }),
    );
  });

  it('of objects is cut like the whole JSON, and is complete if it fits', async () => {
    const values = fc.jsonValue({ maxDepth: 1 }).filter((value) => value !== null && typeof value !== 'string');
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1 }), async (list) => {
        const whole = JSON.stringify(list);
        const output = await sent(Readable.from(list));
        if (output.type === 'json') expect(JSON.stringify(output.value)).toBe(whole);
        else expect(output).toEqual(text(expect.stringContaining(`${whole.slice(0, max - 1)}`) as never));
        if (whole.length <= max) expect(output.type).toBe('json');
      }),
    );
  });
});

const endless: readonly (readonly [string, boolean, (source: Source<unknown>) => unknown])[] = [
  ['a generator', true, (source) => source.pieces()],
  ['an async generator', true, (source) => source.later()],
  ['an iterable that cannot be closed', false, (source) => ({ [Symbol.asyncIterator]: () => ({ next: source.next }) })],
  ['an Observable that emits at once', false, (source) => source.observable()],
  ['an Observable of an async generator', true, (source) => from(source.later())],
];

describe.each(endless)('a source of values without an end, %s,', (_, canBeClosed, open) => {
  it.each(tools)('fails the call and is closed when it exceeds maxStreamBytes: %s', async (name) => {
    const source = new Source<unknown>({ step: 1 });
    const { output, outcome } = await resultOf(() => open(source), { maxStreamBytes: 10_000 }, name);
    expect([output, outcome]).toEqual([text(TOO_LONG.output.text.replace('act', name)), TOO_LONG.outcome]);
    expect(source.given).toBeLessThan(1000);
    expect(source.closed).toBe(canBeClosed ? 1 : 0);
  });

  it('is stopped at the timeout of the tool', async () => {
    const source = new Source<unknown>({ step: 1 });
    const { outcome } = await resultOf(() => open(source), { maxStreamBytes: Infinity }, 'hurry');
    expect(outcome).toEqual({ type: 'error', kind: 'timeout' });
    expect(source.given).toBeLessThan(1_000_000);
  });

  it.each(['act', 'dawdle'])('is stopped at the timeout of the turn: %s', async (name) => {
    const source = new Source<unknown>({ step: 1 });
    const { chat } = await start(() => open(source), name, { maxStreamBytes: Infinity });
    const failure = await rejectionOf(chat.prompt('Go').tools(Desk).timeout(20).call().content());
    expect(failure).toMatchObject({ cause: { name: 'ChatTimeoutException' } });
    expect(source.given).toBeLessThan(1_000_000);
  });
});

describe('a file without an end', () => {
  it('fails the call and is closed when it exceeds maxStreamBytes', async () => {
    const source = new Source(KB, 10_000);
    expect(await resultOf(() => new StreamableFile(source.readable()), { maxStreamBytes: 10_000 })).toEqual(TOO_LONG);
    expect(source.given).toBeLessThan(100);
    expect(source.closed).toBe(1);
  });

  it('fails the call if its declared size exceeds maxStreamBytes', async () => {
    expect(await resultOf(() => new Blob([Buffer.alloc(10_001)]), { maxStreamBytes: 10_000 })).toEqual(TOO_LONG);
    const { outcome } = await resultOf(() => new Blob([Buffer.alloc(10_000)]), { maxStreamBytes: 10_000 });
    expect(outcome).toEqual(succeeded);
  });
});

describe('a stream whose tool has a converter', () => {
  it('is read completely, because the converter may shorten it', async () => {
    const source = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(50_000, 'a')));
    expect(await resultOf(() => source, {}, 'count')).toEqual({
      output: text('500000 characters'),
      outcome: succeeded,
    });
  });

  it('fails the call when it exceeds maxStreamBytes, and the converter receives no partial data', async () => {
    const source = new Source(KB, 10_000);
    const { outcome } = await resultOf(() => source.readable(), { maxStreamBytes: 10_000 }, 'count');
    expect(outcome).toEqual(TOO_LONG.outcome);
    expect(source.closed).toBe(1);
  });
});

describe('a source that is always ready', () => {
  it.each<[string, (source: Source<unknown>) => unknown]>([
    ['a generator', (source) => source.pieces()],
    ['an async generator', (source) => source.later()],
    ['a stream of objects', (source) => source.readable()],
  ])('does not block other work: %s', async (_, open) => {
    let turns = 0;
    let running = true;
    const other = () => {
      turns++;
      if (running) setImmediate(other);
    };
    const source = new Source<unknown>({ step: 1 }, 5000);
    setImmediate(other);
    await resultOf(() => open(source), { maxResultLength: Infinity });
    running = false;
    expect(turns).toBeGreaterThan(30);
  });

  it('returns its whole result below the limit', async () => {
    const source = async function* () {
      for (let step = 0; step < 5000; step++) yield { step };
      return 'found';
    };
    expect(await resultOf(source)).toEqual({ output: text('found'), outcome: succeeded });
  });
});

describe('a body that computes and never waits', () => {
  it('is stopped by throwIfAborted() of its context when the time has expired', async () => {
    const compute = (context?: ToolContext) => {
      for (let step = 0; step < 10_000_000; step++) context!.throwIfAborted();
      return 'computed';
    };
    const { outcome } = await resultOf(compute, {}, 'hurry');
    expect(outcome).toEqual({ type: 'error', kind: 'timeout' });
  });
});

describe('a body that reports progress without an end', () => {
  const report = (context?: ToolContext) => {
    for (let step = 0; step < 1_000_000; step++) context!.progress({ step });
    return 'It reported to its end.';
  };
  const TOO_MUCH = {
    output: text(
      'Tool "dawdle" reported more than 10000 bytes of progress. Report less, or raise toolCalling.maxStreamBytes.',
    ),
    outcome: { type: 'error', kind: 'execution' },
  };

  it('fails when it exceeds maxStreamBytes, and the model receives the reason', async () => {
    expect(await resultOf(report, { maxStreamBytes: 10_000 }, 'dawdle')).toEqual(TOO_MUCH);
  });

  it('emits no more than the limit to a reader of the stream', async () => {
    const { chat, model } = await start(report, 'dawdle', { maxStreamBytes: 10_000 });
    let reported = 0;
    for await (const { type } of chat.prompt('Go').tools(Desk).stream()) {
      if (type === 'tool-progress') reported++;
    }
    // Each report counts as at least 64 bytes.
    expect(reported).toBeGreaterThan(100);
    expect(reported).toBeLessThanOrEqual(10_000 / 64);
    expect(lastResults(model)).toMatchObject([TOO_MUCH]);
  });

  it('emits all progress below the limit', async () => {
    const few = (context?: ToolContext) => {
      for (let step = 0; step < 1000; step++) context!.progress({ step });
      return 'Done.';
    };
    expect(await resultOf(few, {}, 'dawdle')).toEqual({ output: text('Done.'), outcome: succeeded });
  });
});

describe('the limits of results', () => {
  it.each([
    ['maxStreamBytes', 0],
    ['maxStreamBytes', 1.5],
    ['maxStreamBytes', '10 MB'],
    ['maxResultLength', Number.NaN],
    ['maxResultLength', -1],
  ])('stop start-up if they are invalid: %s %o', async (name, value) => {
    await expect(start(() => undefined, 'act', { [name]: value })).rejects.toThrow(
      `toolCalling.${name} is ${typeof value === 'string' ? `'${value}'` : value}. Pass a whole number of ${name === 'maxStreamBytes' ? 'bytes' : 'characters'} above 0, or Infinity.`,
    );
  });
});
