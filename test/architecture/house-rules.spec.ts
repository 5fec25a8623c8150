import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { isTest, nodesOf, sourcesIn, textOf } from './sources.js';

const sources = ['libs', 'apps', 'benchmarks', 'docs/snippets', 'scripts', 'test'].flatMap(sourcesIn);

/** The sources whose text matches a pattern. Only these are parsed, because all of them take seconds. */
const sourcesWith = (pattern: RegExp): readonly string[] => sources.filter((file) => pattern.test(textOf(file)));

/** Words without meaning in a name. */
const empty = ['default', 'base', 'impl', 'implementation', 'util', 'utils', 'helper', 'helpers'];

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const saysNothing = (name: string): boolean => wordsOf(name).some((word) => empty.includes(word));

const isNamedType = (node: ts.Node): node is ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** Words that hide who does something, or say in a riddle what happens. */
const RIDDLES =
  /\b(whoever|nobody|somebody|so-manieth|(?:is|are|was|were|be) told|in force|goes on|behind (?:the|it|its) (?:write|end|body|wait|turn))\b/i;

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const pages = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'apps/demo/README.md',
  ...filesIn('docs', '.md'),
  ...filesIn('docs/dashboards', '.json'),
  ...filesIn('.changeset', '.md'),
];

/** Riddle words that only titles avoid; elsewhere they have a proper use. */
const TITLE_RIDDLES = /\b(tells?|told|(?<!there )is none|goes? on|gone on|becomes? of|became of|any more)\b/i;

/** The functions whose first argument is a title. */
const TITLED = ['describe', 'it', 'onEveryStore', 'onEveryDatabase', 'onRacingConnections'];

/** The word where a type can be; a sentence of a comment may match it too. */
const ANY = /[:<|&,(=>[?]\s*any\b|\b(as|extends|keyof|is|satisfies|readonly)\s+any\b/;

const calledName = (node: ESTree.Node): string => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return calledName(node.callee);
  return node.type === 'MemberExpression' ? calledName(node.object) : '';
};

const hasTitles = (file: string): boolean => isTest(file) || file.startsWith('libs/testing/');

/** The titles in a file. TypeScript's own parser needs five times as long for all tests. */
const titlesIn = (file: string): readonly string[] => {
  const titles: string[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !TITLED.includes(calledName(callee))) return;
      const isText = title.type === 'Literal' && typeof title.value === 'string';
      if (isText || title.type === 'TemplateLiteral') titles.push(textOf(file).slice(title.start, title.end));
    },
  });
  const { program, errors } = parseSync(file, textOf(file));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  visitor.visit(program);
  return titles;
};

/** The lines of a source that only people read. */
const commentsIn = (file: string): readonly string[] =>
  textOf(file)
    .split('\n')
    .filter((line) => /^\s*(\/\/|\/?\*)/.test(line));

describe('the house rules', () => {
  it('limit files to 250 lines, and tests to 500', () => {
    const long = sources
      .map((file) => ({ file, lines: textOf(file).trimEnd().split('\n').length }))
      .filter(({ file, lines }) => lines > (isTest(file) ? 500 : 250));
    expect(long).toEqual([]);
  });

  it('forbid meaningless words in the names of files, classes and types', () => {
    const files = sources.filter((file) => saysNothing(basename(file)));
    const types = sourcesWith(new RegExp(`\\b(class|interface|type)\\s+\\w*(${empty.join('|')})`, 'i'))
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        nodesOf(file)
          .filter(isNamedType)
          .map(({ name }) => name?.text ?? '')
          .filter(saysNothing)
          .map((name) => `${name} in ${file}`),
      );
    expect([...files, ...types]).toEqual([]);
  });

  it('forbid the prefix I in the names of interfaces', () => {
    const prefixed = sourcesWith(/\binterface\s+I[A-Z][a-z]/).flatMap((file) =>
      nodesOf(file)
        .filter(ts.isInterfaceDeclaration)
        .filter(({ name }) => /^I[A-Z][a-z]/.test(name.text))
        .map(({ name }) => `${name.text} in ${file}`),
    );
    expect(prefixed).toEqual([]);
  });

  it('require a LineLogger for every log line, because a line may contain foreign text', () => {
    const loggers = sourcesWith(/\b(Logger|console)\b/)
      .filter((file) => file.startsWith('libs/') && !isTest(file) && !file.endsWith('/line-logger.ts'))
      .filter((file) =>
        nodesOf(file).some(
          (node) =>
            (ts.isNewExpression(node) && node.expression.getText() === 'Logger') ||
            (ts.isIdentifier(node) && node.text === 'console'),
        ),
      );
    expect(loggers).toEqual([]);
  });

  it('forbid any', () => {
    const found = sourcesWith(ANY).filter((file) =>
      nodesOf(file).some(({ kind }) => kind === ts.SyntaxKind.AnyKeyword),
    );
    expect(found).toEqual([]);
  });

  it('forbid riddle words in comments and on pages', () => {
    const comments = sources
      .filter((file) => /^(libs|apps|docs|test)\//.test(file))
      .flatMap((file) => commentsIn(file).map((line) => ({ file, line: line.trim() })));
    const sentences = pages.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => ({ file, line })),
    );
    expect([...comments, ...sentences].filter(({ line }) => RIDDLES.test(line))).toEqual([]);
  });

  it('forbid riddle words in the titles of tests', () => {
    const specs = sources.filter(hasTitles);
    const titles = specs.flatMap((file) => titlesIn(file).map((title) => ({ file, title })));
    expect(titles.length).toBeGreaterThan(1000);
    expect(titles.filter(({ title }) => RIDDLES.test(title) || TITLE_RIDDLES.test(title))).toEqual([]);
  });
});
