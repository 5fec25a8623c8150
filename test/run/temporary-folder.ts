import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, so that the tests do not wait for a disk. */
const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 2 ** 30;

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
};

/** Creates a temporary folder for all processes of a test run, and returns the function that removes it. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'toolgate-tests-'));
  // If the tests run as root, PostgreSQL runs as another user, and stores its data in this folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = process.env.TEMP = process.env.TMP = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // A test run that is interrupted does not call the returned function.
  process.once('exit', remove);
  return remove;
};
