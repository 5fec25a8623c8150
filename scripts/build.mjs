// Builds the package: tsc compiles every room once, and Rolldown bundles each door into one ES module and one CommonJS
// module. A room has one door; a second one is a folder of the room, such as `toolgate/http/client`.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const COMPILED = 'dist/modules';
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The module of each door: `tool/src/index.js`, `http/src/client/index.js`. */
const doors = Object.values(exports).map((conditions) => conditions.import.default.replace('./dist/esm/', ''));

/** The path from a file of `dist/cjs` to the module of a door, which is a room or a folder of it. */
const pathToDoor = (file, room = 'toolgate', folder = '.') => {
  const path = relative(dirname(file), join('dist/cjs', room, 'src', folder, 'index.js')).replaceAll('\\', '/');
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
const DOOR_IN_TYPES = /\b(import\(|from |import )(["'])toolgate(?:\/([a-z-]+)(?:\/([a-z-]+))?)?\2/g;

const bundle = async (door) => {
  const bundled = await rolldown({
    cwd: resolve(COMPILED),
    input: `./${door}`,
    platform: 'node',
    external: isExternal,
    resolve: { symlinks: false },
    // Otherwise "sideEffects" of package.json applies to the modules of a room, some of which only declare.
    treeshake: { moduleSideEffects: true },
  });
  const [esm, cjs] = ['esm', 'cjs'].map((format) => `dist/${format}/${door}`);
  const paths = (name) => (DOOR.test(name) ? pathToDoor(cjs, ...DOOR.exec(name).slice(1)) : name);
  const toCompiled = (file) => relative(COMPILED, file);
  await bundled.write({ ...OUTPUT, format: 'esm', file: toCompiled(esm) });
  // `import()` of a package becomes `require()`: under Jest, a CommonJS module cannot import.
  await bundled.write({ ...OUTPUT, format: 'cjs', file: toCompiled(cjs), paths, dynamicImportInCjs: false });
  await bundled.close();
};

const copyTypes = () => {
  cpSync('dist/esm', 'dist/cjs', { recursive: true });
  for (const path of readdirSync('dist/cjs', { recursive: true }).filter((file) => file.endsWith('.d.ts'))) {
    const file = join('dist/cjs', path);
    const toDoor = (_, before, quote, ...door) => `${before}${quote}${pathToDoor(file, ...door.slice(0, 2))}${quote}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(DOOR_IN_TYPES, toDoor));
  }
};

// Until the demo is built again, its stamp would name a build that is gone.
for (const built of ['dist/demo.stamp', 'dist/esm', 'dist/cjs', COMPILED])
  rmSync(built, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
copyTypes();
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
await Promise.all(doors.map(bundle));
rmSync(COMPILED, { recursive: true });
