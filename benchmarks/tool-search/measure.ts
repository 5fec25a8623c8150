import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { ToolIndex, ToolReference } from 'toolgate/tool-search';
import { queries, type Query } from './queries.js';

const SESSION = 'measured';

/** A query, and on which place of the first ten a right tool was found; undefined where on none. */
export interface Answered extends Query {
  readonly rank?: number;
  readonly found: readonly string[];
}

/** Asks an index all queries, one after another. */
export const askAll = async (index: ToolIndex, tools: readonly ToolReference[]): Promise<readonly Answered[]> => {
  await index.indexTools(SESSION, tools);
  const answered: Answered[] = [];
  for (const query of queries) {
    const response = await index.search({ sessionId: SESSION, query: query.text, maxResults: 10 });
    const found = response.tools.map(({ name }) => name);
    const place = found.findIndex((name) => query.right.includes(name));
    answered.push({ ...query, found, ...(place !== -1 && { rank: place + 1 }) });
  }
  return answered;
};

/** The share of queries that have a right tool among the first five. */
export const recallAt5 = (answered: readonly Answered[]): number =>
  answered.filter(({ rank = Infinity }) => rank <= 5).length / answered.length;

/** The mean place of the right tool, where it is among the first ten. */
export const meanRank = (answered: readonly Answered[]): number => {
  const ranks = answered.flatMap(({ rank = [] }) => rank);
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
};

/** How long a query takes in milliseconds, over all queries, asked again and again. */
export const timeQueries = async (index: ToolIndex, rounds: number) => {
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    for (const { text } of queries) {
      const start = performance.now();
      await index.search({ sessionId: SESSION, query: text });
      if (round >= 0) times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  return { median: at(times, 0.5), p99: at(times, 0.99) };
};

/** How long it takes to index tools, and for how long at a time nothing else runs, in milliseconds. */
export const timeIndexing = async (index: ToolIndex, tools: readonly ToolReference[]) => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await setTimeout(50);
  delay.reset();
  const start = performance.now();
  await index.indexTools(SESSION, tools);
  const took = performance.now() - start;
  await setTimeout(50);
  delay.disable();
  return { took, block: delay.max / 1e6 };
};

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
