import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code!);

const regionsOf = (source: string): string[] =>
  [...source.matchAll(/^( *)\/\/ #region.*\n([^]*?)^ *\/\/ #endregion/gm)].map(([, indent, code]) =>
    code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

describe.each(pages)('docs/%s', (page) => {
  const text = readFileSync(`docs/${page}`, 'utf8');
  const name = page.replace(/\.md$/, '');
  const source = readFileSync(`docs/snippets/${name}.ts`, 'utf8');

  it('shows code of its snippet', () => {
    expect(blocksOf(text, 'ts').length).toBeGreaterThan(0);
    for (const block of blocksOf(text, 'ts')) expect(regionsOf(source)).toContain(block);
  });

  it('shows what that code gives', async () => {
    const { run } = (await import(`./snippets/${name}.ts`)) as { run: () => Promise<unknown> };
    const [shown] = blocksOf(text, 'json');
    expect(JSON.parse(JSON.stringify(await run()))).toEqual(JSON.parse(shown!));
  });

  it('links to what exists', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target!);
    for (const link of links) expect(() => readFileSync(`docs/${link}`)).not.toThrow();
  });
});
