import { describe, expect, it } from 'vitest';
import { manyTools } from '../../benchmarks/tool-search/many-tools.js';
import { type Answered, askAll, recallAt5 } from '../../benchmarks/tool-search/measure.js';
import { measuredIndexes } from '../../benchmarks/tool-search/measured-indexes.js';
import { queries } from '../../benchmarks/tool-search/queries.js';
import { sentWithAndWithout } from '../../benchmarks/tool-search/sent-with-and-without.js';
import { tools } from '../../benchmarks/tool-search/tools.js';

const names = new Set(tools.map(({ name }) => name));

describe('the data set that measures the tool search', () => {
  it('has at least 500 tools with distinct names and descriptions', () => {
    expect(tools.length).toBeGreaterThanOrEqual(500);
    expect(names.size).toBe(tools.length);
    expect(new Set(tools.map(({ description }) => description)).size).toBe(tools.length);
  });

  it('describes every tool and its parameters', () => {
    const odd = tools.filter(({ name, description, inputSchema, tags }) => {
      const parameters = Object.entries(inputSchema.properties as Record<string, { description: string }>);
      const told = parameters.every(([, parameter]) => parameter.description.endsWith('.'));
      const fits = parameters.length >= 1 && parameters.length <= 5;
      return !/^[a-zA-Z_]+$/.test(name) || !description.endsWith('.') || tags.length === 0 || !told || !fits;
    });
    expect(odd).toEqual([]);
  });

  it('has at least 50 queries of seven kinds, whose answers exist', () => {
    expect(new Set(queries.map(({ text }) => text)).size).toBeGreaterThanOrEqual(50);
    expect(new Set(queries.map(({ kind }) => kind)).size).toBe(7);
    const lost = queries.filter(({ right }) => right.length === 0 || right.some((name) => !names.has(name)));
    expect(lost).toEqual([]);
  });

  it('can be extended to 10,000 distinct tools', () => {
    expect(new Set(manyTools(tools, 10_000).map(({ name }) => name)).size).toBe(10_000);
  });
});

describe('the tool search on the data set', () => {
  const inTheirWords = (answered: readonly Answered[]): readonly Answered[] =>
    answered.filter(({ kind }) => kind === 'words' || kind === 'short');

  it.each([
    { name: 'regex', all: 0.76, words: 0.95 },
    { name: 'keyword', all: 0.76, words: 0.95 },
    { name: 'vector', all: 0.28, words: 0.45 },
  ] as const)(
    'ranks the right tool among the first five as often as required: $name',
    async ({ name, all, words }) => {
      const answered = await askAll(measuredIndexes[name](), tools);
      expect(recallAt5(answered)).toBeGreaterThanOrEqual(all);
      expect(recallAt5(inTheirWords(answered))).toBeGreaterThanOrEqual(words);
    },
    30_000,
  );

  it('saves nine of ten tokens of a conversation', async () => {
    const { 'without search': without, ...searching } = await sentWithAndWithout(tools);
    for (const { tokens, prompts } of Object.values(searching)) {
      expect(prompts).toBeGreaterThan(without!.prompts);
      expect(tokens).toBeLessThan(without!.tokens / 10);
    }
  }, 30_000);
});
