import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printRow, printTable } from './table.js';

const PROCESSES = 15;

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { readonly require: { readonly default: string } }>;
};

// Node resolves the name to the ES module, for `require` too, so the CommonJS module is loaded by its path.
const url = pathToFileURL(resolve(exports['.']!.require.default)).href;

const LOADS = {
  'ES modules': `await import('toolgate')`,
  CommonJS: `createRequire(import.meta.url)(fileURLToPath('${url}'))`,
} as const;

const programOf = (load: string): string => `
  import { createRequire } from 'node:module';
  import { fileURLToPath } from 'node:url';
  import 'reflect-metadata';
  import 'rxjs';
  import '@nestjs/common';
  import '@nestjs/core';
  const [start, used] = [performance.now(), process.cpuUsage()];
  ${load};
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }));`;

interface Taken {
  readonly wall: number;
  readonly cpu: number;
}

const importOnce = (load: string): Taken =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', programOf(load)], { encoding: 'utf8' }),
  ) as Taken;

const median = (values: readonly number[]): string =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!.toFixed(0);

const taken = Object.entries(LOADS).map(([format, load]) => ({ format, load, times: [] as Taken[] }));
for (let process = 0; process < PROCESSES; process++) {
  for (const { load, times } of taken) times.push(importOnce(load));
}

printTable(`Importing \`toolgate\` after NestJS, median of ${PROCESSES} processes`, ['ms', 'wall', 'CPU']);
for (const { format, times } of taken) {
  printRow([format, median(times.map(({ wall }) => wall)), median(times.map(({ cpu }) => cpu))]);
}
