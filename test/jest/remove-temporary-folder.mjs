import { rmSync } from 'node:fs';

/** Removes the folder of the temporary files of a test run. */
export default () => rmSync(globalThis.temporaryFolder, { recursive: true, force: true, maxRetries: 3 });
