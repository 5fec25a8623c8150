import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildInbox } from '../built-inbox.fixture.js';

const ASSETS = 'dist/inbox/assets';

beforeAll(buildInbox);

describe('the script and the style of the inbox', () => {
  it('have at most 120 KB together, gzipped', () => {
    const files = readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name));
    const bytes = files.map((name) => gzipSync(readFileSync(`${ASSETS}/${name}`), { level: 9 }).length);
    expect(files.length).toBeGreaterThan(1);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
  });
});
