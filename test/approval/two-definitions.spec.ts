import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VirtualClock } from 'toolgate/testing';
import { keepLogs } from '../story.fixture.js';
import { GRACE, instanceOf, NEW, NEWEST, OLD, SharedStore, type Version } from './tool-changes.fixture.js';
import { yes } from './approval.fixture.js';
import { until } from './waiting.fixture.js';

const TEN_MINUTES = 600_000;

let logs: ReturnType<typeof keepLogs>;
const open: Awaited<ReturnType<typeof instanceOf>>[] = [];

beforeEach(() => {
  logs = keepLogs();
  Logger.overrideLogger(logs);
});

afterEach(async () => {
  for (const instance of open.splice(0)) await instance.close();
  Logger.overrideLogger(false);
});

/** Instances of versions that share a store. */
const fleet = async <const Versions extends readonly Version[]>(...versions: Versions) => {
  const clock = new VirtualClock(1_000_000);
  const store = new SharedStore(clock.now);
  const instances = [];
  for (const version of versions) instances.push(await instanceOf(version, store));
  open.push(...instances);
  Logger.overrideLogger(logs);
  const run = async (id: string) => (await store.state(id))!.run;
  return { clock, store, run, instances: instances as unknown as { [Index in keyof Versions]: (typeof open)[number] } };
};

it('a run is left to the instances with the definition that was approved, without a failed attempt', async () => {
  const { run, instances } = await fleet(OLD, NEW);
  const [old, newer] = instances;
  const { runId } = await old.ask();
  await old.decide(runId);
  const before = await run(runId);
  await newer.sweep();
  await newer.sweep();
  expect(await run(runId)).toEqual(before);
  expect(newer.ran).toEqual([]);
  expect(logs.lines).toEqual([
    expect.stringMatching(
      /^warn: Runs of the tool "refund", of which this process has another definition, are left to other processes\. The first: /,
    ),
  ]);
  await old.sweep();
  await until(async () => (await run(runId)).status === 'completed');
  expect(old.ran.toSorted()).toEqual(['find', 'refund A-1 {"amount":70}']);
});

it('a reader of another version follows the run until an instance of the old version has resumed it', async () => {
  const { run, instances } = await fleet(OLD, NEW);
  const [old, newer] = instances;
  const { runId } = await old.ask();
  await old.decide(runId);
  const reading = newer.resume(runId);
  await old.sweep();
  expect(await reading).toMatchObject({ status: 'completed', content: 'Done.' });
  expect([newer.ran, (await run(runId)).failures]).toEqual([[], 0]);
});

it('a run that no such instance resumes in ten minutes is asked about again, once for each definition', async () => {
  const { clock, run, instances } = await fleet(OLD, NEW, NEWEST);
  const [old, newer, newest] = instances;
  const { runId } = await old.ask();
  await old.decide(runId);
  clock.advance(TEN_MINUTES - 1);
  await newer.sweep();
  expect((await run(runId)).fence).toBe(0);
  clock.advance(1);
  expect(await newer.resume(runId)).toMatchObject({ status: 'suspended', approvals: [{ revision: 2 }] });
  clock.advance(TEN_MINUTES);
  // An instance of the replaced definition accepts the vote, and never asks or resumes.
  expect(await old.decide(runId)).toMatchObject({ status: 'APPROVED', revision: 2 });
  clock.advance(10 * TEN_MINUTES);
  await old.sweep();
  expect(await run(runId)).toMatchObject({ fence: 1, failures: 0, status: 'suspended' });
  expect(await newest.resume(runId)).toMatchObject({ status: 'suspended', approvals: [{ revision: 3 }] });
  for (const { decide } of [old, newer]) {
    const { approvals } = newest;
    const [shown] = (await approvals.list({ runId })).items;
    if (shown!.status === 'PENDING') await decide(runId);
  }
  clock.advance(TEN_MINUTES);
  await old.sweep();
  await newer.sweep();
  expect((await run(runId)).fence).toBe(2);
  expect(await newest.resume(runId)).toMatchObject({ status: 'completed' });
  expect([old.ran, newer.ran, newest.ran.toSorted()]).toEqual([[], [], ['find', 'refund A-1 {"amount":70}']]);
});

it('a vote counts on an instance of another version in the first ten minutes', async () => {
  const { clock, instances } = await fleet(OLD, NEW);
  const [old, newer] = instances;
  const { runId } = await newer.ask();
  clock.advance(TEN_MINUTES - 1);
  expect(await old.decide(runId)).toMatchObject({ status: 'APPROVED', revision: 1 });
  await old.sweep();
  expect(await newer.resume(runId)).toMatchObject({ status: 'completed' });
  expect(old.ran).toEqual([]);
});

it('two instances that vote on one question ask again at most once each', async () => {
  const { clock, instances } = await fleet(OLD, NEW);
  const [old, newer] = instances;
  const { runId } = await old.ask();
  clock.advance(TEN_MINUTES);
  await expect(newer.decide(runId)).rejects.toMatchObject({ problem: 'conflict' });
  expect(await old.decide(runId)).toMatchObject({ status: 'APPROVED', revision: 2 });
  await old.sweep();
  expect(await newer.resume(runId)).toMatchObject({ status: 'completed' });
  expect(old.ran).toEqual([]);
});

it('one vote wins if two instances ask again at the same time', async () => {
  const { clock, instances } = await fleet(OLD, NEW, NEWEST);
  const [old, newer, newest] = instances;
  const { first } = await old.ask();
  clock.advance(TEN_MINUTES);
  const votes = [newer, newest].map(({ approvals }, index) =>
    approvals.decide(first.id, yes(first, `v${index}`), GRACE).catch(({ problem }: { problem: string }) => problem),
  );
  expect(await Promise.all(votes)).toEqual(['conflict', 'conflict']);
  expect(await old.approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 2, toolChanges: [{}] });
});

it('a run that only instances of a replaced definition see ends when its approval lapses', async () => {
  const { clock, run, instances } = await fleet(OLD, NEW);
  const [old, newer] = instances;
  const { runId } = await old.ask();
  clock.advance(TEN_MINUTES);
  await expect(newer.decide(runId)).rejects.toMatchObject({ problem: 'conflict' });
  await old.decide(runId);
  await old.sweep();
  expect((await run(runId)).fence).toBe(0);
  clock.advance(86_400_000);
  expect(await old.resume(runId)).toMatchObject({ status: 'completed' });
  expect(old.ran).toEqual(['find']);
});
