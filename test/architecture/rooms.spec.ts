import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { folderOf, secondDoors } from './door-files.js';
import { importsOf, isTest, nodesIn, parse, sourcesIn } from './sources.js';

interface Room {
  readonly level: number;
  /** The rooms that it may import besides the core; all are on lower levels. */
  readonly rooms: readonly string[];
  /** The packages that it may import at run time, besides those of every room. */
  readonly packages?: readonly string[];
}

/** Finds the built page beside the modules: the build replaces its import.meta in the CommonJS module. */
const BUILT_FILES = 'libs/http/src/inbox/inbox-folder.ts';

/** Types of Nest's pipeline that the doors of Nest do not export. */
const pipeline = [
  'exceptions/external-exception-filter-context',
  'guards/guards-consumer',
  'guards/guards-context-creator',
  'helpers/execution-context-host',
  'interceptors/interceptors-consumer',
  'interceptors/interceptors-context-creator',
  'pipes/pipes-context-creator',
].map((path) => `@nestjs/core/${path}.js`);

/** Every room, including those without a folder. */
const rooms: Readonly<Record<string, Room>> = {
  core: { level: 0, rooms: [] },
  model: { level: 1, rooms: [] },
  plugin: { level: 1, rooms: [], packages: ['typescript'] },
  tool: { level: 2, rooms: ['model'], packages: ['ajv/dist/2020.js', 'ajv-formats', 're2js', ...pipeline] },
  chat: { level: 3, rooms: ['model', 'tool'], packages: ['mustache'] },
  mcp: { level: 3, rooms: ['model', 'tool'] },
  approval: { level: 4, rooms: ['model', 'tool', 'chat'], packages: ['canonicalize'] },
  memory: { level: 4, rooms: ['model', 'chat'] },
  'tool-search': { level: 4, rooms: ['model', 'tool', 'chat'], packages: ['minisearch', 're2js'] },
  'ai-sdk': { level: 5, rooms: ['model', 'tool', 'approval'] },
  observability: {
    level: 5,
    rooms: ['model', 'tool', 'chat', 'approval', 'memory', 'tool-search'],
    packages: ['@opentelemetry/api'],
  },
  sql: { level: 5, rooms: ['model', 'chat', 'memory', 'approval'], packages: ['kysely', 'libsql', 'pg'] },
  bullmq: { level: 5, rooms: ['model', 'approval'], packages: ['bullmq'] },
  postgres: { level: 6, rooms: ['model', 'chat', 'approval', 'sql'], packages: ['pg'] },
  http: { level: 6, rooms: ['model', 'tool', 'chat', 'approval'] },
  remote: { level: 7, rooms: ['model', 'tool', 'approval', 'http'], packages: ['re2js'] },
  toolgate: { level: 7, rooms: ['model', 'tool', 'chat', 'approval', 'memory'] },
  testing: { level: 7, rooms: ['model', 'tool', 'chat', 'memory', 'approval', 'tool-search'] },
};

/** The packages that every room may import at run time. */
const packages = [
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/core',
  '@nestjs/core/injector/constants.js',
  'reflect-metadata',
  'rxjs',
] as const;

const folders = readdirSync('libs').sort();
const sources = sourcesIn('libs');
const code = sources.filter((file) => !isTest(file));
const roomOf = (file: string): string => file.split('/')[1]!;

/** The room below all others, which has no door. */
const CORE = '#core';

/** Whether a name is that of the internal names of a room, for which the build writes a path: `#core`, `#tool`. */
const isInternal = (name: string): boolean => name.startsWith('#');

/** The room or door that a name opens: `toolgate/tool` and `#tool` are of `tool`, `toolgate` is of `toolgate`. */
const doorBehind = (name: string): string | undefined => {
  const [, found, door] = /^(toolgate|#)(?:\/?(.+))?$/.exec(name) ?? [];
  return door ?? found;
};

/** The room that a name opens. */
const roomBehind = (name: string): string | undefined => doorBehind(name)?.split('/')[0];

const offences = (files: readonly string[], isOffence: (name: string, file: string, isType: boolean) => boolean) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(({ name, isType }) => isOffence(name, file, isType))
      .map(({ name }) => `${file} imports ${name}`),
  );

/** Whether a relative import leads out of the folder that the first `depth` names of a file's path form. */
const leaves = (name: string, file: string, depth: number): boolean => {
  if (!name.startsWith('.')) return false;
  const within = file.split('/').slice(0, depth).join('/');
  return !new URL(name, `file:///${file}`).pathname.startsWith(`/${within}/`);
};

