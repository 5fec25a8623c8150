import { join } from 'node:path';
import { compileSources } from '../approval/crash-matrix/compile-sources.fixture.js';

/** Compiles the program of one process, once for every chaos run; returns its path. */
export const compileShop = (folder: string): Promise<string> =>
  compileSources(join(folder, 'sources'), 'test/chaos', 'shop/shop-process.ts');
