import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NEXT } from './stored-approval.js';

const page = readFileSync('docs/approval-states.md', 'utf8');
const arrows = Object.entries(NEXT)
  .flatMap(([from, all]) => all.map((to) => `${from} ${to}`))
  .sort();
const found = (pattern: RegExp): readonly string[] =>
  [...page.matchAll(pattern)].map(([, from, to]) => `${from} ${to}`).sort();

describe('the page about the states of an approval', () => {
  it('draws every transition, and no other', () => {
    expect(found(/^ *([A-Z_]+) --> ([A-Z_]+):/gm)).toEqual(arrows);
  });

  it('lists every transition, and no other', () => {
    expect(found(/^\| `([A-Z_]+)` +\| `([A-Z_]+)` /gm)).toEqual(arrows);
  });
});