/** The file of each door, which lists its names. */
const listings = [...folders.filter((room) => room !== 'core'), ...secondDoors]
  .map((door) => `${folderOf(door)}/index.ts`)
  .sort();

const isListing = (line: ts.Statement): line is ts.ExportDeclaration & { readonly exportClause: ts.NamedExports } =>
  ts.isExportDeclaration(line) && line.exportClause !== undefined && ts.isNamedExports(line.exportClause);

const unlistedIn = (file: string): readonly string[] =>
  parse(file)
    .statements.filter((line) => !isListing(line))
    .map((line) => `${file}: ${line.getText()}`);

const namesIn = (file: string): readonly string[] =>
  existsSync(file)
    ? parse(file).statements.flatMap((line) =>
        isListing(line) ? line.exportClause.elements.map(({ name }) => name.text) : [],
      )
    : [];

/** The internal names of other rooms that a file uses, each after its room: `#tool connectGate`. */
const internalNamesIn = (file: string): readonly string[] =>
  parse(file).statements.flatMap((line) => {
    const isImport = ts.isImportDeclaration(line);
    const list = isImport ? line.importClause?.namedBindings : isListing(line) ? line.exportClause : undefined;
    const module =
      isImport || isListing(line) ? (line.moduleSpecifier as ts.StringLiteral | undefined)?.text : undefined;
    if (!list || !('elements' in list) || module === undefined || !isInternal(module)) return [];
    return [...list.elements].map(({ name, propertyName }) => `${module} ${(propertyName ?? name).text}`);
  });

/** Whether a name is that of a package, or of one of its entry points. */
const isOf = (peer: string, name: string): boolean => name === peer || name.startsWith(`${peer}/`);

