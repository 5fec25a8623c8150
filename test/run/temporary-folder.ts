import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder for all processes of a test run, and returns the function that removes it. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-tests-'));
  // If the tests run as root, PostgreSQL runs as another user, and its data lie in this folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = process.env.TEMP = process.env.TMP = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
