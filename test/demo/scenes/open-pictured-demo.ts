import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { newDatabase } from '../desk.fixture.js';
import { startDeskProcess } from '../desk-process.fixture.js';
import { demoPage } from '../demo-page.fixture.js';

/** Builds the page of the demo. */
export const buildDemoPage = () => promisify(execFile)(process.execPath, ['scripts/build-demo-page.mjs']);

/** Starts a demo with a new database, and opens its page. */
export const openPicturedDemo = async (
  browser: Browser,
  options: BrowserContextOptions,
  env: NodeJS.ProcessEnv = {},
) => {
  const database = newDatabase();
  let desk = await startDeskProcess(database, env);
  const { port } = new URL(desk.url);
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(desk.url);
  return {
    ...demoPage(page),
    /** Starts the demo again after its server was killed. */
    restart: async (): Promise<void> => {
      await desk.exit;
      desk = await startDeskProcess(database, { ...env, PORT: port });
    },
    close: async (): Promise<void> => {
      await context.close();
      await desk.kill();
    },
  };
};

/** A page of the demo with a server of its own. */
export type PicturedDemo = Awaited<ReturnType<typeof openPicturedDemo>>;
