import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'docs/snippets/chat-from-nothing';

it.each(['app.module.ts', 'app.tsx'])('A chat from nothing has at most twenty lines beside the imports: %s', (file) => {
  const lines = readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n');
  expect(lines.filter((line) => line !== '' && !/^(?:import|\/\/) ?/.test(line)).length).toBeLessThanOrEqual(20);
});
