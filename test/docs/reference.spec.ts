import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { referencePage } from './reference-page.js';

it('the reference has every public name, as its docstring describes it', () => {
  const page = readFileSync('docs/reference.md', 'utf8');
  expect(page, 'docs/reference.md is out of date. Run: npm run docs:reference').toBe(referencePage(page));
});
