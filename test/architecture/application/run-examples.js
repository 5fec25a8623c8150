import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';

const printed = JSON.parse(readFileSync('printed.json', 'utf8'));

it.each(Object.entries(printed))(
  'prints what %s says',
  async (example, expected) => {
    const lines = [];
    jest.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
    await import(`./${example}.js`);
    for (let tries = 0; tries < 500 && lines.join('\n') !== expected; tries++) await setTimeout(20);
    expect(lines.join('\n')).toBe(expected);
  },
  20_000,
);
