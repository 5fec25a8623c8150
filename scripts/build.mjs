// Builds the package: tsc compiles every room once, and Rolldown bundles each door into a few modules, as ES modules and
// as CommonJS. Each room but the core has a door; a second one is a folder of the room, which package.json names. A room
// with `internal.ts` is bundled into `internal.js`, and its `index.js` exports the public names of that module.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { stableShapes } from './stable-shapes.mjs';

const COMPILED = 'dist/modules';
const CJS = normalize('dist/cjs/');
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const rooms = readdirSync('libs').filter((room) => room !== 'core');
const modules = Object.values(exports).flatMap((door) =>
  door ? [door.import.default.replace('./dist/esm/', '')] : [],
);
/** The module of each door: `tool/src/index.js`, `http/src/client/index.js`. */
const doors = [...new Set(modules.flatMap((module) => rooms.map((room) => module.replace('*', room))))];

/** The rooms with internal names, which the sources of other rooms import as `#tool`. */
const roomsWithInternal = readdirSync('libs').filter((room) => existsSync(`libs/${room}/src/internal.ts`));
const internalOf = (room) => `${room}/src/internal.js`;

/** The path from a file of `dist/esm` or `dist/cjs` to a module in the same format. */
const pathTo = (file, module) => {
  const [dist, format] = file.split(sep);
  const path = relative(dirname(file), join(dist, format, module)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
};

// A room stays apart from the rooms that it imports, and from every package: only the compiler's own functions go into
// its module. So each class exists once in each format, however many doors lead to it.
const isExternal = (name) => !/^(\.|\/|[A-Za-z]:|tslib$)/.test(name);

// Nest prints the names of classes, and a stack trace those of functions: both stay as the source has them. Node reads a
// module faster whose characters are all ASCII.
const OUTPUT = { keepNames: true, minify: false, comments: false, charset: 'ascii', esModule: true };

// Rooms name each other by the package's doors. From dist/cjs such a name could lead to the ES modules: `require` of a
// Node that takes the condition "module-sync" would load a second copy. A relative path leads to the room itself.
const DOOR = /^toolgate(?:\/([a-z-]+)(?:\/([a-z-]+))?)?$/;
// No door exports internal names, so in both formats only a path leads to them.
const INTERNAL = /^#([a-z-]+)$/;
const NAME_IN_TYPES = /\b(import\(|from |import )(["'])([#\w/-]+)\2/g;

/** The name by which a built file imports a door, a package or the internal names of a room. */
const nameIn = (file, name) => {
  const [, room] = INTERNAL.exec(name) ?? [];
  if (room !== undefined) return pathTo(file, internalOf(room));
  if (!file.startsWith(CJS) || !DOOR.test(name)) return name;
  const [, door = 'toolgate', folder = '.'] = DOOR.exec(name);
  return pathTo(file, join(door, 'src', folder, 'index.js'));
};

/** The name by which a bundled module imports another room: its `internal.js` directly, which saves loading the door. */
const importedName = (file, name) => {
  const [, room, folder] = DOOR.exec(name) ?? [];
  return nameIn(file, folder === undefined && roomsWithInternal.includes(room) ? `#${room}` : name);
};

const doorOf = (room) => `${room}/src/index.js`;
const hasDoor = (room) => doors.includes(doorOf(room));

const EXPORTS = /export \{([^}]*)\} from '[^']*';/g;

/** The public names of a compiled room, which its `index.js` lists. Throws if it contains anything else. */
const publicNames = (room) => {
  const text = readFileSync(join(COMPILED, doorOf(room)), 'utf8').replaceAll('"', "'");
  if (text.replace(EXPORTS, '').trim() !== '')
    throw new Error(`libs/${room}/src/index.ts has more than lists of names.`);
  const lists = [...text.matchAll(EXPORTS)].map(([, names]) => names.split(','));
  return lists.flat().flatMap((name) => name.trim().replace(/^.* as /, '') || []);
};

const writeDoor = (room) => {
  const names = publicNames(room);
  writeFileSync(join('dist/esm', doorOf(room)), `export { ${names.join(', ')} } from './internal.js';\n`);
  const assigned = names.map((name) => `exports.${name} = room.${name};\n`).join('');
  const head = `Object.defineProperty(exports, '__esModule', { value: true });\nconst room = require('./internal.js');\n`;
  writeFileSync(join('dist/cjs', doorOf(room)), `${head}${assigned}`);
};

/** Bundles all names of a room into `internal.js`, and writes its door. */
const bundleRoom = async (room) => {
  if (hasDoor(room)) appendFileSync(join(COMPILED, internalOf(room)), "\nexport * from './index.js';\n");
  await bundle(internalOf(room));
  if (hasDoor(room)) writeDoor(room);
};

/** About how many characters a part of a bundle has. */
const PART_LENGTH = 120_000;

/**
 * Returns a function that names the part of a bundle to which a module belongs; undefined for the bundle itself. Node
 * compiles a few modules in two thirds of the time of a large one.
 */
const partsOf = (entry) => {
  let parts;
  return (id, modules) => (parts ??= partition(entry, modules)).get(id);
};

/** Cuts the modules of a bundle into parts, in the order in which they run, so that no part needs a later one. */
const partition = (entry, modules) => {
  const numbers = new Map();
  let length = 0;
  const visit = (id) => {
    const module = numbers.has(id) ? undefined : modules.getModuleInfo(id);
    // A package has no code here.
    if (!module?.code) return;
    numbers.set(id, 0);
    module.importedIds.forEach(visit);
    length += module.code.length;
    numbers.set(id, Math.ceil(length / PART_LENGTH));
  };
  visit(entry);
  const last = numbers.get(entry);
  return new Map([...numbers].map(([id, number]) => [id, number === last ? undefined : `part-${number}`]));
};

const bundle = async (module) => {
  const entry = resolve(COMPILED, module);
  const bundled = await rolldown({
    cwd: resolve(COMPILED),
    input: `./${module}`,
    platform: 'node',
    external: isExternal,
    resolve: { symlinks: false },
    // Otherwise "sideEffects" of package.json applies to the modules of a room, some of which only declare.
    treeshake: { moduleSideEffects: true },
    // Rolldown requires it for parts. No part needs a name of the bundle itself, so it exports the same names.
    preserveEntrySignatures: 'allow-extension',
    plugins: [stableShapes],
  });
  const outputFor = (format) => {
    const file = join('dist', format, module);
    return {
      ...OUTPUT,
      format,
      dir: relative(COMPILED, dirname(file)),
      entryFileNames: basename(file),
      chunkFileNames: '[name].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: partsOf(entry), debugName: 'parts' }],
      },
      paths: (name) => importedName(file, name),
    };
  };
  await bundled.write(outputFor('esm'));
  // `import()` of a package becomes `require()`: under Jest, a CommonJS module cannot import.
  await bundled.write({ ...outputFor('cjs'), dynamicImportInCjs: false });
  await bundled.close();
};

const writeTypes = () => {
  cpSync('dist/esm', 'dist/cjs', { recursive: true });
  const files = ['esm', 'cjs'].flatMap((format) =>
    readdirSync(`dist/${format}`, { recursive: true }).map((path) => join('dist', format, path)),
  );
  for (const file of files.filter((path) => path.endsWith('.d.ts'))) {
    const renamed = (_, before, quote, name) => `${before}${quote}${nameIn(file, name)}${quote}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(NAME_IN_TYPES, renamed));
  }
};

// Until the demo is built again, its stamp would name a build that is gone.
for (const built of ['dist/demo.stamp', 'dist/esm', 'dist/cjs', COMPILED])
  rmSync(built, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
writeTypes();
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
const otherDoors = doors.filter((door) => !roomsWithInternal.map(doorOf).includes(door));
await Promise.all([...roomsWithInternal.map(bundleRoom), ...otherDoors.map(bundle)]);
rmSync(COMPILED, { recursive: true });
