import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium as playwright, type LaunchOptions } from 'playwright-core';

const execute = promisify(execFile);

// Gives texts the same width on every machine.
const ARGS = ['--font-render-hinting=none'];

/**
 * Starts a headless browser: the Chromium of the package `@sparticuz/chromium` on Linux x64, elsewhere an installed
 * Chrome. Throws if neither starts, because a skipped test checks nothing.
 */
export const startChromium = async (): Promise<Browser> => {
  try {
    return await playwright.launch({ args: ARGS, ...(await executable()) });
  } catch (error) {
    throw new Error(
      'No browser started, so the tests of the inbox cannot run. On Linux x64, run npm ci, which installs @sparticuz/chromium. Elsewhere, install Google Chrome.',
      { cause: error },
    );
  }
};

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser that the spec files of this process share. It ends with the process. After a crash or a failed
 * start, the next file starts it again. A test opens a context of its own.
 */
export const sharedChromium = async (): Promise<Browser> => {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  return (shared = startChromium());
};

const executable = async (): Promise<LaunchOptions> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = join(tmpdir(), `chromium-${process.env['VITEST_POOL_ID'] ?? process.pid}`);
  const executablePath = await unpackInto(folder);
  return { executablePath, env: { ...process.env, FONTCONFIG_FILE: writeFonts(folder) } };
};

const UNPACK = `
  import chromium from '@sparticuz/chromium';
  process.stdout.write(await chromium.executablePath());
`;

// The package unpacks into the temporary folder, and uses a file that exists there without a check. Each worker of a test
// run has a folder of its own, so that no worker starts a file that another one is still writing. A process of its own
// unpacks, because the package reads the folder from the environment of its process.
const unpackInto = async (folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, TMPDIR: folder };
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', UNPACK], { env });
  return stdout;
};

// Prefers the font of the package, so that texts look the same on every machine.
const writeFonts = (folder: string): string => {
  const file = join(folder, 'fonts.conf');
  const prefer = (family: string, font: string): string =>
    `<match><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit></match>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>${prefer('system-ui', 'Open Sans')}${prefer('sans-serif', 'Open Sans')}${prefer('monospace', 'DejaVu Sans Mono')}</fontconfig>`,
  );
  return file;
};
