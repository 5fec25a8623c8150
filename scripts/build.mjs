// Builds every room twice, as ES modules and as CommonJS, from one package.json.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const tsc = 'node_modules/typescript/bin/tsc';
const run = (config) => execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });

// Until the demo is built again, its stamp would name a build that is gone.
rmSync('dist/demo.stamp', { force: true });
rmSync('dist/esm', { recursive: true, force: true });
rmSync('dist/cjs', { recursive: true, force: true });
run('tsconfig.build.json');
run('tsconfig.build.cjs.json');

// A bare { "type": "commonjs" } would break imports of the package by its own name inside dist/cjs.
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const doors = Object.entries(exports).map(([door, { require }]) => [
  door,
  require.default.replace('./dist/cjs/', './'),
]);
writeFileSync(
  'dist/cjs/package.json',
  `${JSON.stringify({ name, type: 'commonjs', exports: Object.fromEntries(doors) }, null, 2)}\n`,
);
