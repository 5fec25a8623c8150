import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Logger, type Type } from '@nestjs/common';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolRegistry } from 'toolgate/tool';
import { boot, lastTexts } from '../story.fixture.js';
import { compile, run } from './compile.fixture.js';

interface Classes {
  readonly Bookings: Type;
  readonly Reports: Type;
  readonly Deposits: Type;
  readonly CityDeposits: Type;
  readonly Payouts: Type;
  readonly Vaults: Type;
  readonly Cellars: Type;
}

let withPlugin: Classes;
let withoutPlugin: Pick<Classes, 'Reports' | 'Vaults'>;

const SOURCES = ['bookings', 'reports', 'deposits', 'guards', 'vaults'];

beforeAll(() => {
  const { outputs } = compile(SOURCES, { plugin: {} });
  withPlugin = Object.assign({}, ...SOURCES.map((name) => run<Classes>(outputs, name)));
  const plain = compile(['reports', 'vaults'], {}).outputs;
  withoutPlugin = { ...run<Classes>(plain, 'reports'), ...run<Classes>(plain, 'vaults') };
});

afterEach(() => {
  vi.restoreAllMocks();
});

const definitionsOf = async (...providers: readonly Type[]) => {
  const { app } = await boot({ providers: [...providers] });
  return Object.fromEntries(
    app
      .get(ToolRegistry)
      .callbacks()
      .map(({ definition }) => [definition.name, definition]),
  );
};

const answersOf = async (type: Type, ...calls: readonly ReturnType<typeof toolCall>[]) => {
  const { chat, model } = await boot({ script: [callsTools(...calls), 'Done.'], providers: [type] });
  await chat.prompt('Go').tools(type).call().content();
  return lastTexts(model);
};

const debugLines = async (type: Type): Promise<readonly string[]> => {
  const debug = vi.spyOn(Logger.prototype, 'debug');
  await boot({ providers: [type] });
  return debug.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('toolgate/plugin'));
};

