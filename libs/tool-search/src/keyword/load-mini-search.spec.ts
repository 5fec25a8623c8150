import { describe, expect, it } from '@jest/globals';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import { loadMiniSearch } from './load-mini-search.js';

describe('loading MiniSearch', () => {
  it('names the package to install if it is missing', async () => {
    const missing = new Error("Cannot find package 'minisearch'");
    const loading = loadMiniSearch(() => Promise.reject(missing));
    await expect(loading).rejects.toThrow(ToolSearchException);
    await expect(loading).rejects.toMatchObject({
      message: expect.stringContaining('npm install minisearch'),
      cause: missing,
    });
  });
});
