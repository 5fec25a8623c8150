import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import type { ToolReference } from '../contract/tool-index.js';
import { RegexToolIndex } from './regex-tool.index.js';

const TOOLS: readonly ToolReference[] = [
  { name: 'getWeather', description: 'Reads the temperature of a town' },
  { name: 'get_weather_forecast', description: 'Tells how it will be in the next days' },
  {
    name: 'createOrder',
    description: 'Opens an order of a customer. An order may have many lines, and an order has a total.',
  },
  { name: 'refundOrder', description: 'Pays money back' },
  { name: 'convertTemperature', description: 'From Celsius to Fahrenheit' },
  {
    name: 'sendMail',
    description: 'Sends an e-mail',
    inputSchema: {
      type: 'object',
      properties: {
        recipients: { type: 'array', items: { properties: { displayName: { description: 'As in the signature' } } } },
      },
    },
    tags: ['office'],
  },
  { name: 'compileC', description: 'Compiles C++ and C#' },
];

const indexed = async (tools: readonly ToolReference[] = TOOLS) => {
  const index = new RegexToolIndex();
  await index.indexTools('s', tools);
  return async (query: string, maxResults?: number) => {
    const { tools } = await index.search({ sessionId: 's', query, ...(maxResults && { maxResults }) });
    return tools.map(({ name }) => name);
  };
};

describe('RegexToolIndex with a pattern', () => {
  it.each([
    ['^get', ['getWeather', 'get_weather_forecast']],
    ['get_.*_forecast', ['get_weather_forecast']],
    ['(?i)WEATHER$', ['getWeather']],
    ['(create|refund)Order', ['createOrder', 'refundOrder']],
    ['\\bcelsius\\b.*fahrenheit', ['convertTemperature']],
    ['recip[a-z]+s', ['sendMail']],
  ])('finds by %s', async (query, names) => {
    expect(await (await indexed())(query)).toEqual(names);
  });

  it('ranks tools with a matching name before those that only mention the word', async () => {
    const find = await indexed([
      { name: 'a', description: 'order order order order order order order' },
      { name: 'some_long_name_with_order_x', description: '' },
    ]);
    expect(await find('orders?')).toEqual(['some_long_name_with_order_x', 'a']);
  });

  it('ranks by the number and place of matches, and by the matched share of a name', async () => {
    const find = await indexed([
      { name: 'late', description: 'is not there before the order' },
      { name: 'often', description: 'order an order, or order it' },
      { name: 'early', description: 'order what is there, at once' },
      { name: 'orderLineOfSomebody', description: '' },
      { name: 'order', description: '' },
    ]);
    expect(await find('order\\b|orderLine')).toEqual(['order', 'orderLineOfSomebody', 'often', 'early', 'late']);
  });

  it.each([
    '(?=weather)weather',
    '(weather)\\1',
    '(?<!x)weather',
    'weather++',
    '[weather',
    '(weather',
    `(${'weather|'.repeat(50)})`,
    'weather{1000}{1000}',
    'weather|\\w{1,400}',
  ])('reads the unsupported pattern %s as words', async (query) => {
    expect(await (await indexed())(query)).toEqual(['getWeather', 'get_weather_forecast']);
  });

  it('reads a pattern without matches as words', async () => {
    const find = await indexed();
    expect(await find('How do I get the weather? (soon)')).toEqual(expect.arrayContaining(['getWeather']));
    expect(await find('^order.*money$')).toEqual(['refundOrder', 'createOrder']);
  });

  it('finishes patterns that other engines cannot finish, over 10,000 tools', async () => {
    const tools = Array.from({ length: 10_000 }, (_, place) => ({
      name: `tool${place}`,
      description: `${'a'.repeat(60)} ${'ab '.repeat(20)}${place}!`,
    }));
    const find = await indexed(tools);
    const evil = [
      '(a+)+$',
      '(.*)*x',
      '.*.*.*.*x',
      '(a|a)*b$',
      '(a|aa)+c',
      '([a-z]+)*[^a-z!]$',
      '(.*a){12}[xz]',
      '([ab].{0,9}){5}[yz]{2}',
    ];
    for (const query of evil) expect((await find(query)).length).toBeLessThanOrEqual(10);
  });
});

describe('RegexToolIndex with words', () => {
  it('ranks tools that match more of the words first', async () => {
    const find = await indexed();
    expect(await find('weather forecast')).toEqual(['get_weather_forecast', 'getWeather']);
    expect(await find('order money')).toEqual(['refundOrder', 'createOrder']);
    expect(await find('forecast|refund')).toEqual(expect.arrayContaining(['get_weather_forecast', 'refundOrder']));
  });

  it('ignores stop words, single letters, and case in any language', async () => {
    const find = await indexed();
    expect(await find('what is the WEATHER of a town')).toEqual(await find('weather town'));
    expect(await (await indexed([{ name: 'İstanbul', description: 'TITLE' }]))('title')).toEqual(['İstanbul']);
  });

  it('finds parts of words and other forms of them', async () => {
    const find = await indexed();
    expect(await find('weath')).toEqual(['getWeather', 'get_weather_forecast']);
    expect(await find('refunded orders')).toEqual(['refundOrder', 'createOrder']);
    expect(await (await indexed([{ name: 'getweather', description: '' }]))('weather')).toEqual(['getweather']);
  });

  it('finds tools by parameters at every depth, and by tags', async () => {
    const find = await indexed();
    for (const query of ['recipients', 'display name', 'signature', 'office'])
      expect(await find(query)).toEqual(['sendMail']);
  });

  it('returns every tool for an empty query, in order of name', async () => {
    const find = await indexed();
    expect(await find(' ')).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  it('finds special characters, and returns nothing if no tool matches', async () => {
    const find = await indexed();
    expect(await find('c++')).toEqual(['compileC']);
    expect(await find('++')).toEqual(['compileC']);
    expect(await find('zzz')).toEqual([]);
    expect(await find('§§')).toEqual([]);
  });

  it('returns only tools of the session for any query', async () => {
    const find = await indexed();
    const names = TOOLS.map(({ name }) => name);
    const syntax = fc.string({
      unit: fc.constantFrom(
        'a',
        'w',
        'e',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '*',
        '+',
        '?',
        '|',
        '\\',
        '^',
        '$',
        '.',
        ',',
        '9',
        ':',
        '<',
        '-',
        'ſ',
        '\n',
      ),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(syntax, fc.string({ unit: 'binary', maxLength: 40 })), async (query) => {
        const found = await find(query);
        expect(names).toEqual(expect.arrayContaining(found));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: inject('isThorough') ? 200 : 50 },
    );
  });
});