describe('an application that is compiled with the plugin', () => {
  it('sends the member of an enum that is the default of a parameter', async () => {
    const { Seasons } = run<{ readonly Seasons: Type }>(compile(['seasons'], { plugin: {} }).outputs, 'seasons');
    expect((await definitionsOf(Seasons))['rooms']?.inputSchema).toMatchObject({
      properties: {
        season: { type: 'string', enum: ['summer', 'winter'], default: 'winter' },
        stars: { type: 'number', enum: [0, 5], default: 5 },
      },
      required: [],
    });
    expect(await answersOf(Seasons, toolCall('rooms', { stars: 0 }))).toEqual(['["winter",0]']);
  });

  it('sends properties that are never set, brands, and lists of values of several types', async () => {
    const { Transfers } = run<{ readonly Transfers: Type }>(
      compile(['transfers'], { plugin: {} }).outputs,
      'transfers',
    );
    const only = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
      additionalProperties: false,
    });
    expect((await definitionsOf(Transfers))['send']?.inputSchema['properties']).toEqual({
      receiver: { anyOf: [only('card'), only('account')] },
      urgent: { type: 'boolean' },
      levels: { type: 'array', items: { type: ['string', 'number'], enum: ['low', 1] } },
      days: { type: 'array', items: { type: ['number', 'string', 'boolean'], enum: [1, 'all', true] } },
    });
    const values = { receiver: { account: 'DE1' }, urgent: true, levels: [1, 'low'], days: ['all', 1] };
    expect(await answersOf(Transfers, toolCall('send', values), toolCall('limits', { byTeam: { north: 5 } }))).toEqual([
      '[{"account":"DE1"},true,[1,"low"],["all",1]]',
      '[5]',
    ]);
  });

  it('sends the types, defaults and comments of the code to the model', async () => {
    expect(await definitionsOf(withPlugin.Bookings)).toMatchSnapshot();
  });

  it('reads the types, defaults and comments of guarded methods', async () => {
    const { app } = await boot({ providers: [withPlugin.Payouts] });
    const [pay, stop] = ['Payouts.pay', 'stop'].map((name) => app.get(ToolRegistry).get(name)!.definition);
    expect(pay).toMatchObject({
      description: 'Pays money out.',
      inputSchema: {
        properties: { account: { description: 'Where the money goes.' }, currency: { enum: ['EUR', 'USD'] } },
        required: ['account'],
      },
    });
    expect(stop).toMatchObject({ description: 'Stop a payout', inputSchema: { properties: { number: {} } } });
  });

  it('does not start with a private guarded method, which only the plugin can see', async () => {
    await expect(boot({ providers: [withPlugin.Vaults] })).rejects.toThrow(
      'Vaults.unlock is private but requires approval, and Toolgate calls it from outside its class after the decision. Remove `private` from it, or guard the public method that calls it.',
    );
    for (const type of [withPlugin.Cellars, withoutPlugin.Vaults]) {
      const { app } = await boot({ providers: [type] });
      await app.close();
    }
  });

  it('runs calls without optional arguments', async () => {
    const calls = [toolCall('find', {}), toolCall('find', { year: 2026, order: 'newest' })];
    expect(await answersOf(withPlugin.Bookings, ...calls)).toEqual([
      '{"year":"all","limit":10,"order":"best"}',
      '{"year":2026,"limit":10,"order":"newest"}',
    ]);
  });

  it('rejects values that do not match a union, an enum or an interface', async () => {
    const stay = { room: 'double', floor: 1, guests: [{ name: 'Ann', age: 40 }] };
    const calls = [
      toolCall('find', { order: 'oldest' }),
      toolCall('book', stay),
      toolCall('book', { ...stay, room: 'suite' }),
      toolCall('book', { ...stay, guests: [{ name: 'Ann' }] }),
    ];
    expect(await answersOf(withPlugin.Bookings, ...calls)).toEqual([
      'Invalid arguments for "find": /order must be "newest", "cheapest" or "best".',
      '["double",1,["Guest"],{}]',
      'Invalid arguments for "book": /room must be "single" or "double".',
      'Invalid arguments for "book": /guests/0/age is required: a number.',
    ]);
  });

  it('converts texts inside lists to dates, and accepts null if the type allows it', async () => {
    const contact = { phone: '+49', languages: ['de'] };
    const calls = [
      toolCall('reach', { contact, rooms: ['single'], prices: { single: 80 }, meal: 'all' }),
      toolCall('reach', { contact: { phone: '+49' }, rooms: [], prices: {}, meal: 'all' }),
      toolCall('plan', { days: ['2026-05-01T00:00:00Z'], remark: null, grid: [[1, 2], [3]] }),
    ];
    expect(await answersOf(withPlugin.Bookings, ...calls)).toEqual([
      '[{"phone":"+49","languages":["de"]},["single"],{"single":80},"all"]',
      'Invalid arguments for "reach": /contact/languages is required: a list.',
      '[[2026],null,null,[[1,2],[3]]]',
    ]);
  });

  it('reads the decorators of other libraries before the types of the plugin', async () => {
    const { take } = await definitionsOf(withPlugin.Deposits);
    expect(take?.inputSchema['properties']).toEqual({
      deposit: {
        type: 'object',
        properties: {
          amount: { type: 'integer', description: 'In cents.' },
          note: { type: 'string' },
          currency: { type: 'string', enum: ['EUR', 'USD'] },
          payer: { type: 'string', description: 'What swagger states' },
          late: { type: 'number', description: 'In days.' },
        },
        // class-validator rejects a deposit without an amount, even if the property is marked as optional.
        required: ['amount', 'currency', 'payer'],
        additionalProperties: false,
      },
    });
  });

  it('describes methods that a subclass overrides', async () => {
    const { take, giveBack } = await definitionsOf(withPlugin.CityDeposits);
    expect([take?.description, giveBack?.description]).toEqual(['Takes a deposit.', 'Return a deposit']);
    expect(giveBack?.inputSchema['required']).toEqual([]);
    expect(await answersOf(withPlugin.CityDeposits, toolCall('giveBack', {}))).toEqual(['all of the city']);
  });

  it('uses the type of the options, even if the plugin cannot read them', async () => {
    const { stated } = await definitionsOf(withPlugin.Bookings);
    expect(stated?.inputSchema['properties']).toMatchObject({
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    });
  });

  it('logs nothing about the plugin', async () => {
    expect(await debugLines(withPlugin.Reports)).toEqual([]);
  });
});

describe('the same application without the plugin', () => {
  it('requires every parameter', async () => {
    const { revenue } = await definitionsOf(withoutPlugin.Reports);
    expect(revenue?.inputSchema['required']).toEqual(['region', 'year']);
    expect(await answersOf(withoutPlugin.Reports, toolCall('revenue', { region: 'north' }))).toEqual([
      'Invalid arguments for "revenue": /year is required: a number.',
    ]);
    expect(await answersOf(withPlugin.Reports, toolCall('revenue', { region: 'north' }))).toEqual([
      'north in all years',
    ]);
  });

  it('logs once, at debug level, that the plugin is absent', async () => {
    expect(await debugLines(withoutPlugin.Reports)).toEqual([
      'The compiler plugin toolgate/plugin is not active, so optional parameters (`year?: number`), unions and doc comments of Reports.revenue and others are not read. Add "plugins": ["toolgate/plugin"] to compilerOptions in nest-cli.json, or use @ToolParam().',
    ]);
  });
});
