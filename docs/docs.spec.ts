import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type PostgresServer, startPostgres } from '../libs/sql/src/fixtures/postgres-server.fixture.js';
import { buildInbox } from '../test/built-inbox.fixture.js';
import { INDEX } from '../test/docs/first-blocks.js';

let server: PostgresServer | undefined;

beforeAll(buildInbox);
afterAll(() => server?.stop());

/** Sets the addresses that the code of some pages reads: those of an empty database. */
const provideDatabase = async (): Promise<void> => {
  server ??= await startPostgres();
  process.env['DATABASE_URL'] = process.env['JOBS_URL'] = await server.makeDatabase();
};

const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== INDEX);
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code!);

const regionsOf = (source: string): string[] =>
  [...source.matchAll(/^( *)\/\/ #region.*\n([^]*?)^ *\/\/ #endregion/gm)].map(([, indent, code]) =>
    code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

/** The code of a page: its snippet, and the files of the folder that has the page's name. */
const sourcesOf = (name: string): string[] => {
  const folder = `docs/snippets/${name}`;
  const files = existsSync(folder) ? readdirSync(folder).map((file) => `${folder}/${file}`) : [];
  return [`docs/snippets/${name}.ts`, ...files].map((file) => readFileSync(file, 'utf8'));
};

it('the list of pages has each page once', () => {
  const links = [...readFileSync(`docs/${INDEX}`, 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
  expect(links.toSorted()).toEqual(pages);
});

describe.each(pages)('docs/%s', (page) => {
  const text = readFileSync(`docs/${page}`, 'utf8');
  const name = page.replace(/\.md$/, '');
  const sources = sourcesOf(name);
  const regions = sources.flatMap(regionsOf);

  it('shows the code of its snippet', () => {
    expect(blocksOf(text, 'ts').length).toBeGreaterThan(0);
    for (const block of blocksOf(text, 'ts')) expect(regions).toContain(block);
  });

  it('shows the front end of its snippet', () => {
    const [frontEnd] = blocksOf(text, 'tsx');
    const folder = `docs/snippets/${name}`;
    const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.tsx')) : [];
    expect(files.map((file) => readFileSync(`${folder}/${file}`, 'utf8'))).toEqual(frontEnd ? [frontEnd] : []);
  });

  it('shows the output of that code', async () => {
    if (sources.some((source) => source.includes('DATABASE_URL'))) await provideDatabase();
    const { run } = (await import(`./snippets/${name}.ts`)) as { run: () => Promise<unknown> };
    const [shown] = blocksOf(text, 'json');
    expect(JSON.parse(JSON.stringify(await run()))).toEqual(JSON.parse(shown!));
  });

  it('has only links to existing targets', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target!);
    for (const link of links) expect(() => readFileSync(`docs/${link}`)).not.toThrow();
  });
});
