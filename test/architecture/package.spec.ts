import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { publint } from 'publint';
import { Application, type Example, type World } from './application.js';
import { doors as rooms } from './door-files.js';
import { packageIn } from './package-in.js';
import { packInto, type PackedPackage } from './packed-package.js';
import { run } from './run.js';
import { spreadFirst } from '../../scripts/stable-shapes.mjs';

const MINUTES = 60_000;

// PostgresModule stands beside SqlModule.
const NEEDING_KYSELY: readonly string[] = ['toolgate/sql', 'toolgate/postgres'];

const worlds: readonly World[] = [
  {
    name: 'a Nest 12 application of ES modules',
    type: 'module',
    nest: '^12',
    platform: '@nestjs/platform-express@^12',
    kysely: '0.29',
    compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' },
    unchecked: '--noCheck',
    doors: ['ts', 'cts'],
  },
  {
    name: 'a Nest 11.0.0 application of CommonJS and TypeScript 5.0',
    type: 'commonjs',
    nest: '11.0.0',
    platform: '@nestjs/platform-fastify@11.0.5',
    kysely: '0.28.2',
    typescript: '5.0.4',
    compilerOptions: { module: 'commonjs', moduleResolution: 'node10' },
    unchecked: '--skipLibCheck',
    doors: ['ts'],
  },
];

const { peerDependenciesMeta } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  peerDependenciesMeta: Record<string, unknown>;
};
const doors = rooms.map((room) => (room === 'toolgate' ? room : `toolgate/${room}`));
/** Each check of a door takes seconds. One pattern declares the doors of rooms, and the others are declared by name. */
const CHECKED_DOORS = inject('isThorough')
  ? doors
  : ['toolgate', 'toolgate/sql', 'toolgate/ai-sdk/tools', 'toolgate/http/client'];
/** The rooms with internal names. */
const internalRooms = readdirSync('libs').filter((room) => existsSync(`libs/${room}/src/internal.ts`));
/** The module of a door: a room, or a folder of one. */
const moduleOf = (format: string, door: string): string => {
  const [room = 'toolgate', ...folder] = door.split('/').slice(1);
  return ['dist', format, room, 'src', ...folder, 'index.js'].join('/');
};
const optional = [...Object.keys(peerDependenciesMeta), 'ai', '@ai-sdk', 'zod'];

/** The first block of a language in the README. */
const blockOf = (language: string): string => {
  const [, block] =
    new RegExp(`^\`\`\`${language}\n([^]*?)\n\`\`\`$`, 'm').exec(readFileSync('README.md', 'utf8')) ?? [];
  if (block === undefined) throw new Error(`README.md has no block of ${language}: an example, and what it prints.`);
  return block;
};

const readme: Example = { name: 'readme', code: blockOf('ts'), printed: blockOf('text') };
const exampleOf = (name: string, printed: string): Example => ({
  name,
  code: readFileSync(`test/architecture/application/${name}.ts`, 'utf8'),
  printed,
});
const dto = exampleOf('dto', 'The guard was asked.\n40 for A-1, due in 2026\nThe second was too much.');
const debug = exampleOf('debug', 'tools at start-up: true, the prompt: true');
const withoutDecorators = exampleOf('without-decorators', 'It is 42.\nsuccess, denied');
const plugin = exampleOf('plugin', 'Ann, of any age; no meal\nThere is no lunch.');
const guest = readFileSync('test/architecture/application/guest.ts', 'utf8');
const sql = exampleOf('sql', 'Nice to meet you, Ann.\nYou are Ann.\nThe model received 3 messages.');

const ownDatabase = exampleOf('own-database', 'Nice to meet you, Bo.\nThe database is still open: 2 messages.');

const changesAtOnce = exampleOf(
  'changes-at-once',
  '10 changes, 20 lines\nStoreUnavailableException\nDatabaseClosedException\nDatabaseClosedException',
);

