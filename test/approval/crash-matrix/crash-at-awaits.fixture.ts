import Database from 'libsql';
import { SqlApprovalStore, SqlChatMemoryRepository } from 'toolgate/sql';
import type { CrashPoints } from './crash-points.fixture.js';

type Method = (...args: unknown[]) => unknown;

/** What is being written at this moment; empty outside of a write. */
let writing = '';
let current: CrashPoints | undefined;

/** Makes a point of every await of the stores in this process: before a write, behind each of its statements, and where its reply gets lost. */
export const crashAtAwaits = (points: CrashPoints): void => {
  if (!current) patchStores();
  current = points;
};

const reach = (name: string): void => void current?.reach(name);

const patchStores = (): void => {
  patchChange();
  patchStatements();
  around(SqlApprovalStore.prototype, 'checkpoint', () => 'checkpoint: read');
  around(SqlChatMemoryRepository.prototype, 'find', () => 'memory: read');
  around(SqlChatMemoryRepository.prototype, 'append', () => (writing = 'memory: append'));
};

const patchChange = (): void => {
  const { change } = SqlApprovalStore.prototype;
  SqlApprovalStore.prototype.change = async function (run, act) {
    let name = '';
    const result = await change.call(this, run, (state, now) => {
      const written = act(state, now);
      name = (written.events ?? []).map(({ type }) => type).join(' ');
      if (name) reach(`${name}: before the write`);
      writing = name;
      return written;
    });
    writing = '';
    if (name) reach(`${name}: the reply`);
    return result as never;
  };
};

const patchStatements = (): void => {
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<string, Method>;
  for (const method of ['run', 'all']) {
    const original = statement[method]!;
    statement[method] = function (...args) {
      const result = original.apply(this, args);
      if (writing) reach(`${writing}: behind a statement`);
      return result;
    };
  }
};

const around = (prototype: object, method: string, nameOf: () => string): void => {
  const methods = prototype as Record<string, Method>;
  const original = methods[method]!;
  methods[method] = async function (...args) {
    const name = nameOf();
    reach(`${name}, asked`);
    const result = await original.apply(this, args);
    writing = '';
    reach(`${name}, the reply`);
    return result;
  };
};
