import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { ToolIndex, ToolReference } from 'toolgate/tool-search';
import { queries, type Query } from './queries.js';

const SESSION = 'measured';

/** A query, and the rank of the first right tool among the first ten results; undefined if there is none. */
export interface Answered extends Query {
  readonly rank?: number;
  readonly found: readonly string[];
}

/** Runs all queries on an index, one after the other. */
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

/** Returns the share of queries that have a right tool among the first five results. */
export const recallAt5 = (answered: readonly Answered[]): number =>
  answered.filter(({ rank = Infinity }) => rank <= 5).length / answered.length;

/** Returns the mean rank of the right tool, over the queries that have it among the first ten results. */
export const meanRank = (answered: readonly Answered[]): number => {
  const ranks = answered.flatMap(({ rank = [] }) => rank);
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
};

/** Returns the median and the 99th percentile of a query in milliseconds, over several rounds of all queries. */
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

/** Returns the milliseconds that indexing takes, and the longest time for which it blocks the event loop. */
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
