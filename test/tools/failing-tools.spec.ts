import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpException, Injectable, NotFoundException } from '@nestjs/common';
import { ChatTurnException, Tool, ToolCallback } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolExecutionException } from 'toolgate/tool';
import { boot, lastResults, settled } from '../story.fixture.js';

let body: (secret?: string) => unknown;

@Injectable()
class Desk {
  @Tool({ description: 'Does what the test says' })
  act(_password: string) {
    return body();
  }

  @Tool({ description: 'Has little time', timeoutMs: 50 })
  hurry() {
    return body();
  }
}

const ask = async (act: () => unknown, options: object = {}, toolName = 'act') => {
  body = act;
  const call = toolCall(toolName, { _password: 'hunter2' });
  const { chat, model, logs } = await boot({ script: [callsTools(call), 'End.'], providers: [Desk], options });
  await chat.prompt('Go').tools(Desk).call().content();
  const { output, outcome } = lastResults(model)[0]!;
  const received = output.type === 'json' ? output.value : (output as { text: string }).text;
  return { received, output, outcome, logs };
};

class EmptyError extends Error {
  override readonly name = 'PrinterError';
}

class Odd extends Error {
  override readonly message = undefined as never;
}

/** An error with a property that throws when it is read. */
const unreadable = (name: string) =>
  Object.defineProperty(new Error('s3cret'), name, {
    get: () => {
      throw new Error('hunter2');
    },
  });

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable(new Error('x'), {});
  revoke();
  return proxy;
};

const throws = (error: unknown) => () => {
  throw error;
};
const INTERNAL = 'The tool "act" failed because of an internal error.';
const failures: readonly (readonly [string, unknown, string])[] = [
  ['an Error', new Error('The printer is out of paper.'), 'The printer is out of paper.'],
  ['an HttpException', new NotFoundException('There is no order A-1.'), 'There is no order A-1.'],
  ['an HttpException with a record', new HttpException({ message: 'Closed', token: 's3cret' }, 409), 'Closed'],
  ['an Error without a message', new EmptyError(), 'The tool "act" failed (PrinterError).'],
  ['an Error of blanks', new EmptyError('  '), 'The tool "act" failed (PrinterError).'],
  ['an Error whose message is not a string', new Odd(), 'The tool "act" failed (Odd).'],
  ['the cause of a ToolExecutionException', new ToolExecutionException('act', new Error('No stock.')), 'No stock.'],
  ['a TypeError', new TypeError('x is not a function'), INTERNAL],
  ['a RangeError', new RangeError('Maximum call stack'), INTERNAL],
  ['a text', 's3cret', INTERNAL],
  ['undefined', undefined, INTERNAL],
  ['null', null, INTERNAL],
  ['a symbol', Symbol('x'), INTERNAL],
  ['an object without a prototype', Object.create(null), INTERNAL],
  [
    'an Error whose name is not a string',
    Object.assign(new Error(), { name: Symbol('x') }),
    'The tool "act" failed (Symbol(x)).',
  ],
];

/** Errors that no code can describe. */
const UNREADABLE: readonly (readonly [string, unknown])[] = [
  ...['message', 'name', 'cause', 'constructor', 'getStatus', 'errors'].map(
    (name) => [`an Error with the getter "${name}" that throws`, unreadable(name)] as const,
  ),
  ['an Error whose cause has such a getter', new Error('s3cret', { cause: unreadable('cause') })],
  ['a revoked proxy', revoked()],
];

