// Installs the libraries and the built package, measures each in processes of its own, and prints Markdown tables.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const root = resolve(folder, '../..');
const IMPORTS = 9;
const NPM = ['--no-audit', '--no-fund', '--loglevel=error'];

/** The libraries: what an application installs, and what it imports. */
const LIBRARIES = {
  toolgate: {
    installs: ['toolgate', '@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'],
    imports: ['reflect-metadata', '@nestjs/common', '@nestjs/core', 'toolgate'],
  },
  ai: { installs: ['ai', 'zod'], imports: ['ai'] },
  'openai-agents': { installs: ['@openai/agents', 'zod'], imports: ['@openai/agents'] },
  langchain: { installs: ['langchain', '@langchain/core', 'zod'], imports: ['langchain'] },
};
const NEST = ['reflect-metadata', '@nestjs/common', '@nestjs/core'];

const run = (cwd, program, ...args) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const node = (...args) => run(folder, process.execPath, ...args);

const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-peers-')));
const [packed] = JSON.parse(run(root, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', temporary));
const tarball = join(temporary, packed.filename);

const versionOf = (name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

const bytesIn = (path) => {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
};

/** Bytes in `node_modules` of an application that installs these packages and no others. */
const installedSize = (name, installs) => {
  const application = mkdtempSync(join(temporary, `${name}-`));
  const wanted = installs.map((each) => [each, each === 'toolgate' ? `file:${tarball}` : dependencies[each]]);
  writeFileSync(join(application, 'package.json'), JSON.stringify({ dependencies: Object.fromEntries(wanted) }));
  run(application, 'npm', 'install', '--prefer-offline', ...NPM);
  return bytesIn(join(application, 'node_modules'));
};

const importOnce = (names) => {
  const code = `const used = process.cpuUsage();
    ${names.map((name) => `await import('${name}');`).join('\n')}
    const { user, system } = process.cpuUsage(used);
    console.log((user + system) / 1000);`;
  return Number(node('--input-type=module', '-e', code));
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const importTime = (names) => median(Array.from({ length: IMPORTS }, () => importOnce(names)));

const table = (title, columns, rows) => {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  console.log([`\n### ${title}\n`, line(columns), line(rule), ...rows.map(line)].join('\n'));
};

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const ms = (value) => `${value.toFixed(0)} ms`;

run(folder, 'npm', 'ci', '--prefer-offline', ...NPM);
run(folder, 'npm', 'install', '--no-save', ...NPM, tarball);

const names = Object.keys(LIBRARIES);
const heading = names.map((name) => {
  const [main] = LIBRARIES[name].installs;
  return `${main} ${versionOf(main)}`;
});

const costs = names.map((name) => JSON.parse(node('turns.mjs', name)));
const perSecond = (microseconds) => Math.round(1e6 / microseconds).toLocaleString('en');
table(
  'Turns with one tool call in a second of CPU time',
  ['', ...heading],
  Object.keys(costs[0]).map((row) => [row, ...costs.map((cost) => perSecond(cost[row]))]),
);

const heaps = names.map((name) => JSON.parse(node('--expose-gc', 'heap.mjs', name)));
const imports = names.map((name) => importTime(LIBRARIES[name].imports));
const sizes = names.map((name) => installedSize(name, LIBRARIES[name].installs));
table(
  'Heap, import and size',
  ['', ...heading],
  [
    ['heap of 1,000 waiting turns, call', ...heaps.map(({ call }) => megabytes(call))],
    ['heap of 1,000 waiting turns, stream', ...heaps.map(({ stream }) => megabytes(stream))],
    ['import, CPU time over bare Node', ...imports.map(ms)],
    ['installed, with what it requires', ...sizes.map(megabytes)],
  ],
);

const nest = [importTime(NEST), installedSize('nest', LIBRARIES.toolgate.installs.slice(1))];
console.log(
  `\nOf import and size of toolgate, NestJS ${versionOf('@nestjs/core')} is ${ms(nest[0])} and ${megabytes(nest[1])}.`,
);
rmSync(temporary, { recursive: true });
