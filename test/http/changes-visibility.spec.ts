import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { InProcessChangeFeed } from '#approval';
import { type ApprovalChange, ApprovalChangeFeed } from 'toolgate/approval';
import { until } from '../approval/waiting.fixture.js';
import { settled } from '../story.fixture.js';
import { decision, serveDoor } from './door.fixture.js';
import { followChanges, type Following } from './follow-changes.fixture.js';
import { platforms } from './platforms.fixture.js';

const CUTS = inject('isThorough') ? 60 : 30;

const TENANTS = ['acme', 'globex', 'initech'] as const;

const person = fc
  .tuple(
    fc.constantFrom('ann', 'ada', 'lea'),
    fc.constantFrom(...TENANTS, 'any'),
    fc.constantFrom('', '_as_finance', '_as_clerk'),
  )
  .map(([id, tenant, role]) => `${id}_of_${tenant}${role}`);

/** A write, by a person of any tenant; `pick` names one of the records so far. */
const write = fc.record({
  what: fc.constantFrom('ask', 'ask', 'approve', 'reject', 'cancel', 'runs/cancel'),
  tenant: fc.constantFrom(...TENANTS),
  pick: fc.nat(20),
  by: person,
});

const stories = fc.record({
  platform: fc.constantFrom(...platforms),
  early: fc.array(person, { minLength: 2, maxLength: 5 }),
  late: fc.array(person, { maxLength: 2 }),
  writes: fc.array(write, { minLength: 4, maxLength: 16 }),
});

type Door = Awaited<ReturnType<typeof serveDoor>>;
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

const doWrite = async (
  { wait, ask }: Door,
  { what, tenant, pick, by }: Write,
  ids: { id: string; runId: string }[],
) => {
  const record = ids[pick % (ids.length || 1)];
  if (what === 'ask' || !record) {
    const { id, runId } = await wait({ order: 'A-1', amount: 5 }, tenant);
    ids.push({ id, runId });
    return;
  }
  const path = what === 'runs/cancel' ? `approvals/runs/${record.runId}` : `approvals/${record.id}`;
  const present = await ask(path, { as: by });
  // Also a person who may not see the record tries.
  const approval = (await present.json()) as { revision: number; argsHash: string; version?: number };
  if (what === 'approve' || what === 'reject') {
    const body = decision(approval, { decisionId: `${by} ${pick}`, decision: what });
    await ask(`${path}/decisions`, { as: by, body });
  } else {
    await ask(`${path}/cancel`, { as: by, body: {}, headers: { 'if-match': `"${approval.version ?? 1}"` } });
  }
};

/** Returns the ids that a reader learned of and may not read, or may read and did not learn of. */
const problemsOf = async ({ ask }: Door, as: string, learned: ReadonlySet<string>, all: readonly string[]) => {
  const problems: string[] = [];
  for (const path of all) {
    const { status } = await ask(`approvals/${path}`, { as });
    const id = path.replace('runs/', '');
    if (learned.has(id) && status !== 200) problems.push(`${as} learns of ${path}, which GET answers with ${status}`);
    if (!learned.has(id) && status === 200) problems.push(`${as} does not learn of ${path}`);
  }
  return problems;
};

const idsIn = ({ events }: Following): ReadonlySet<string> => new Set(events.map(({ data }) => String(data['id'])));