describe('a tool that throws', () => {
  it.each(failures)('returns a safe message to the model: %s', async (_, error, text) => {
    const { received, outcome } = await ask(throws(error));
    expect(received).toBe(text);
    expect(outcome).toEqual({ type: 'error', kind: 'execution' });
  });

  it.each(failures)('returns the same message for a rejected promise: %s', async (_, error, text) => {
    const { received, outcome } = await ask(() => Promise.reject(error));
    expect(received).toBe(text);
    expect(outcome).toEqual({ type: 'error', kind: 'execution' });
  });

  it.each(UNREADABLE)('returns a general text to the model if the error cannot be read: %s', async (_, error) => {
    for (const logErrors of [false, true]) {
      const { received, logs } = await ask(throws(error), { toolCalling: { logErrors } });
      expect(received).toBe(INTERNAL);
      expect(logs).toHaveLength(1);
    }
  });

  it.each(failures)(
    'reveals neither arguments nor a stack to the model, and no arguments to the log: %s',
    async (_, error) => {
      const { received, logs } = await ask(throws(error));
      expect(received).not.toMatch(/hunter2|s3cret|\.ts:\d+/);
      expect(logs.join()).not.toContain('hunter2');
    },
  );

  it('writes no log line if the model receives the message', async () => {
    const { logs } = await ask(throws(new Error('No stock.')));
    expect(logs).toEqual([]);
  });

  it('logs a programming error with the tool and the call, without its message and stack', async () => {
    const { logs } = await ask(throws(new TypeError('hunter2 is not a function')));
    expect(logs).toEqual([
      expect.stringMatching(
        /^error: Tool "act" failed with TypeError\. Set toolCalling\.logErrors to log the details\. \(run [\da-f-]{36}, call call-act\)/,
      ),
    ]);
    expect(logs.join()).not.toMatch(/hunter2|\.ts:\d/);
  });
});

describe('throwOnError', () => {
  const options = { toolCalling: { throwOnError: true } };

  it.each(failures)('fails the turn with %s as the cause and with the transcript', async (_, error) => {
    const failing = ask(throws(error), options);
    await expect(failing).rejects.toThrow(ChatTurnException);
    const cause = error instanceof ToolExecutionException ? error.cause : error;
    const { cause: thrown, transcript } = (await failing.catch((caught: unknown) => caught)) as ChatTurnException;
    expect(thrown).toBeInstanceOf(ToolExecutionException);
    expect((thrown as Error).cause).toBe(cause);
    expect(transcript.at(-1)).toMatchObject({ role: 'tool', content: [{ outcome: { type: 'unknown' } }] });
  });

  it.each(UNREADABLE)('fails the turn although the error cannot be read: %s', async (_, error) => {
    await expect(ask(throws(error), options)).rejects.toThrow('Tool "act" failed');
  });

  it('fails the turn for a result that JSON cannot represent, and after a timeout', async () => {
    await expect(ask(() => 1n, options)).rejects.toThrow(
      'its result cannot be sent because JSON cannot carry a bigint',
    );
    await expect(ask(() => new Promise(() => {}), options, 'hurry')).rejects.toThrow('did not end within 50 ms');
  });
});

