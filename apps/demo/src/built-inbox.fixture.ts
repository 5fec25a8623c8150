import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

let building: Promise<unknown> | undefined;

/** Builds the page of the inbox, if a source of it has changed since the last build. */
export const buildInbox = async (): Promise<void> => {
  building ??= promisify(execFile)(process.execPath, ['scripts/build-inbox.mjs']);
  await building;
};
