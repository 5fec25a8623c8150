import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { exportsOf } from './exports.js';

const cell = /`([^`]+)`/;
const rows = readFileSync('docs/coming-from-spring-ai.md', 'utf8')
  .split('\n')
  .filter((line) => /^\|.*\|.*`toolgate/.test(line))
  .map((line) => {
    const [, theirs, ours, door, example] = line.split(/(?<!\\)\|/).map((text) => cell.exec(text)?.[1] ?? text.trim());
    return { theirs, ours: ours!, door: door!, example: example! };
  });
const exported = new Map(
  [...new Set(rows.map(({ door }) => door))].map((door) => [
    door,
    new Set(exportsOf(door.split('/')[1] ?? door).map(({ name }) => name)),
  ]),
);

/** Whether a line is TypeScript: a statement, a member of a class, or a value. */
const parses = (code: string): boolean =>
  [code, `class X { ${code} }`, `const x = ${code}`].some((text) => {
    const { diagnostics = [] } = ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { experimentalDecorators: true, target: ts.ScriptTarget.ES2022 },
    });
    return diagnostics.length === 0;
  });

describe('the way from Spring AI', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it('leads to names that are exported where it says', () => {
    expect(rows.filter(({ ours, door }) => !exported.get(door)?.has(ours))).toEqual([]);
  });

  it('shows each name of ours, or what bears it, in code that can be read', () => {
    expect(rows.filter(({ example }) => !parses(example))).toEqual([]);
  });
});
