import { join } from 'node:path';

/**
 * The folder of the built page. This file and each bundle of the room are four folders below the root of the package.
 * The build writes `__dirname` for `import.meta.dirname` into the CommonJS module.
 */
export const INBOX_FOLDER = join(import.meta.dirname, '../../../../dist/inbox');
