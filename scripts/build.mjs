// Builds every room twice, as ES modules and as CommonJS, from one package.json.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const tsc = 'node_modules/typescript/bin/tsc';
const run = (config) => execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });

// Until the demo is built again, its stamp would name a build that is gone.
rmSync('dist/demo.stamp', { force: true });
rmSync('dist/esm', { recursive: true, force: true });
rmSync('dist/cjs', { recursive: true, force: true });
run('tsconfig.build.json');
run('tsconfig.build.cjs.json');

writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');

// Rooms name each other by the package's doors. From dist/cjs such a name could lead to the ES modules: `require` of a
// Node that takes the condition "module-sync" would load a second copy. A relative path leads to the room itself.
const DOOR = /\b(require\(|import\(|from |import )(["'])toolgate(?:\/([a-z-]+))?\2/g;
for (const path of readdirSync('dist/cjs', { recursive: true }).filter((file) => /\.(js|d\.ts)$/.test(file))) {
  const file = join('dist/cjs', path);
  const toRoom = (_, before, quote, room = 'toolgate') => {
    const place = relative(dirname(file), `dist/cjs/${room}/src/index.js`).replaceAll('\\', '/');
    return `${before}${quote}${place.startsWith('.') ? place : `./${place}`}${quote}`;
  };
  writeFileSync(file, readFileSync(file, 'utf8').replace(DOOR, toRoom));
}
