import { AsyncLocalStorage } from 'node:async_hooks';
import Database from 'libsql';
import { Client } from 'pg';
import type { StoreChange } from 'toolgate/approval';
import { SqlApprovalStore, SqlChatMemoryRepository } from 'toolgate/sql';
import type { CrashPoints } from './crash-points.fixture.js';

type Method = (...args: unknown[]) => unknown;

/** The write that a statement belongs to; several writes may run concurrently. */
const writes = new AsyncLocalStorage<{ name: string }>();
let current: CrashPoints | undefined;

/**
 * Turns every await of the stores in this process into a point: before a write, after each of its statements, and when
 * its reply is lost.
 */
export const crashAtAwaits = (points: CrashPoints): void => {
  if (!current) patchStores();
  current = points;
};

const reach = (name: string): void => void current?.reach(name);

const reachInWrite = (place: string): void => {
  const name = writes.getStore()?.name;
  if (name) reach(`${name}: ${place}`);
};

const patchStores = (): void => {
  patchChange();
  patchSqlite();
  patchPostgres();
  around(SqlApprovalStore.prototype, 'checkpoint', 'checkpoint: read');
  around(SqlChatMemoryRepository.prototype, 'find', 'memory: read');
  around(SqlChatMemoryRepository.prototype, 'append', 'memory: append', 'memory: append');
};

const patchChange = (): void => {
  const { change } = SqlApprovalStore.prototype;
  SqlApprovalStore.prototype.change = async function (run, act) {
    const write = { name: '' };
    const changed = writes.run(write, () =>
      change.call(this, run, (state, now) => {
        const written = act(state, now);
        write.name = nameOf(written);
        reachInWrite('before the write');
        return written;
      }),
    );
    const result = await changed;
    if (write.name) reach(`${write.name}: the reply`);
    return result as never;
  };
};

// The renewal of a claim has no event.
const nameOf = ({ run, events = [] }: StoreChange<unknown>): string =>
  run?.kind === 'external' && events.length === 0 ? 'RENEWED' : events.map(({ type }) => type).join(' ');

const patchSqlite = (): void => {
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<string, Method>;
  for (const method of ['run', 'all']) {
    const original = statement[method]!;
    statement[method] = function (...args) {
      const result = original.apply(this, args);
      reachInWrite('behind a statement');
      return result;
    };
  }
};

const patchPostgres = (): void => {
  const client = Client.prototype as unknown as Record<string, Method>;
  const { query } = client as { query: Method };
  client['query'] = async function (...args) {
    const answered = query.apply(this, args);
    // From here on the server may commit, whether or not the client is still connected.
    if (args[0] === 'commit') reachInWrite('the commit is sent');
    const result = await answered;
    if (args[0] !== 'commit') reachInWrite('behind a statement');
    return result;
  };
};

const around = (prototype: object, method: string, name: string, written = ''): void => {
  const methods = prototype as Record<string, Method>;
  const original = methods[method]!;
  methods[method] = async function (...args) {
    reach(`${name}, asked`);
    const result = await writes.run({ name: written }, () => original.apply(this, args));
    reach(`${name}, the reply`);
    return result;
  };
};
