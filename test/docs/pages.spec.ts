import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ChatTurnException } from 'toolgate';
import { run } from '../architecture/run.js';
import { awaited, firstBlocks } from './first-blocks.js';
import { knownNames } from './known-names.js';
import { runExample } from './run-example.js';
import { moduleOfRows, rows } from './name-rows.js';
import { errors } from './name-rows.fixture.js';

// Inside the project, so that its packages and compiler options apply.
const folder = 'docs/.pages';
const rowsFile = `${folder}/name-rows.ts`;
const fileOf = (page: string): string => `${folder}/${page}.ts`;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(rowsFile, moduleOfRows());
  for (const { page, code } of firstBlocks) writeFileSync(fileOf(page), awaited(code));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the code blocks of all pages compile', async () => {
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
  await run('.', process.execPath, 'node_modules/typescript-7/bin/tsc', '-p', folder);
}, 120_000);

describe('the first example of a page', () => {
  it.each(firstBlocks)('runs unchanged: $page', async ({ page, code }) => {
    expect(code).not.toBe('');
    await import(/* @vite-ignore */ `../../${fileOf(page)}`);
  });
});

describe('the examples in tables of names', () => {
  let examples: readonly ((error?: Error) => Promise<unknown>)[] = [];

  beforeAll(async () => {
    ({ examples } = (await import(/* @vite-ignore */ `../../${rowsFile}`)) as { examples: typeof examples });
  });

  it('have a row for every known name', () => {
    const told = rows.map(({ theirs }) => theirs).join('\n');
    expect(knownNames.filter((name) => !new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`).test(told))).toEqual([]);
  });

  it.each(rows.map((row, index) => [row.theirs, row.example, index] as const))('%s: %s', async (_, example, index) => {
    const [, wanted] = /(?:error|cause) instanceof (\w+)/.exec(example) ?? [];
    const error = errors.find(({ name }) => name === wanted);
    expect(error === undefined).toBe(wanted === undefined);
    // An example that asks for the cause works in every round: with the error inside a ChatTurnException.
    const thrown = error && example.includes('causeOf(error)') ? new ChatTurnException([], error) : error;
    await runExample(await examples[index]!(thrown));
  });
});