describe('the rooms', () => {
  it('are all in the table', () => {
    expect(folders.filter((folder) => !(folder in rooms))).toEqual([]);
  });

  it('have a higher level than the rooms that they import', () => {
    const upwards = Object.entries(rooms).flatMap(([room, { level, rooms: below }]) =>
      below.filter((target) => rooms[target]!.level >= level).map((target) => `${room} imports ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it('import only the rooms that the table allows', () => {
    const found = offences(code, (name, file) => {
      const target = roomBehind(name);
      if (name === CORE) return roomOf(file) === 'core';
      return target !== undefined && !rooms[roomOf(file)]!.rooms.includes(target);
    });
    expect(found).toEqual([]);
  });

  it('never leave their folder by a relative import', () => {
    expect(offences(sources, (name, file) => leaves(name, file, 3))).toEqual([]);
  });

  it('import only Nest, Node and their own packages at run time', () => {
    const found = offences(code, (name, file, isType) => {
      if (isType || name.startsWith('.') || name.startsWith('node:') || roomBehind(name)) return false;
      return ![...packages, ...(rooms[roomOf(file)]!.packages ?? [])].includes(name);
    });
    expect(found).toEqual([]);
  });

  it('load an optional package only when they need it, so that a missing one has an error of ours', () => {
    const { peerDependenciesMeta } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
    };
    const optional = Object.keys(peerDependenciesMeta);
    expect(optional).toContain('kysely');
    const found = code.flatMap((file) =>
      importsOf(file)
        .filter(({ name, isType, isCalled }) => !isType && !isCalled && optional.some((peer) => isOf(peer, name)))
        .map(({ name }) => `${file} imports ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('load as ES modules and as CommonJS: no import.meta, no await outside a function', () => {
    const found = code
      .filter((file) => file !== BUILT_FILES)
      .flatMap((file) => {
        const source = parse(file);
        const outside = nodesIn(source, (node) => !ts.isFunctionLike(node) && !ts.isClassStaticBlockDeclaration(node));
        const waits = outside.some(
          (node) => ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined),
        );
        const asks = nodesIn(source).some(
          (node) => ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword,
        );
        return [...(waits ? [`${file} awaits at its top level`] : []), ...(asks ? [`${file} uses import.meta`] : [])];
      });
    expect(found).toEqual([]);
  });

  it('have one index.ts for each door, which lists the exported names', () => {
    expect(sources.filter((file) => file.endsWith('/index.ts'))).toEqual(listings);
    expect(listings.flatMap((file) => unlistedIn(file))).toEqual([]);
  });

  it('have each internal name in internal.ts, and none of them in a door', () => {
    const internal = sources.filter((file) => file.endsWith('/internal.ts'));
    expect(internal.length).toBeGreaterThan(1);
    expect(internal.filter((file) => !/^libs\/[^/]+\/src\/internal\.ts$/.test(file))).toEqual([]);
    expect(internal.flatMap((file) => unlistedIn(file))).toEqual([]);
    const doorOf = (file: string): string => file.replace('internal.ts', 'index.ts');
    const both = internal
      .filter((file) => listings.includes(doorOf(file)))
      .flatMap((file) => namesIn(file).filter((name) => namesIn(doorOf(file)).includes(name)));
    expect(both).toEqual([]);
  });

  it('have no internal name that no other room uses', () => {
    const used = new Set(code.flatMap((file) => internalNamesIn(file)));
    const internal = folders.flatMap((room) =>
      namesIn(`libs/${room}/src/internal.ts`).map((name) => `#${room} ${name}`),
    );
    expect(internal.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the room ai-sdk', () => {
  it('loads the rooms of tools and approvals for its second door only', () => {
    const models = code.filter((file) => roomOf(file) === 'ai-sdk' && !file.includes('/src/tools/'));
    expect(models.length).toBeGreaterThan(0);
    const found = offences(models, (name) => {
      const isOther = roomBehind(name) !== undefined && ![CORE, '#model', 'toolgate/model'].includes(name);
      return isOther || name.includes('/tools/');
    });
    expect(found).toEqual([]);
  });
});

describe('the room remote', () => {
  it('loads the client of the room http only', () => {
    const own = code.filter((file) => roomOf(file) === 'remote');
    expect(own.length).toBeGreaterThan(0);
    expect(offences(own, (name) => name === 'toolgate/http')).toEqual([]);
  });
});

describe('the client of the room http', () => {
  it('runs in a browser: it imports its own files only', () => {
    const own = sourcesIn('libs/http/src/client').filter((file) => !isTest(file));
    expect(own.length).toBeGreaterThan(0);
    expect(offences(own, (name, file) => !name.startsWith('.') || leaves(name, file, 4))).toEqual([]);
  });
});

describe('the doors in package.json', () => {
  const { main, types, exports, typesVersions } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    main: string;
    types: string;
    exports: Record<string, unknown>;
    typesVersions: Record<string, unknown>;
  };
  const built = (kind: string, door: string, ending: string) =>
    `${folderOf(door).replace('libs', `./dist/${kind}`)}/index.${ending}`;
  const files = (kind: string, door: string) => ({
    types: built(kind, door, 'd.ts'),
    default: built(kind, door, 'js'),
  });
  const named = [...folders.filter((room) => !['toolgate', 'core'].includes(room)), ...secondDoors];

  it('are those of the folders, and load one copy for import and require', () => {
    const door = (name: string) => ({
      'module-sync': files('esm', name),
      import: files('esm', name),
      require: files('cjs', name),
    });
    expect(exports).toEqual({
      '.': door('toolgate'),
      './core': null,
      './toolgate': null,
      ...Object.fromEntries(secondDoors.map((name) => [`./${name}`, door(name)])),
      './*': door('*'),
    });
  });

  it('have their conditions in the order in which Node must find them', () => {
    const open = Object.values(exports).filter((door) => door !== null);
    const orders = open.map((door) => Object.keys(door as object).join());
    expect([...new Set(orders)]).toEqual(['module-sync,import,require']);
    const parts = open.flatMap((door) => Object.values(door as object).map((part: object) => Object.keys(part).join()));
    expect([...new Set(parts)]).toEqual(['types,default']);
  });

  it('work with resolvers that ignore exports', () => {
    expect({ main, types }).toEqual({ main: built('cjs', 'toolgate', 'js'), types: built('cjs', 'toolgate', 'd.ts') });
    expect(typesVersions).toEqual({
      '*': Object.fromEntries([
        ...secondDoors.map((name) => [name, [built('cjs', name, 'd.ts')]]),
        ['core', []],
        ['dist/*', ['./dist/*']],
        ['*', [built('cjs', '*', 'd.ts')]],
      ]),
    });
  });

  it.each([
    ['apps/demo', 2],
    ['benchmarks', 1],
    ['docs/snippets', 2],
  ])('are the only imports of the package in %s', (folder, depth) => {
    const found = offences(sourcesIn(folder), (name, file) => {
      const door = doorBehind(name);
      const isUnknown = door !== undefined && !['toolgate', ...named].includes(door);
      return leaves(name, file, depth) || isUnknown || isInternal(name) || name === 'toolgate/toolgate';
    });
    expect(found).toEqual([]);
  });
});
