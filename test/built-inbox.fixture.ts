import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Builds the page of the inbox, if a source of it has changed since the last build. */
export const buildInbox = async (): Promise<void> => {
  await execute(process.execPath, ['scripts/build-inbox.mjs']);
};
