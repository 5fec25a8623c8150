import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationPage } from './configuration-page.js';

it('the page on configuration has the tables of the declared options', () => {
  const page = readFileSync('docs/configuration.md', 'utf8');
  // If this fails, run: npm run docs:configuration
  expect(page).toBe(configurationPage(page));
});