describe('the return value of a tool', () => {
  // oxlint-disable-next-line unicorn/no-thenable
  const queryBuilder = { then: (resolve: (value: unknown) => void) => resolve('rows') };
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;

  it.each([
    ['a text as it is', () => 'He said "hi"', { type: 'text', text: 'He said "hi"' }],
    ['an empty string', () => '', { type: 'text', text: '' }],
    ['nothing', () => undefined, { type: 'text', text: 'Done' }],
    ['a promise of nothing', async () => {}, { type: 'text', text: 'Done' }],
    ['null', () => null, { type: 'json', value: null }],
    ['a number', () => 0, { type: 'json', value: 0 }],
    ['false', () => false, { type: 'json', value: false }],
    [
      'an object',
      () => ({ at: new Date(0), gone: undefined }),
      { type: 'json', value: { at: '1970-01-01T00:00:00.000Z' } },
    ],
    ['a list', async () => [1, undefined], { type: 'json', value: [1, null] }],
    ['a query builder', () => queryBuilder, { type: 'text', text: 'rows' }],
  ])('reaches the model: %s', async (_, act, output) => {
    const result = await ask(act);
    expect(result.output).toEqual(output);
    expect(result.outcome).toEqual({ type: 'success' });
  });

  it.each([
    ['a cycle', () => cycle, 'a cycle in "self"'],
    ['a BigInt', () => ({ amount: 1n }), 'a bigint in "amount"'],
    ['a BigInt in a list', () => ({ items: [{ total: 7 }, { total: 7n }] }), 'a bigint in "items.1.total"'],
    ['a function', () => ({ act: () => {} }), 'a function in "act"'],
    ['a function itself', () => () => {}, 'a function'],
    ['a symbol', async () => Symbol('x'), 'a symbol'],
    ['a Map', () => new Map([['a', 1]]), 'a Map'],
    ['a Set', () => ({ deep: [new Set([1])] }), 'a Set in "deep.0"'],
    ['an Error', () => new Error('out of stock'), 'an Error'],
    ['an Error that was caught', () => ({ ok: false, error: new RangeError('out of stock') }), 'an Error in "error"'],
    [
      'the error of a settled promise',
      async () => Promise.allSettled([Promise.reject(new Error('out of stock'))]),
      'an Error in "0.reason"',
    ],
    ['an iterator', () => new Map([['a', 1]]).values(), 'a Map Iterator'],
    ['a response of fetch', () => ({ response: new Response('in stock') }), 'a Response in "response"'],
    ['parameters of a URL', () => new URLSearchParams('a=1'), 'a URLSearchParams'],
    ['bytes inside', () => ({ bytes: new Uint8Array([1, 2]) }), 'a Uint8Array in "bytes"'],
  ])('is an error of the tool that names the place if JSON cannot represent it: %s', async (_, act, what) => {
    const { received, outcome } = await ask(act);
    expect(received).toBe(
      `Tool "act" ran, but its result cannot be sent because JSON cannot carry ${what}. Return plain data.`,
    );
    expect(outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
  });

  it('is an error of the tool, without the error of its conversion, if it cannot be read', async () => {
    const { received, outcome } = await ask(() => ({ toJSON: throws(new TypeError('s3cret')) }));
    expect(received).toBe(
      'Tool "act" ran, but its result cannot be sent as JSON (a cycle, a BigInt, a Map, a Set, an Error, a function or a symbol). Return plain data.',
    );
    expect(outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
  });

  it.each([undefined, null, 'text', {}, { output: 'text', outcome: 'ok' }])(
    'is an error of a callback that returns no result: %o',
    async (result) => {
      class Careless extends ToolCallback {
        readonly definition = { name: 'careless', description: 'Careless', inputSchema: { type: 'object' } };
        readonly metadata = {};

        async call() {
          return result as never;
        }
      }
      const { chat, model, logs } = await boot({ script: [callsTools(toolCall('careless')), 'End.'] });
      await chat.prompt('Go').tools(new Careless()).call().content();
      expect(lastResults(model)[0]).toMatchObject({
        output: {
          text: 'Tool "careless" ran, but its result cannot be sent because its callback Careless returned no { output, outcome }. Create the tool with toolCallback(), whose function returns a plain value.',
        },
        outcome: { type: 'error', kind: 'unserialisable-result' },
      });
      expect(logs).toEqual([
        expect.stringContaining(
          'error: Tool "careless" ran, but its result cannot be sent because its callback Careless',
        ),
      ]);
    },
  );
});

describe('a tool with timeoutMs', () => {
  afterEach(() => void vi.useRealTimers());

  it('returns a timeout with an unknown effect to the model when the time expires', async () => {
    vi.useFakeTimers();
    const asking = ask(() => new Promise(() => {}), {}, 'hurry');
    while (vi.getTimerCount() === 0) await settled();
    await vi.advanceTimersByTimeAsync(50);
    const { received, outcome } = await asking;
    expect(received).toBe('Tool "hurry" did not end within 50 ms. It is not known whether it had its effect.');
    expect(outcome).toEqual({ type: 'error', kind: 'timeout' });
  });

  it('clears its timer when it succeeds or throws in time', async () => {
    vi.useFakeTimers();
    await expect(ask(async () => 'quick', {}, 'hurry')).resolves.toMatchObject({ received: 'quick' });
    await expect(ask(throws(new Error('quick')), {}, 'hurry')).resolves.toMatchObject({ received: 'quick' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no timeout with Infinity', async () => {
    @Injectable()
    class Patient {
      @Tool({ description: 'Waits', timeoutMs: Infinity })
      async wait() {
        await settled();
        return 'waited';
      }
    }
    const { chat, model } = await boot({ script: [callsTools(toolCall('wait')), 'End.'], providers: [Patient] });
    await chat.prompt('Go').tools(Patient).call().content();
    expect(lastResults(model)[0]!.output).toEqual({ type: 'text', text: 'waited' });
  });

  it.each([0, -5, Number.NaN])('stops start-up with %o milliseconds', async (timeoutMs) => {
    @Injectable()
    class Wrong {
      @Tool({ description: 'Wrong', timeoutMs })
      wrong() {}
    }
    await expect(boot({ providers: [Wrong] })).rejects.toThrow(
      `Wrong.wrong: \`timeoutMs\` of @Tool() is ${timeoutMs}. Pass a number of milliseconds above 0, or leave it out.`,
    );
  });
});
