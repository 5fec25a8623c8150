import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildInbox } from '../built-inbox.fixture.js';
import { type Desk, deskAt } from './desk.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

/** The demo in its own process. */
export interface DeskProcess extends Desk {
  /** Kills the process like a power cut. */
  kill(): Promise<void>;
  /** Resolves when the process has ended. */
  readonly exit: Promise<unknown>;
}

const LISTENS = /POST (http:\/\/\S+)\/chat /;

/** Starts the demo as `npm run demo` does, from its sources, and waits until it listens. */
export const startDeskProcess = async (database: string, more: NodeJS.ProcessEnv = {}): Promise<DeskProcess> => {
  await buildInbox();
  const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = process.env;
  const child = spawn(process.execPath, [await compiledProgram('apps/demo/src/main')], {
    env: {
      ...env,
      NODE_ENV: 'development',
      OFFLINE_WORD_MS: '0',
      TOOLGATE_DATABASE: database,
      PORT: '0',
      NO_COLOR: '1',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`;
      const url = LISTENS.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([listening, exit.then(() => undefined)]);
  if (!url) throw new Error(`The demo did not start.\n${said}`);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  return { ...deskAt(url), kill, exit };
};
