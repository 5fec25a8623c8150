import { printCompared, printComparison } from './compare.js';
import { TABLES } from './loop/rows.js';
import { measureApart } from './measure-apart.js';

const PROGRAM = new URL('loop/measure-row.js', import.meta.url);

for (const [title, { compares, rows }] of Object.entries(TABLES)) {
  printCompared(title, ...compares);
  for (const name of Object.keys(rows)) printComparison(name, measureApart(PROGRAM, title, name));
}
