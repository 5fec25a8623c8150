import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for the temporary files of a test run, and makes it the temporary folder of every worker. */
export default () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-tests-'));
  // If the tests run as root, PostgreSQL runs as another user, and its data lie in this folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = process.env.TEMP = process.env.TMP = folder;
  globalThis.temporaryFolder = folder;
};
