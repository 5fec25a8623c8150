import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { INestApplication, Type } from '@nestjs/common';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsTools, toolCall } from 'toolgate/testing';
import { found, startStep } from '../../docs/snippets/getting-started.js';
import { AppModule as WithApproval } from '../../docs/snippets/getting-started/approval.module.js';
import { AppModule as Durable } from '../../docs/snippets/getting-started/durable.module.js';
import { AppModule as First } from '../../docs/snippets/getting-started/first.module.js';
import { commandsOf, type PageCommand } from './page-commands.js';

const commands = commandsOf(readFileSync('docs/getting-started.md', 'utf8'));
const [ask, ...approvalCommands] = commands as [PageCommand, ...PageCommand[]];
const refund = callsTools(toolCall('refund', { orderNumber: 'A-1042', amount: 80 }));
const refunded = 'I refunded 80 of order A-1042.';
const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));

// The last step names its database without a folder.
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

/** Acts as the reader, who replaces the words in capitals by the values of an answer. */
class Reader {
  private readonly values = new Map<string, string>();

  async sends({ path, init, shown }: PageCommand, app: INestApplication): Promise<number> {
    const body = init.body === undefined ? {} : { body: this.filled(String(init.body)) };
    const response = await fetch((await app.getUrl()) + this.filled(path), { ...init, ...body });
    const answer: unknown = await response.json();
    this.copy(shown, answer);
    expect(answer).toMatchObject(JSON.parse(this.filled(JSON.stringify(shown ?? {}))) as object);
    return response.status;
  }

  private filled(text: string): string {
    return [...this.values].reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
  }

  private copy(shown: unknown, answer: unknown): void {
    if (typeof shown === 'string' && /^[A-Z]+$/.test(shown) && shown !== 'APPROVED') {
      if (!this.values.has(shown)) this.values.set(shown, String(answer));
    } else if (typeof shown === 'object' && shown !== null) {
      for (const [name, value] of Object.entries(shown)) this.copy(value, (answer as Record<string, unknown>)[name]);
    }
  }
}

const walk = async (reader: Reader, steps: readonly PageCommand[], app: INestApplication): Promise<number[]> => {
  const statuses: number[] = [];
  for (const step of steps) statuses.push(await reader.sends(step, app));
  return statuses;
};

const started = (step: Type) => startStep(step, [refund, refunded]);

it('the first question is answered as the page shows', async () => {
  const app = await startStep(First, found);
  expect(await new Reader().sends(ask, app)).toBe(201);
  await app.close();
});

it('Lee can approve the refund of Ann with the commands of the page', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const app = await started(WithApproval);
  expect(await walk(new Reader(), approvalCommands, app)).toEqual([202, 200, 200, 200]);
  expect(log.mock.calls.flat().filter((line) => String(line).startsWith('Refunding'))).toEqual([
    'Refunding 80 of A-1042',
  ]);
  log.mockRestore();
  await app.close();
});

it('a request without the header x-user is answered with 401, as the page states', async () => {
  const app = await started(WithApproval);
  const json = { 'content-type': 'application/json' };
  const anonymous = approvalCommands.map((step) => ({ ...step, shown: {}, init: { ...step.init, headers: json } }));
  expect(await walk(new Reader(), anonymous, app)).toEqual([401, 401, 401, 401]);
  await app.close();
});

it('no approver can approve their own refund, as the page states', async () => {
  const app = await started(WithApproval);
  const [asks, lists, approves] = approvalCommands as [PageCommand, PageCommand, PageCommand];
  const byAnn = { ...approves, shown: {}, init: { ...approves.init, headers: asks.init.headers! } };
  expect(await walk(new Reader(), [asks, lists, byAnn], app)).toEqual([202, 200, 403]);
  await app.close();
});

it('the module of the last step resumes after a restart', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const reader = new Reader();
  const before = await started(Durable);
  expect(await walk(reader, approvalCommands.slice(0, 2), before)).toEqual([202, 200]);
  await before.close();
  const after = await startStep(Durable, [refunded]);
  expect(await walk(reader, approvalCommands.slice(2), after)).toEqual([200, 200]);
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
  await after.close();
});
