import { describe, expect, it } from 'vitest';
import { ConflictException, Injectable } from '@nestjs/common';
import Database from 'libsql';
import { DatabaseError } from 'pg';
import { Tool, type ToolgateModuleOptions } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, lastResults, lastTexts } from '../story.fixture.js';

let body: () => unknown;

@Injectable()
class Desk {
  @Tool({ description: 'Does what the test says' })
  act() {
    return body();
  }
}

const GENERAL = 'The tool "act" failed because of an internal error.';
const ask = async (error: unknown, toolCalling: ToolgateModuleOptions['toolCalling'] = {}) => {
  body = () => {
    throw error;
  };
  const script = [callsTools(toolCall('act')), 'End.'];
  const { chat, model, logs } = await boot({ script, providers: [Desk], options: { toolCalling } });
  await chat.prompt('Go').tools(Desk).call().content();
  return { received: lastTexts(model)[0]!, outcome: lastResults(model)[0]!.outcome, logs };
};

const refusedAt = (address: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}:5432`), {
    errno: -111,
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address,
    port: 5432,
  });
const refused = () => refusedAt('10.0.0.3');

const sqliteError = (): unknown => {
  try {
    return new Database(':memory:').exec('select secret from nothing');
  } catch (error) {
    return error;
  }
};

const databaseError = () =>
  Object.assign(new DatabaseError('relation "orders" does not exist', 100, 'error'), {
    severity: 'ERROR',
    code: '42P01',
    routine: 'parserOpenTable',
  });

describe('an error of the system or of a driver', () => {
  it.each<[string, unknown, string]>([
    ['of the network', refused(), 'Error (ECONNREFUSED)'],
    [
      'of a file',
      Object.assign(new Error("ENOENT: no such file or directory, open '/srv/app/.env'"), {
        code: 'ENOENT',
        syscall: 'open',
      }),
      'Error (ENOENT)',
    ],
    ['of PostgreSQL', databaseError(), 'error (42P01)'],
    ['of SQLite', sqliteError(), 'SqliteError (SQLITE_ERROR)'],
    ['that is a cause', new Error('Orders at 10.0.0.3 are gone', { cause: refused() }), 'Error (ECONNREFUSED)'],
    [
      'that is the cause of a cause',
      new Error('No orders', { cause: new Error('No pool', { cause: databaseError() }) }),
      'Error (42P01)',
    ],
    [
      'among several',
      new AggregateError([new Error('x'), refused()], 'All of 10.0.0.3 failed'),
      'AggregateError (ECONNREFUSED)',
    ],
    [
      'that is the cause of a fetch error',
      Object.assign(new TypeError('fetch failed'), { cause: refused() }),
      'TypeError (ECONNREFUSED)',
    ],
    [
      'copied to a client error',
      new ConflictException(`Not saved: ${refused().message}`, { cause: refused() }),
      'ConflictException (ECONNREFUSED)',
    ],
    ['passed as a client error', new ConflictException(refused()), 'ConflictException (ECONNREFUSED)'],
  ])('%s returns a general text to the model, and logs its class and code', async (_, error, kind) => {
    const { received, outcome, logs } = await ask(error);
    expect(received).toBe(GENERAL);
    expect(outcome).toEqual({ type: 'error', kind: 'execution' });
    expect(logs).toEqual([expect.stringContaining(`error: Tool "act" failed with ${kind}. Set toolCalling.logErrors`)]);
    expect(logs.join()).not.toMatch(/10\.0\.0\.3|orders|secret|srv/);
  });

  it('is logged completely with logErrors, with its causes and without secrets', async () => {
    const cause = new AggregateError([refusedAt('10.0.0.3'), refusedAt('10.0.0.4')], '');
    const error = new Error('No orders with password=hunter2', { cause });
    const { received, logs } = await ask(error, { logErrors: true });
    expect(received).toBe(GENERAL);
    const [whole, ...more] = logs;
    expect(more).toEqual([]);
    expect(whole).toContain('No orders with password=[redacted]');
    for (const address of ['10.0.0.3', '10.0.0.4']) expect(whole).toContain(`connect ECONNREFUSED ${address}:5432`);
    expect(whole).toContain('system-errors.spec.ts');
  });

  it('does not replace the application’s own message of a client error', async () => {
    const error = new ConflictException('Order A-1 was changed meanwhile.', { cause: databaseError() });
    expect((await ask(error)).received).toBe('Order A-1 was changed meanwhile.');
  });

  it('does not include an error with a code of the application', async () => {
    const error = Object.assign(new Error('Only 3 lamps are left.'), { code: 'OUT_OF_STOCK', errno: 7 });
    expect(await ask(error)).toMatchObject({ received: 'Only 3 lamps are left.', logs: [] });
  });

  it('fails the turn if it matches the option rethrow', async () => {
    await expect(ask(refused(), { rethrow: [Error] })).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});
