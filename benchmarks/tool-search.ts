import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { printRow, printTable } from './table.js';
import { sentWithAndWithout } from './tool-search/sent-with-and-without.js';
import { manyTools } from './tool-search/many-tools.js';
import { type Answered, askAll, meanRank, recallAt5, timeIndexing, timeQueries } from './tool-search/measure.js';
import { measuredIndexes } from './tool-search/measured-indexes.js';
import { queries, type QueryKind } from './tool-search/queries.js';
import { tools } from './tool-search/tools.js';

Logger.overrideLogger(['error', 'warn']);

const MANY = 10_000;

const row = (...cells: readonly string[]): void => printRow(cells);
const title = (text: string, ...columns: readonly string[]): void => printTable(text, ['', ...columns]);

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const answers: Record<string, readonly Answered[]> = {};

title(`${queries.length} queries, ${tools.length} tools`, 'recall at 5', 'mean rank', 'median', 'p99');
for (const [name, make] of Object.entries(measuredIndexes)) {
  const index = make();
  const answered = await askAll(index, tools);
  answers[name] = answered;
  const { median, p99 } = await timeQueries(index, 20);
  row(name, percent(recallAt5(answered)), meanRank(answered).toFixed(1), ms(median), ms(p99));
}

const kinds = [...new Set(queries.map(({ kind }) => kind))];
const ofKind = (kind: QueryKind): readonly string[] =>
  Object.values(answers).map((answered) => percent(recallAt5(answered.filter((query) => query.kind === kind))));
title('recall at 5 by kind', ...Object.keys(answers));
for (const kind of kinds) row(`${kind} (${queries.filter((query) => query.kind === kind).length})`, ...ofKind(kind));
console.log(
  '\nvector compares the words of texts by a hash: a real embedding model finds more, above all paraphrases.',
);

title(`${MANY} tools`, 'indexed in', 'block', 'median', 'p99');
const many = manyTools(tools, MANY);
for (const [name, make] of Object.entries(measuredIndexes)) {
  const index = make();
  const { took, block } = await timeIndexing(index, many);
  const { median, p99 } = await timeQueries(index, 2);
  row(name, ms(took), ms(block), ms(median), ms(p99));
}

title('a conversation of 3 turns', 'prompts', 'tokens', 'of tools');
for (const [name, { prompts, tokens, ofTools }] of Object.entries(await sentWithAndWithout(tools)))
  row(name, String(prompts), String(tokens), String(ofTools));
console.log('\ntokens are the characters of the JSON of messages and tools sent, divided by 4.');

if (process.argv.includes('--misses')) {
  for (const [name, answered] of Object.entries(answers)) {
    console.log(`\n${name} misses`);
    for (const { kind, text, right, rank, found } of answered.filter(({ rank = Infinity }) => rank > 5))
      console.log(`${kind}: ${text}\n  ${right.join(', ')} ${rank ?? '-'}: ${found.slice(0, 5).join(', ')}`);
  }
}