describe('a reader of the changes', () => {
  it('never learns of a record that GET refuses, and of each other one that is written', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async ({ platform, early, late, writes }) => {
        const door = await serveDoor(platform);
        const records: { id: string; runId: string }[] = [];
        const readers = await Promise.all(
          early.map(async (as) => ({ as, reading: await followChanges(door.origin, as) })),
        );
        const latecomers: typeof readers = [];
        try {
          await until(() => readers.every(({ reading }) => reading.events.length > 0));
          for (const [place, one] of writes.entries()) {
            for (const as of place === 3 ? late : []) {
              latecomers.push({ as, reading: await followChanges(door.origin, as) });
            }
            await doWrite(door, one, records);
          }
          // The last write of each tenant is the last event of its readers.
          for (const tenant of TENANTS) await doWrite(door, { what: 'ask', tenant, pick: 0, by: '' }, records);
          const last = new Map(TENANTS.map((tenant, place) => [tenant as string, records.at(place - TENANTS.length)!]));
          for (const { as, reading } of [...readers, ...latecomers]) {
            const [, tenant] = /_of_([a-z]+)/.exec(as)!;
            await until(() => idsIn(reading).has((last.get(tenant!) ?? records.at(-1)!).id));
          }
          const paths = records.flatMap(({ id, runId }) => [id, `runs/${runId}`]);
          for (const { as, reading } of readers) expect(await problemsOf(door, as, idsIn(reading), paths)).toEqual([]);
          for (const { as, reading } of latecomers) {
            const learned = idsIn(reading);
            const seen = paths.filter((path) => learned.has(path.replace('runs/', '')));
            expect(await problemsOf(door, as, learned, seen)).toEqual([]);
          }
        } finally {
          for (const { reading } of [...readers, ...latecomers]) reading.leave();
          await door.app.close();
        }
      }),
      { numRuns: inject('isThorough') ? 20 : 6 },
    );
  }, 120_000);

  it('learns of its own tenant alone among 1,000 of 50 tenants, whose connections are cut at random', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(999), { minLength: 200, maxLength: 200 }), async (cuts) => {
        const feed = new InProcessChangeFeed();
        const { app, approvals } = await serveDoor(platforms[0], {
          providers: [{ provide: ApprovalChangeFeed, useValue: feed }],
        });
        const learned: Set<string>[] = [];
        const subscribe = (place: number) => {
          const leaving = new AbortController();
          const seen = (learned[place] ??= new Set());
          const changes = approvals.changes({ id: 'x', tenant: `t${place % 50}` }, { signal: leaving.signal });
          void (async () => {
            for await (const change of changes) seen.add(tenantIn(change));
          })();
          return leaving;
        };
        const subscribers = Array.from({ length: 1000 }, (_, place) => subscribe(place));
        await settled();
        for (const [step, cut] of cuts.entries()) {
          subscribers[cut]!.abort();
          publish(feed, step);
          if (step % 2 === 0) subscribers[cut] = subscribe(cut);
          await settled();
        }
        for (let tenant = 0; tenant < 50; tenant++) publish(feed, tenant);
        await settled();
        const wrong = learned.flatMap((tenants, place) =>
          [...tenants].filter((tenant) => tenant !== `t${place % 50}` && tenant !== 'reset'),
        );
        expect(wrong).toEqual([]);
        expect(learned.filter((tenants) => tenants.size === 1).length).toBeGreaterThan(800);
        for (const subscriber of subscribers) subscriber.abort();
        expect(feed.isListening()).toBe(false);
        await app.close();
      }),
      { numRuns: inject('isThorough') ? 5 : 2 },
    );
  });

  it.each(platforms)(
    'of 50, cut at random over $name, has the present state after each reconnect',
    async (platform) => {
      const door = await serveDoor(platform);
      const nameOf = (place: number): string => `lea_of_t${place % 10}`;
      const readings: Following[] = [];
      const everything: { readonly as: string; readonly reading: Following }[] = [];
      const connect = async (place: number) => {
        const reading = await followChanges(door.origin, nameOf(place));
        readings[place] = reading;
        everything.push({ as: nameOf(place), reading });
        await until(() => reading.events.length > 0);
        return reading;
      };
      for (let place = 0; place < 50; place++) await connect(place);
      const tenants = new Map<string, string>();
      for (const [step, place] of fc.sample(fc.nat(49), { numRuns: CUTS, seed: 7 }).entries()) {
        readings[place]!.leave();
        const { id, runId } = await door.wait({ order: 'A-1', amount: step }, `t${step % 10}`);
        for (const record of [id, runId]) tenants.set(record, `lea_of_t${step % 10}`);
        const { events } = await connect(place);
        const { total } = events[0]!.data['counts'] as { total: number };
        const listed = await (await door.ask('approvals/counts', { as: nameOf(place) })).json();
        expect(listed).toMatchObject({ total });
      }
      for (const { reading } of everything) reading.leave();
      const learned = everything.flatMap(({ as, reading }) =>
        [...idsIn(reading)].map((id) => ({ as, of: tenants.get(id) })),
      );
      expect(learned.filter(({ of }) => of !== undefined).length).toBeGreaterThan(200);
      expect(learned.filter(({ as, of }) => of !== undefined && of !== as)).toEqual([]);
      await door.app.close();
    },
  );
});

const tenantIn = (change: ApprovalChange): string => (change.kind === 'reset' ? 'reset' : change.id);

/** Publishes a change whose id is its tenant. */
const publish = (feed: InProcessChangeFeed, step: number): void => {
  const tenant = `t${step % 50}`;
  feed.publish({ kind: 'run', id: tenant, version: step + 1, status: 'suspended', tenant });
};
