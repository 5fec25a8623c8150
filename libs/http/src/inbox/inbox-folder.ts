import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the folder of the built page. This file and each bundle of the room are four folders below the root of the
 * package. The build replaces `import.meta` in the CommonJS module; a bundler of an application may leave it empty.
 */
export const inboxFolder = (): string =>
  fileURLToPath(new URL('../../../../dist/inbox', import.meta.url ?? pathToFileURL('.')));
