import { describe, inject } from 'vitest';
import type { ChatClient } from 'toolgate';
import { type ApprovalStore, InMemoryApprovalStore, type ListedApproval, type StoredApproval } from 'toolgate/approval';
import { SqlApprovalStore } from 'toolgate/sql';
import { ScriptedChatModel, VirtualClock } from 'toolgate/testing';
import type { SuspendedRun } from 'toolgate/tool';
import { openMigratedSqlite } from '../../libs/sql/src/fixtures/migrated-sqlite.fixture.js';
import { assertPaired } from '../chat/chat.fixture.js';

/** Opens a store that uses a clock. */
export type OpenStore = (clock?: VirtualClock) => Promise<ApprovalStore>;

const openSqlite: OpenStore = async (clock) => {
  const database = await openMigratedSqlite({ file: ':memory:' });
  return new SqlApprovalStore(database, { now: clock?.now });
};

/**
 * Runs the same tests on SQLite and, if the run is thorough, in memory. The contract of a store compares the stores in
 * every run.
 */
export const onEveryStore = (what: string, tests: (open: OpenStore) => void): void => {
  describe(`${what} (SQLite)`, () => tests(openSqlite));
  if (!inject('isThorough')) return;
  describe(`${what} (in memory)`, () => tests(async (clock) => new InMemoryApprovalStore(clock?.now)));
};

/** Returns the outcome of a turn that must have been suspended. */
export const waits = async (reading: {
  outcome(): ReturnType<ReturnType<ReturnType<ChatClient['prompt']>['call']>['outcome']>;
}): Promise<SuspendedRun & { readonly first: SuspendedRun['approvals'][number] }> => {
  const outcome = await reading.outcome();
  if (outcome.status !== 'suspended') throw new Error(`The turn did not wait for a person: it is ${outcome.status}.`);
  const [first] = outcome.approvals;
  return { ...outcome, first: first! };
};

/** Waits until a condition is true. */
export const until = async (isTrue: () => unknown, ms = 5000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('The condition has not become true in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Asserts that every prompt of a model has one result for each call, in order. */
export const expectPaired = ({ prompts }: ScriptedChatModel): void => {
  for (const { messages } of prompts) assertPaired(messages);
};

/** The statuses of approvals, by tool. */
export const statusesOf = (items: readonly (ListedApproval | StoredApproval)[]): readonly string[] =>
  items.map((item) => `${'tool' in item ? item.tool : item.toolName} ${item.status}`);
