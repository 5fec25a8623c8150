import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Body, Controller, Module, Param, Post, UseFilters } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { ApprovalExceptionFilter, ChatClient, ToolgateModule } from 'toolgate';
import { ApprovalService, type Approval, type DecideApproval, HumanApprovalStrategy } from 'toolgate/approval';
import { openSqlDatabase, type PostgresOptions, SqlModule } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { Askers, Desk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { type StoppedProcess, stopInChange } from './stopped-process.fixture.js';

const MINUTE = 60_000;
const PEOPLE = Array.from({ length: 12 }, (_, index) => `person-${index}`);

@Controller('approvals')
@UseFilters(ApprovalExceptionFilter)
class InboxController {
  constructor(private readonly approvals: ApprovalService) {}

  @Post(':id/:person')
  decide(@Param('id') id: string, @Param('person') person: string, @Body() command: DecideApproval) {
    return this.approvals.decide(id, command, { id: person });
  }
}

let server: PostgresServer;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, MINUTE);

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, MINUTE);

afterAll(() => server?.stop(), MINUTE);

/** An application on PostgreSQL in which each refund needs the votes of all people. */
const start = async (options: Omit<PostgresOptions, 'connectionString'>) => {
  const connectionString = await server.makeDatabase();
  const model = new ScriptedChatModel(
    Array.from({ length: 9 }, () => callsTools(toolCall('refund', { order: 'A-1', amount: 1 }))),
  );
  const strategy = new HumanApprovalStrategy({ requirement: { approvers: { quorum: PEOPLE.length } } });
  @Module({
    imports: [
      SqlModule.forRoot({ postgres: { connectionString, ...options } }),
      ToolgateModule.forRoot({ model, approval: { strategy, requester: new Askers(), worker: false } }),
    ],
    controllers: [InboxController],
    providers: [Desk],
  })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0);
  closing.push(() => app.close());
  const url = `http://localhost:${(app.getHttpServer().address() as AddressInfo).port}/approvals`;
  const decide = async ({ id, revision, argsHash }: Approval, person: string) => {
    const body = JSON.stringify(yes({ revision, argsHash }, `decision of ${person}`));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/${id}/${person}`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { readonly problem?: string } };
  };
  const approvals = app.get(ApprovalService);
  const ask = async (conversation: string): Promise<Approval> => {
    const turn = app.get(ChatClient).prompt('Refund').tools(Desk).conversation(conversation);
    const { first } = await waits(turn.call());
    return approvals.get(first.id);
  };
  return { connectionString, approvals, ask, decide };
};

const stop = async (connectionString: string, run: string, idleMs: number): Promise<StoppedProcess> => {
  const stopped = await stopInChange(connectionString, run, idleMs);
  closing.push(() => stopped.kill());
  return stopped;
};

const statusesOf = (answers: readonly { readonly status: number }[]) => [
  ...new Set(answers.map(({ status }) => status)),
];

describe('a process that is stopped while it changes a run', () => {
  it(
    'makes twelve decisions on that run fail in time as unavailable; other runs continue, and later the same decisions count',
    async () => {
      const { connectionString, approvals, ask, decide } = await start({ lockTimeoutMs: 1500, maxConnections: 3 });
      const held = await ask('one');
      const other = await ask('two');
      const stopped = await stop(connectionString, held.runId, MINUTE);

      const waiting = Promise.all(PEOPLE.map((person) => decide(held, person)));
      // The pool has three connections, and the first twelve decisions came first.
      for (const person of PEOPLE.slice(0, 3)) expect(await decide(other, person)).toMatchObject({ status: 201 });
      expect(await approvals.get(other.id)).toMatchObject({ votes: { length: 3 } });
      const answers = await waiting;
      expect(statusesOf(answers)).toEqual([503]);
      expect(answers[0]!.body).toEqual({
        statusCode: 503,
        problem: 'unavailable',
        message: expect.stringContaining('with the same decisionId'),
      });
      expect(await approvals.get(held.id)).toEqual(held);

      await stopped.kill();
      for (const person of PEOPLE) expect(await decide(held, person)).toMatchObject({ status: 201 });
      expect(await approvals.get(held.id)).toMatchObject({ status: 'APPROVED', votes: { length: PEOPLE.length } });
    },
    MINUTE,
  );

  it(
    'loses its lock to waiting processes, and its change is refused after it continues',
    async () => {
      const { connectionString, approvals, ask, decide } = await start({ lockTimeoutMs: 20_000, maxConnections: 3 });
      const held = await ask('one');
      const stopped = await stop(connectionString, held.runId, 500);
      expect(statusesOf(await Promise.all(PEOPLE.map((person) => decide(held, person))))).toEqual([201]);
      expect(await approvals.get(held.id)).toMatchObject({ status: 'APPROVED', votes: { length: PEOPLE.length } });
      const run = await approvals.runs.get(held.runId);

      expect(await stopped.wake()).toBe('StoreUnavailableException');
      expect(await approvals.runs.get(held.runId)).toEqual(run);
    },
    MINUTE,
  );
});

/** Stops the processes of the server that serve a database, like a network that drops everything. */
const freeze = async (connectionString: string): Promise<void> => {
  const own = await openSqlDatabase({ postgres: { connectionString, maxConnections: 1 } });
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(own);
  await own.destroy();
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  closing.push(async () => rows.forEach(({ pid }) => process.kill(pid, 'SIGCONT')));
};

describe('a connection on which the server no longer answers', () => {
  it(
    'makes its decision fail as unavailable, and is replaced',
    async () => {
      const limits = { connectionTimeoutMs: 1500, statementTimeoutMs: 500 };
      const { connectionString, approvals, ask, decide } = await start({ ...limits, maxConnections: 1 });
      const asked = await ask('one');
      await freeze(connectionString);
      expect(await decide(asked, 'person-0')).toMatchObject({ status: 503, body: { problem: 'unavailable' } });
      expect(await decide(asked, 'person-0')).toMatchObject({ status: 201 });
      expect(await approvals.get(asked.id)).toMatchObject({ votes: [{ voter: 'person-0' }] });
    },
    MINUTE,
  );
});

describe('the limits of a connection', () => {
  const shown = async (options: Omit<PostgresOptions, 'connectionString'>, search = '') => {
    const database = await openSqlDatabase({
      postgres: { connectionString: `${await server.makeDatabase()}${search}`, ...options },
    });
    const { rows } = await sql<Record<string, string>>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(database);
    await database.destroy();
    return rows[0];
  };

  it('apply unless the options, the connection string or the server set others', async () => {
    expect(await shown({})).toEqual({ lock: '5s', statement: '30s', idle: '10s' });
    const limits = { lockTimeoutMs: 1, statementTimeoutMs: 60_000, idleInTransactionTimeoutMs: 3 };
    expect(await shown(limits)).toEqual({ lock: '1ms', statement: '1min', idle: '3ms' });
    const none = { lockTimeoutMs: 0, statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 };
    expect(await shown(none)).toEqual({ lock: '0', statement: '0', idle: '0' });
    const search = '?options=-c%20lock_timeout%3D7s&statement_timeout=8000';
    expect(await shown({}, search)).toEqual({ lock: '7s', statement: '8s', idle: '10s' });
  });
});
