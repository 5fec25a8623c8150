import { describe, expect, it } from '@jest/globals';
import { queries } from '../../benchmarks/tool-search/queries.js';
import { tools } from '../../benchmarks/tool-search/tools.js';

const names = new Set(tools.map(({ name }) => name));

describe('the set that tool search is measured on', () => {
  it('has at least 500 tools, each of its own name and description', () => {
    expect(tools.length).toBeGreaterThanOrEqual(500);
    expect(names.size).toBe(tools.length);
    expect(new Set(tools.map(({ description }) => description)).size).toBe(tools.length);
  });

  it('describes every tool and its parameters as a model is told of them', () => {
    const odd = tools.filter(({ name, description, inputSchema, tags }) => {
      const parameters = Object.entries(inputSchema.properties as Record<string, { description: string }>);
      const told = parameters.every(([, parameter]) => parameter.description.endsWith('.'));
      const fits = parameters.length >= 1 && parameters.length <= 5;
      return !/^[a-zA-Z_]+$/.test(name) || !description.endsWith('.') || tags.length === 0 || !told || !fits;
    });
    expect(odd).toEqual([]);
  });

  it('has at least 50 queries, of seven kinds, whose answers exist', () => {
    expect(new Set(queries.map(({ text }) => text)).size).toBeGreaterThanOrEqual(50);
    expect(new Set(queries.map(({ kind }) => kind)).size).toBe(7);
    const lost = queries.filter(({ right }) => right.length === 0 || right.some((name) => !names.has(name)));
    expect(lost).toEqual([]);
  });
});
