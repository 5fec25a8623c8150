import assert from 'node:assert/strict';
import { ApprovalConflictException, type ApprovalStore, RunConflictException, type RunState } from 'toolgate/approval';
import { openRun } from '../../../libs/approval/src/transitions/open-run.js';
import { suspensionOf } from './batches.fixture.js';
import { failing, StoreFault } from './failing.fixture.js';
import { RunOracle } from './oracle.fixture.js';
import { REQUESTER, TICKS } from './oracle-records.fixture.js';
import { isSamePlace, type Place, PLACES } from './places.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Fault, Step } from './steps.fixture.js';
import type { Tried } from './world.fixture.js';

/** The place in which a run is opened. */
export interface Opening {
  readonly store: ApprovalStore;
  /** Identifies the world among those in the same store. */
  readonly name: string;
  readonly runs: readonly Tried[];
  readonly now: number;
  /** Whether to open one more run. */
  readonly hasRoom: boolean;
}

/** Opens a run, unless another one waits in its conversation; undefined if none is opened. */
export const openIn = async (
  { store, name, runs, now, hasRoom }: Opening,
  { plan, place: picked = 0, rivals = 0 }: Extract<Step, { type: 'open' }>,
  fault: Fault,
): Promise<Tried | undefined> => {
  const place = placeIn(name, pickOf(PLACES, picked)!);
  // Calls outside of a turn wait beside it.
  const turns = runs.filter(({ oracle }) => !oracle.isCall);
  const active = turns.filter(({ state: { run }, ...tried }) => isActive(run) && isSamePlace(tried.place, place));
  if (active.length === 0 && !hasRoom) return undefined;
  const count = place.conversation === undefined ? 1 : rivals + 1;
  const ids = Array.from({ length: count }, (_, rival) => `${name}:${runs.length}${'~'.repeat(rival)}`);
  const changeOf = (id: string) =>
    openRun({
      id,
      suspension: suspensionOf(plan, id, 0, place),
      requester: { id: REQUESTER, tenant: place.tenant },
      expiresInMs: TICKS.expiry,
    });
  if (fault === 'before') {
    await assert.rejects(store.change(ids[0]!, failing(changeOf(ids[0]!))), StoreFault);
    await assertNothing(store, ids[0]!);
    return undefined;
  }
  const tried = await Promise.allSettled(ids.map((id) => store.change(id, changeOf(id))));
  const opened = tried.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const inTheWay = active.length > 0 ? active.map(({ id }) => id) : opened.map(({ run }) => run.id);
  assert.equal(opened.length, active.length === 0 ? 1 : 0, 'another number of runs is opened');
  for (const [index, result] of tried.entries()) {
    if (result.status === 'fulfilled') continue;
    assertRefused(result.reason, inTheWay, place);
    await assertNothing(store, ids[index]!);
  }
  const [state] = opened;
  if (!state) return undefined;
  const { id } = state.run;
  if (fault === 'lost-reply') await assert.rejects(store.change(id, changeOf(id)), RunConflictException);
  const oracle = new RunOracle(plan, now, place.tenant);
  return { id, place, oracle, state, steps: 0, plans: [plan], ledger: new Map(), decided: [] };
};

export const placeIn = (name: string, { tenant, conversation }: Place): Place => ({
  tenant,
  ...(conversation !== undefined && { conversation: `${name}:${conversation}` }),
});

// The written state: an expiry that only the clock has caused is not written yet.
const isActive = ({ status }: RunState['run']): boolean => status === 'suspended' || status === 'resuming';

const assertRefused = (error: unknown, inTheWay: readonly string[], { conversation }: Place): void => {
  assert(error instanceof ApprovalConflictException, `a run is refused with ${String(error)}`);
  assert.deepEqual([error.conversation, error.runIds], [conversation, inTheWay], 'a conflict names other runs');
};

export const assertNothing = async (store: ApprovalStore, id: string): Promise<void> => {
  assert.equal(await store.state(id), undefined, 'a run was half opened');
  assert.deepEqual((await store.approvals({ runId: id })).items, [], 'an approval was left behind');
};
