import { readFileSync } from 'node:fs';
import { exportedNames, identifiersOf, lastDeclared, parses } from './compile.js';

/** One row of a table of names: the foreign name, the name in Toolgate, its door, and an example. */
export interface Row {
  readonly theirs: string;
  readonly ours: string;
  readonly door: string;
  readonly example: string;
}

const PAGES = ['coming-from-spring-ai', 'for-ai-sdk-users'];
const FIXTURE = 'test/docs/name-rows.fixture.ts';
const cell = /`([^`]+)`/;

export const rows: readonly Row[] = PAGES.flatMap((page) => readFileSync(`docs/${page}.md`, 'utf8').split('\n'))
  .filter((line) => /^\|.*\|.*`toolgate/.test(line))
  .map((line) => {
    const [, theirs, ...others] = line.split(/(?<!\\)\|/).map((text) => text.replaceAll('\\|', '|').trim());
    const [ours, door, example] = others.map((text) => cell.exec(text)?.[1] ?? text);
    return { theirs: theirs!, ours: ours!, door: door!, example: example! };
  });

// An example is a value, statements, or a member of a class.
const bodyOf = ({ theirs, ours, example }: Row): string => {
  const isStatement = /^(@|class |const |if |for |protected |throw )/.test(example);
  if (!isStatement && parses(`async () => (${example});`)) return `return (${example});`;
  if (parses(`async () => { ${example} };`)) {
    const name = lastDeclared(example);
    return `${example};\nreturn ${name};`;
  }
  const base = example.includes('override ') ? ` extends ${ours}` : '';
  const member = `@Injectable()\nclass Member${base} {\n${example}\n}`;
  if (!parses(member)) throw new Error(`The example of ${theirs} is not TypeScript: ${example}`);
  return `${member}\nreturn Member;`;
};

/** A module with one function for each row, which runs its example and returns its value. */
export const moduleOfRows = (): string => {
  const bodies = rows.map(bodyOf);
  const used = identifiersOf(bodies.map((body) => `async () => { ${body} };`).join('\n'));
  const fixture = exportedNames(readFileSync(FIXTURE, 'utf8'));
  const doors = new Map<string, string>();
  for (const { ours, door } of rows) if (!fixture.includes(ours)) doors.set(ours, door);
  const wanted = new Map<string, Set<string>>();
  const want = (name: string, door: string): void => {
    wanted.set(door, (wanted.get(door) ?? new Set()).add(name));
  };
  for (const [name, door] of doors) want(name, door);
  for (const name of fixture) if (used.has(name)) want(name, '../../test/docs/name-rows.fixture.js');
  want('Injectable', '@nestjs/common');
  const imports = [...wanted].map(([door, names]) => `import { ${[...names].join(', ')} } from '${door}';`);
  const functions = bodies.map((body) => `async (error: unknown): Promise<unknown> => {\n${body}\n},`);
  return [...imports, 'export const examples = [', ...functions, '];', ''].join('\n');
};
