import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, isTest, sourcesIn } from './sources.js';

/** The rooms whose folders are checked. */
const ordered = [
  'ai-sdk',
  'approval',
  'bullmq',
  'chat',
  'core',
  'http',
  'memory',
  'observability',
  'plugin',
  'postgres',
  'sql',
  'testing',
  'tool',
  'tool-search',
];

interface Import {
  readonly file: string;
  readonly target: string;
}

const folderOf = (file: string): string => posix.dirname(file);

/** The files that assemble a room: they import every folder, and no folder imports them. */
const isTop = (room: string, file: string): boolean =>
  ['index', 'internal', `${room}.module`].some((name) => file === `libs/${room}/src/${name}.ts`);

/** The imports of a room from one of its folders to another one; type imports count. */
const importsBetweenFolders = (room: string): readonly Import[] =>
  sourcesIn(`libs/${room}/src`)
    .filter((file) => !isTest(file) && !isTop(room, file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ name }) => name.startsWith('.'))
        .map(({ name }) => ({ file, target: posix.join(folderOf(file), name).replace(/\.js$/, '.ts') })),
    )
    .filter(({ file, target }) => folderOf(file) !== folderOf(target));

/** The folders that each folder imports, directly or indirectly. */
const reachable = (imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const direct = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    direct.set(folderOf(file), (direct.get(folderOf(file)) ?? new Set()).add(folderOf(target)));
  }
  return new Map(
    [...direct].map(([folder, targets]) => {
      // A set also visits the folders that are added during the loop.
      const found = new Set(targets);
      for (const target of found) for (const next of direct.get(target) ?? []) found.add(next);
      return [folder, found];
    }),
  );
};

it('the imports between folders are found', () => {
  expect(ordered.flatMap(importsBetweenFolders).length).toBeGreaterThan(100);
});

describe.each(ordered)('the folders of the room %s', (room) => {
  it('import each other in one direction', () => {
    const imports = importsBetweenFolders(room);
    const reached = reachable(imports);
    const circular = imports
      .filter(({ file, target }) => reached.get(folderOf(target))?.has(folderOf(file)))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(circular).toEqual([]);
  });

  it('contain every file except the lists of names, the module and the constants', () => {
    const root = sourcesIn(`libs/${room}/src`).filter((file) => folderOf(file) === `libs/${room}/src`);
    const names = ['index', 'internal', `${room}.module`, `${room}.module-definition`, `${room}.constants`, 'options'];
    expect(root.filter((file) => !names.some((name) => file === `libs/${room}/src/${name}.ts`))).toEqual([]);
  });
});
