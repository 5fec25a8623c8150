import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';

it('prints what the README says', async () => {
  const expected = readFileSync('printed.txt', 'utf8');
  const lines = [];
  jest.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  await import('./example.js');
  for (let tries = 0; tries < 500 && lines.join('\n') !== expected; tries++) await setTimeout(20);
  expect(lines.join('\n')).toBe(expected);
}, 20_000);
