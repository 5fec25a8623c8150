import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const building = new Map<string, Promise<unknown>>();

// The sources do not change during a run, so a worker of the tests looks at them once.
const buildOnce = async (script: string): Promise<void> => {
  if (!building.has(script)) building.set(script, execute(process.execPath, [script]));
  await building.get(script);
};

/** Builds the page of the inbox, if a source of it has changed since the last build. */
export const buildInbox = (): Promise<void> => buildOnce('scripts/build-inbox.mjs');

/** Builds the page of the demo, if a source of it has changed since the last build. */
export const buildDemoPage = (): Promise<void> => buildOnce('scripts/build-demo-page.mjs');
