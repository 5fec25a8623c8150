import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from './environment.js';

describe('the page on configuration', () => {
  it('lists each variable with the option it sets', () => {
    const page = readFileSync('docs/configuration.md', 'utf8');
    const listed = [...page.matchAll(/^\| `(TOOLGATE_\w+)`\s*\| `([\w.]+)`/gm)].map(([, key, path]) => [key, path]);
    expect(listed).toEqual(Object.entries(SETTINGS).map(([key, { path }]) => [key, path.join('.')]));
  });
});
