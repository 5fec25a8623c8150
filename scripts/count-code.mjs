// Counts the code of libs, without its tests: size, casts, cycles of imports and exported names. With a commit, counts
// that commit beside the working tree: `node scripts/count-code.mjs v0.1.0`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

const LONG = 250;

const sourcesIn = (root) =>
  readdirSync(join(root, 'libs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !/\.(spec|fixture)\.ts$/.test(file))
    .map((file) => `libs/${file}`)
    .sort();

function* nodesIn(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child);
}

/** Reads one file: its lines, casts, relative imports, and the names that it exports. */
const read = (root, file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const counted = { file, lines: text.trimEnd().split('\n').length, casts: 0, nonNull: 0, imports: [], names: 0 };
  for (const node of nodesIn(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true))) {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') counted.casts++;
    if (ts.isNonNullExpression(node)) counted.nonNull++;
    if (ts.isExportSpecifier(node)) counted.names++;
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const from = isImport ? node.moduleSpecifier?.text : undefined;
    if (from?.startsWith('.')) counted.imports.push(normalize(join(dirname(file), from)).replace(/\.js$/, '.ts'));
  }
  return counted;
};

/** Groups of files that import each other, directly or not; imports of types count. */
const circlesIn = (files) => {
  const importsOf = new Map(files.map(({ file, imports }) => [file, imports]));
  const reachedFrom = (file) => {
    const reached = new Set(importsOf.get(file));
    // A set also visits what is added during the loop.
    for (const next of reached) for (const target of importsOf.get(next) ?? []) reached.add(target);
    return reached;
  };
  const reached = new Map(files.map(({ file }) => [file, reachedFrom(file)]));
  const circles = new Set();
  for (const [file, targets] of reached) {
    if (!targets.has(file)) continue;
    circles.add(
      [...targets]
        .filter((target) => reached.get(target)?.has(file))
        .sort()
        .join(', '),
    );
  }
  return [...circles];
};

/** Pairs of folders of one room that import each other. The files at the root of a room assemble it. */
const pairsIn = (files) => {
  const between = new Set();
  for (const { file, imports } of files) {
    if (dirname(file).endsWith('/src')) continue;
    for (const target of imports) between.add(`${dirname(file)} ${dirname(target)}`);
  }
  return [...between].filter((pair) => {
    const [from, to] = pair.split(' ');
    return from < to && between.has(`${to} ${from}`);
  });
};

const sum = (files, what) => files.reduce((total, file) => total + file[what], 0);

const count = (root) => {
  const files = sourcesIn(root).map((file) => read(root, file));
  const lines = sum(files, 'lines');
  const perThousand = (what) => ((1000 * sum(files, what)) / lines).toFixed(1);
  const doors = files.filter(({ file, names }) => /^libs\/[^/]+\/src\/index\.ts$/.test(file) && names > 0);
  return {
    files: files.length,
    lines,
    [`files over ${LONG} lines`]: files.filter((file) => file.lines > LONG).length,
    'casts (as) in 1,000 lines': perThousand('casts'),
    'non-null (!) in 1,000 lines': perThousand('nonNull'),
    'cycles of imports': circlesIn(files).length,
    'folders that import each other': pairsIn(files).length,
    ...Object.fromEntries(doors.map(({ file, names }) => [`exports of ${file.split('/')[1]}`, names])),
  };
};

const countCommit = (commit) => {
  const root = mkdtempSync(join(tmpdir(), 'count-code-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'libs'], { maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', root], { input: archive });
    return count(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

if (!existsSync('libs')) throw new Error('There is no folder libs. Run this script at the root of the repository.');
const [commit] = process.argv.slice(2);
const before = commit === undefined ? undefined : countCommit(commit);
const now = count('.');
const rows = Object.keys({ ...before, ...now }).map((what) => [
  what,
  { ...(before && { [commit]: before[what] ?? '' }), now: now[what] ?? '' },
]);
console.table(Object.fromEntries(rows));
