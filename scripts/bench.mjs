// Builds the package and its benchmarks, and runs them against the build, each in a process of its own. Runs all, or the
// named ones, such as `loop`. With `--write` their tables replace the ones in docs/benchmarks.md.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const PAGE = 'docs/benchmarks.md';

/** The benchmarks, with the options of Node that they need. */
const BENCHMARKS = {
  loop: [],
  import: [],
  // A forced collection discards compiled code, so only benchmarks of memory may force one. The young space is so large
  // that no other collection runs during a measurement.
  heap: ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'],
  waiting: [],
  gated: [],
  door: [],
  remote: ['--expose-gc'],
  live: [],
  postgres: [],
  observability: [],
  growth: [],
  'tool-search': [],
  inbox: [],
};

/** Runs only if it is named, because it installs other libraries. */
const PEERS = 'peers';

/** Run only if they are named, because they take long: `npm run bench -- soak --minutes=2`. */
const LONG = { soak: ['--expose-gc'], 'live-soak': ['--expose-gc'] };

const args = process.argv.slice(2);
const isWriting = args.includes('--write');
const options = args.filter((option) => option.startsWith('-') && option !== '--write');
const named = args.filter((name) => !name.startsWith('-'));
const unknown = named.filter((name) => !(name in BENCHMARKS) && !(name in LONG) && name !== PEERS);
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark ${unknown.join(', ')}. Choose from: ${[...Object.keys(BENCHMARKS), ...Object.keys(LONG), PEERS].join(', ')}.`,
  );
  process.exit(1);
}

const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });

/** Runs a benchmark, prints its tables while it runs, and returns them. */
const tablesOf = (name) =>
  new Promise((resolve, reject) => {
    const file = name === PEERS ? 'benchmarks/peers/run.mjs' : `dist/benchmarks/${name}.js`;
    const program = [...(BENCHMARKS[name] ?? LONG[name] ?? []), file, ...options];
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      printed += text;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(printed.trim()) : reject(new Error(`The benchmark ${name} failed with code ${code}.`)),
    );
  });

const machine = () => {
  const date = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 2 ** 30);
  const processors = cpus();
  return `${date}: ${processors.length} × ${processors[0].model.trim()}, ${memory} GB, Node ${process.versions.node}`;
};

/** Puts the tables of a benchmark between its two marks on the page. */
const write = (name, tables) => {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${name}. Add ${begin} and ${end}.`);
  const between = `${begin}\n\nMeasured ${machine()}.\n\n${tables}\n\n`;
  writeFileSync(PAGE, page.slice(0, from) + between + page.slice(to));
};

const chosen = named.length > 0 ? named : Object.keys(BENCHMARKS);

node('scripts/build.mjs');
if (chosen.includes('inbox')) node('scripts/build-inbox.mjs');
node('node_modules/typescript/bin/tsc', '-p', 'benchmarks/tsconfig.json');
for (const name of chosen) {
  const tables = await tablesOf(name);
  if (isWriting) write(name, tables);
}
if (isWriting) node('node_modules/oxfmt/bin/oxfmt', PAGE);