const inbox = exampleOf(
  'inbox',
  'the page: 200, its script: 200, {"name":"Packed"}\nthe approvals: 401, a slash: ../inbox\na run of AG-UI: 401',
);

const isPage = (name: string): boolean => name.endsWith('.md');

/** The files to which a page links, from the root of the package. */
const linksOf = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => join(dirname(page), link!));

const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-')));
const folder = (name: string): string => {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const applications = worlds.map((world) => new Application(folder(world.type), world));
let packed: PackedPackage;
let installed: readonly Promise<void>[];

beforeAll(async () => {
  packed = await packInto(folder('package'));
  installed = applications.map((application) => application.install(packed.tarball, doors));
  // Each application awaits its own promise below, and reports its own errors.
  void Promise.allSettled(installed);
}, 5 * MINUTES);

afterAll(async () => {
  await Promise.allSettled(installed ?? []);
  rmSync(root, { recursive: true, force: true });
}, 4 * MINUTES);

describe('the packed package', () => {
  it('contains a module for each door in each format, one for the internal names of a room, parts of large ones, the types, the inbox, a dashboard, and no sources, tests or maps', () => {
    const built = packed.files.filter((file) => /^dist\/(esm|cjs)\/[^.]+(\.[a-z-]+)*\.(js|d\.ts)$/.test(file));
    const modules = ['esm', 'cjs'].flatMap((format) => [
      ...doors.map((door) => moduleOf(format, door)),
      ...internalRooms.map((room) => `dist/${format}/${room}/src/internal.js`),
    ]);
    const isPart = (file: string): boolean => /\/src\/(part-\d+|rolldown-runtime)\.js$/.test(file);
    expect(built.filter((file) => file.endsWith('.js') && !isPart(file)).sort()).toEqual(modules.sort());
    const isPageOfInbox = (file: string): boolean =>
      /^dist\/inbox\/(index\.html|texts\.json|assets\/[\w-]+\.(js|css))$/.test(file);
    const others = packed.files.filter((file) => !built.includes(file) && !isPage(file) && !isPageOfInbox(file));
    const pictures = ['demo.gif', 'inbox-card.png', 'inbox-confirm.png', 'inbox-edit.png'].map(
      (file) => `docs/images/${file}`,
    );
    const beside = ['LICENSE', 'dist/cjs/package.json', 'docs/dashboards/toolgate.json', ...pictures, 'package.json'];
    expect(others.sort()).toEqual(beside);
    expect(packed.files.filter((file) => /\.(spec|fixture)\.|(^|\/)test\//.test(file))).toEqual([]);
  });

  it('contains every page of the documentation, and every file to which its pages link', () => {
    const pages = packed.files.filter((file) => file.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md']));
    expect(pages).toEqual(
      expect.arrayContaining(
        readdirSync('docs')
          .filter(isPage)
          .map((name) => `docs/${name}`),
      ),
    );
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
    expect(links.length).toBeGreaterThan(pages.length);
    expect(links.filter(({ link }) => !packed.files.includes(link))).toEqual([]);
  });

  it(
    'is declared as package managers, Node, bundlers and compilers expect',
    async () => {
      const tarball = readFileSync(packed.tarball);
      const contents = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) as ArrayBuffer;
      expect((await publint({ pack: { tarball: contents } })).messages).toEqual([]);
      const entrypoints = CHECKED_DOORS.map((door) => door.replace('toolgate', '.'));
      expect(await checkPackage(packageIn(tarball), { entrypoints })).toMatchObject({ problems: [] });
    },
    5 * MINUTES,
  );

  it(
    'compiles the examples of the pages in an application with exactOptionalPropertyTypes',
    async () => {
      const built = join(root, 'package');
      await run(built, process.execPath, 'node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.exact.json');
    },
    2 * MINUTES,
  );

  it('contains the original names of functions and classes that two files declare alike', () => {
    const unnamed = /^(?:const|let|var) \w+\$\d+ = (?:async )?(?:class\b|function\b|\(|\w+ =>).*/gm;
    const modules = packed.files.filter((file) => /^dist\/(esm|cjs)\/.*\.js$/.test(file));
    expect(modules.flatMap((file) => readFileSync(join(root, 'package', file), 'utf8').match(unnamed) ?? [])).toEqual(
      [],
    );
  });

  it('contains no object for which Node 20 would create a hidden class each time', () => {
    const modules = packed.files.filter((file) => /^dist\/(esm|cjs)\/.*\.js$/.test(file));
    const spread = modules.flatMap((file) => spreadFirst(readFileSync(join(root, 'package', file), 'utf8')));
    expect(modules.length).toBeGreaterThan(doors.length);
    expect(spread).toEqual([]);
    expect(spreadFirst('const copy = { ...a }, more = { ...a, b }, less = { b, ...a };')).toEqual([32]);
  });

  it('imports the internal names of rooms by paths only, in its modules and its types', () => {
    const built = packed.files.filter((file) => /\.(js|d\.ts)$/.test(file));
    const textOf = (file: string): string => readFileSync(join(root, 'package', file), 'utf8');
    expect(built.filter((file) => textOf(file).includes('/core/src/internal.js')).length).toBeGreaterThan(doors.length);
    expect(built.filter((file) => /["'](?:#[a-z-]+|toolgate\/core)["']/.test(textOf(file)))).toEqual([]);
  });

  it('contains no path of the machine that built it', () => {
    const places = [root, process.cwd()];
    const naming = packed.files.filter((file) => {
      const text = readFileSync(join(root, 'package', file), 'utf8');
      return places.some((place) => text.includes(place));
    });
    expect(naming).toEqual([]);
  });
});

describe.each(worlds)('the packed package, in $name', (world) => {
  const index = worlds.indexOf(world);
  const application = applications[index]!;
  /** Whether to run the tests that depend on neither the version of Nest nor the format of modules. */
  const runsAll = index === 0 || inject('isThorough');
  const validators = ['class-validator', 'class-transformer'];
  const databases = [`kysely@${world.kysely}`, 'libsql@0.5'];
  const optionalPackages = [...databases, ...validators, world.platform, ...(runsAll ? ['tsx@4'] : [])];
  let added: Promise<void> | undefined;
  /** Installs optional packages once, and compiles what needs them once, because that checks every door. */
  const addOptional = (): Promise<void> =>
    (added ??= (async () => {
      await application.add(...optionalPackages);
      application.importDoors(doors);
      await application.compile([sql, ownDatabase, changesAtOnce, inbox, debug]);
    })());

  beforeAll(() => installed[index], 4 * MINUTES);

  it('installs no optional package', () => {
    const present = optional.filter((name) => existsSync(join(application.folder, 'node_modules', name)));
    expect(present).toEqual(world.typescript ? ['typescript'] : []);
  });

  it.runIf(runsAll)(
    'type-checks without Kysely, at the doors that need it with skipLibCheck',
    async () => {
      application.importDoors(doors.filter((door) => !NEEDING_KYSELY.includes(door)));
      await application.compile([readme]);
      application.importDoors(doors);
      await application.compile([readme], '--skipLibCheck');
    },
    3 * MINUTES,
  );

  it(
    'runs the first example of the README',
    async () => {
      expect(await application.run(readme, world.unchecked)).toBe(readme.printed);
      // An example with DTOs runs under the Jest of ES modules.
      if (world.type === 'commonjs' || inject('isThorough')) await application.runUnderJest(readme);
    },
    3 * MINUTES,
  );

  it.runIf(runsAll)(
    'loads one copy for import and require, in both builds with the names of the sources',
    async () => {
      const inspected = JSON.parse(await application.node('inspect-doors.mjs', ...doors)) as readonly {
        readonly [key in 'door' | 'names' | 'differ' | 'renamed' | 'esm' | 'cjs']: unknown;
      }[];
      expect(inspected.map(({ door }) => door)).toEqual(doors);
      for (const { names, differ, renamed, esm, cjs } of inspected) {
        expect({ differ, renamed, esm, cjs }).toEqual({ differ: [], renamed: [], esm: names, cjs: names });
      }
    },
    MINUTES,
  );

  it.runIf(runsAll)(
    'stops start-up without Kysely, and names the command that installs it',
    async () => {
      const needs = (user: string, packages: string): string =>
        `SqlException: ${user} needs the package "kysely", which cannot be loaded. Install it: npm install ${packages}. Kysely 0.28 runs on Node 20; kysely@0.29 requires Node 22.`;
      const errors = {
        sqlite: needs('SqlModule', 'kysely@0.28 libsql'),
        postgres: needs('SqlModule', 'kysely@0.28 pg'),
        database: needs('SqlModule', 'kysely@0.28'),
        open: needs('openSqlDatabase()', 'kysely@0.28 libsql'),
        migrate: needs('migrateToLatest()', 'kysely@0.28'),
      };
      const found = JSON.parse(await application.node('start-without-kysely.mjs')) as object;
      expect(found).toEqual({ esm: errors, cjs: errors });
    },
    MINUTES,
  );

  it(
    'type-checks at every door, and stores a conversation in SQLite with the version of Kysely that the application has',
    async () => {
      await addOptional();
      expect(await application.print(sql)).toBe(sql.printed);
    },
    3 * MINUTES,
  );

  it(
    'stores a conversation in a database that the application opened with its own Kysely',
    async () => {
      await addOptional();
      expect(await application.print(ownDatabase)).toBe(ownDatabase.printed);
    },
    2 * MINUTES,
  );

  it(
    'changes a SQLite file for one caller at a time, and closes it while others wait',
    async () => {
      await addOptional();
      expect(await application.print(changesAtOnce)).toBe(changesAtOnce.printed);
    },
    2 * MINUTES,
  );

  it(
    'serves the inbox with the files of the package',
    async () => {
      await addOptional();
      expect(await application.print(inbox)).toBe(inbox.printed);
    },
    2 * MINUTES,
  );

  it.runIf(runsAll)(
    "logs tools and prompts with Nest's own logger",
    async () => {
      await addOptional();
      expect(await application.print(debug)).toBe(debug.printed);
    },
    2 * MINUTES,
  );

  it.runIf(runsAll)(
    'starts without decorators, compiled by tsx',
    async () => {
      await addOptional();
      expect(await application.runUnderTsx(withoutDecorators)).toBe(withoutDecorators.printed);
    },
    2 * MINUTES,
  );

  it.runIf(runsAll)(
    'stops start-up if a provider comes from another copy',
    async () => {
      const stopped = JSON.parse(await application.node('mix-copies.mjs')) as object;
      const ofAnotherCopy = (seam: string): unknown =>
        expect.stringContaining(
          `SeamException: AppModule provides ${seam} of another copy of toolgate: two copies are installed or loaded.`,
        );
      expect(stopped).toEqual({
        underItsToken: ofAnotherCopy('ToolApprovalStrategy'),
        underItsOwnClass: ofAnotherCopy('ToolApprovalStrategy'),
        collected: ofAnotherCopy('Advisor'),
      });
    },
    MINUTES,
  );

  it.runIf(runsAll)(
    'creates DTOs with the class-validator and class-transformer that the application installs',
    async () => {
      await addOptional();
      expect(await application.run(dto, world.unchecked)).toBe(dto.printed);
      await application.runUnderJest(dto);
    },
    2 * MINUTES,
  );

  it.runIf(runsAll)(
    'reads optional parameters, unions and lists in a build of the Nest CLI with the plugin',
    async () => {
      await addOptional();
      expect(await application.build(plugin, { guest })).toBe(plugin.printed);
    },
    2 * MINUTES,
  );
});
