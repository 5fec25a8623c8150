import { expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const pages = ['.', 'docs', 'apps/demo'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** The text of a page without its code. */
const proseOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```/gm, '');

/** The last part of a link to a heading, as hosts of repositories derive it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));

it.each(pages)('%s links to existing headings only', (page) => {
  const links = [...proseOf(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
  const missing = links.filter(([, file, anchor]) => {
    const target = file ? join(page, '..', file) : page;
    return target.endsWith('.md') && !anchorsOf(target).includes(anchor!);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});
