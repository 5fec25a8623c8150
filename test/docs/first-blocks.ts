import { readdirSync, readFileSync } from 'node:fs';

/** The first example of a page. */
export interface FirstBlock {
  readonly page: string;
  readonly code: string;
}

/** The list of the pages, which has no example. */
export const INDEX = 'README.md';

/** The first example of every page, as a reader copies it. */
export const firstBlocks: readonly FirstBlock[] = readdirSync('docs')
  .filter((name) => name.endsWith('.md') && name !== INDEX)
  .map((page) => {
    const [, code] = /^```ts\n([^]*?)^```/m.exec(readFileSync(`docs/${page}`, 'utf8')) ?? [];
    return { page: page.replace(/\.md$/, ''), code: code ?? '' };
  });

/** The same example as a module that awaits its `main()`. */
export const awaited = (code: string): string => code.replace(/^void main\(\);$/m, 'await main();');
