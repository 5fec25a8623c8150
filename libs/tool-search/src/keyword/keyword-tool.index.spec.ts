import { describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import { ToolIndex, type ToolReference } from '../contract/tool-index.js';
import { KeywordToolIndex } from './keyword-tool.index.js';

const TOOLS: readonly ToolReference[] = [
  { name: 'getWeather', description: 'Reads the temperature of a town' },
  { name: 'umbrella', description: 'Opens when the weather turns bad' },
  { name: 'createOrder', description: 'Opens an order of a customer' },
  { name: 'refund_order', description: 'Pays money back', tags: ['billing'] },
  {
    name: 'sendMail',
    description: 'Writes to somebody',
    inputSchema: { type: 'object', properties: { recipientAddress: { description: 'Where it goes' } } },
  },
];

const indexed = async (options?: ConstructorParameters<typeof KeywordToolIndex>[0]) => {
  const index = new KeywordToolIndex(options);
  await index.indexTools('s', TOOLS);
  return async (query: string) => (await index.search({ sessionId: 's', query })).tools.map(({ name }) => name);
};

describe('KeywordToolIndex', () => {
  it('ranks a tool with the words in its name before one that only mentions them', async () => {
    expect(await (await indexed())('weather')).toEqual(['getWeather', 'umbrella']);
  });

  it('finds names as a whole, by their parts, and in any spelling style', async () => {
    const find = await indexed();
    for (const query of ['refund_order', 'refundOrder', 'refund-order', 'REFUND ORDER']) {
      expect((await find(query))[0]).toBe('refund_order');
    }
    expect((await find('getweather'))[0]).toBe('getWeather');
  });

  it('finds words of letters and digits in camelCase', async () => {
    const index = new KeywordToolIndex();
    const names = [
      'getObject',
      'getS3Object',
      'deployApp',
      'deployAppToK8s',
      'createOrder',
      'createB2BOrder',
      'readV2',
    ];
    await index.indexTools(
      's',
      names.map((name) => ({ name, description: '' })),
    );
    const first = async (query: string) => (await index.search({ sessionId: 's', query })).tools[0]?.name;
    expect(await Promise.all(['s3 object', 'K8s', 'order of b2b', 'v2'].map(first))).toEqual([
      'getS3Object',
      'deployAppToK8s',
      'createB2BOrder',
      'readV2',
    ]);
  });

  it('finds tools by parameters and by tags', async () => {
    const find = await indexed();
    for (const query of ['recipient', 'address', 'where it goes']) expect((await find(query))[0]).toBe('sendMail');
    expect(await find('billing')).toEqual(['refund_order']);
  });

  it('finds tools by prefix, by another form of a word, and despite a typo', async () => {
    const find = await indexed();
    for (const query of ['temperat', 'temperatures', 'temprature']) expect(await find(query)).toEqual(['getWeather']);
  });

  it('ignores stop words', async () => {
    const find = await indexed();
    expect(await find('what is there of a customer')).toEqual(['createOrder']);
    expect(await find('(?i)\\bcustomer\\b')).toEqual(['createOrder']);
  });

  it('omits tools that score far below the best by default', async () => {
    expect(await (await indexed())('refund an order of money')).toEqual(['refund_order']);
    expect(await (await indexed({ minScore: 0 }))('refund an order of money')).toEqual(['refund_order', 'createOrder']);
    expect(await (await indexed({ minScore: 1 }))('weather')).toEqual(['getWeather']);
  });

  it('indexes a long text without spaces in a time that grows with its length', async () => {
    const index = new KeywordToolIndex();
    const description = `${'注文を返金する'.repeat(60_000)}会議室を予約`;
    await index.indexTool('s', { name: 'room', description });
    expect((await index.search({ sessionId: 's', query: '会議室' })).tools).toMatchObject([{ name: 'room' }]);
  });

  it('finds nothing if no tool matches', async () => {
    expect(await (await indexed())('xylophonist')).toEqual([]);
  });

  it('returns the same results for concurrent searches', async () => {
    const find = await indexed();
    const found = await Promise.all(Array.from({ length: 50 }, () => find('weather')));
    expect(new Set(found.map(String))).toEqual(new Set(['getWeather,umbrella']));
  });

  it('works as a provider of the application', async () => {
    const module = await Test.createTestingModule({
      providers: [{ provide: ToolIndex, useFactory: () => new KeywordToolIndex() }],
    }).compile();
    await module.init();
    const index = module.get(ToolIndex);
    await index.indexTools('s', TOOLS);
    expect((await index.search({ sessionId: 's', query: 'temperature' })).tools).toHaveLength(1);
    await module.close();
  });
});
