import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sections = readFileSync('ARCHITECTURE.md', 'utf8').split(/^## /m).slice(1);

/** The folder of the files that a section names without a path. */
const folderOf = (section: string): string => /^Files without a path are in `(.+)`\.$/m.exec(section)?.[1] ?? '';

const isPath = (name: string): boolean => /^(libs|test|docs)\//.test(name);

/** The files and folders that a section names: in code spans, and in the boxes of diagrams. */
const namedIn = (section: string): readonly string[] =>
  [...section.matchAll(/(?<![\w/.-])[a-z][\w/.-]*(?:\.ts|\.spec\.ts)\b|(?<=`)(?:libs|test)\/[\w/-]+(?=`)/g)].map(
    ([name]) => (isPath(name) ? name : join(folderOf(section), name)),
  );

describe('ARCHITECTURE.md', () => {
  it.each(sections.map((section) => [section.split('\n', 1)[0]!, namedIn(section)] as const))(
    'names files and folders that exist: %s',
    (_, names) => {
      expect(names.filter((name) => !existsSync(name))).toEqual([]);
    },
  );

  it('names many files and folders', () => {
    expect(sections.flatMap(namedIn).length).toBeGreaterThan(40);
  });
});
