// Builds the package: tsc compiles every room once, and Rolldown bundles each door into one ES module and one CommonJS
// module. Each room but the core has a door; a second one is a folder of the room, which package.json names. The module
// of a room with internal names is `internal.js`, which other rooms import, and its door exports the public ones of it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve, sep } from 'node:path';
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

/** The rooms with internal names, which the sources import as `#tool`. */
const internal = readdirSync('libs').filter((room) => existsSync(`libs/${room}/src/internal.ts`));
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
// No door exports internal names, so in both formats only a path leads to them. The compiler writes the core as either.
const INTERNAL = /^(?:#([a-z-]+)|toolgate\/(core))$/;
const NAME_IN_TYPES = /\b(import\(|from |import )(["'])([#\w/-]+)\2/g;

/** The name by which a built file imports a door, a package or the internal names of a room. */
const nameIn = (file, name) => {
  const [isInternal, room, core] = INTERNAL.exec(name) ?? [];
  if (isInternal) return pathTo(file, internalOf(room ?? core));
  if (!file.startsWith(CJS) || !DOOR.test(name)) return name;
  const [, door = 'toolgate', folder = '.'] = DOOR.exec(name);
  return pathTo(file, join(door, 'src', folder, 'index.js'));
};

/** The name by which a module imports another one: a whole room has one file, and its door would be a second one. */
const importedName = (file, name) => {
  const [, room, folder] = DOOR.exec(name) ?? [];
  return nameIn(file, folder === undefined && internal.includes(room) ? `#${room}` : name);
};

/** The public names of a compiled room, which its `index.js` lists. */
const publicNames = (room) =>
  [...readFileSync(join(COMPILED, room, 'src/index.js'), 'utf8').matchAll(/^export \{([^}]*)\}/gm)].flatMap(
    ([, list]) => list.split(',').flatMap((name) => name.trim().replace(/^.* as /, '') || []),
  );

/** Lets the internal names of a compiled room stand in one file with the public ones. Returns the public ones. */
const joinNames = (room) => {
  if (!doors.includes(`${room}/src/index.js`)) return [];
  const file = join(COMPILED, internalOf(room));
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nexport * from './index.js';\n`);
  return publicNames(room);
};

const writeDoor = (room, names) => {
  const door = (format) => join('dist', format, room, 'src/index.js');
  writeFileSync(door('esm'), `export { ${names.join(', ')} } from './internal.js';\n`);
  const assigned = names.map((name) => `exports.${name} = room.${name};\n`).join('');
  const head = `Object.defineProperty(exports, '__esModule', { value: true });\nconst room = require('./internal.js');\n`;
  writeFileSync(door('cjs'), `${head}${assigned}`);
};

const bundleRoom = async (room) => {
  const names = joinNames(room);
  await bundle(internalOf(room));
  if (names.length > 0) writeDoor(room, names);
};

const bundle = async (module) => {
  const bundled = await rolldown({
    cwd: resolve(COMPILED),
    input: `./${module}`,
    platform: 'node',
    external: isExternal,
    resolve: { symlinks: false },
    // Otherwise "sideEffects" of package.json applies to the modules of a room, some of which only declare.
    treeshake: { moduleSideEffects: true },
    plugins: [stableShapes],
  });
  const outputFor = (format) => {
    const file = join('dist', format, module);
    return { ...OUTPUT, format, file: relative(COMPILED, file), paths: (name) => importedName(file, name) };
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
// The check takes half of the time. A test that packs the package does without it, because the types are checked anyway.
const check = process.env.BUILD_WITHOUT_CHECK === '1' ? ['--noCheck'] : [];
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', ...check];
execFileSync(process.execPath, tsc, { stdio: 'inherit' });
writeTypes();
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
const whole = doors.filter((door) => !internal.some((room) => door === `${room}/src/index.js`));
await Promise.all([...internal.map(bundleRoom), ...whole.map(bundle)]);
rmSync(COMPILED, { recursive: true });
