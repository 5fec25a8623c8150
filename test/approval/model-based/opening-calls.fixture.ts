import assert from 'node:assert/strict';
import { type OpenCall, openCall } from '../../../libs/approval/src/transitions/open-call.js';
import { suspensionOf } from './batches.fixture.js';
import { failing, StoreFault } from './failing.fixture.js';
import { assertNothing, type Opening, placeIn } from './opening.fixture.js';
import { endIfCalled, openHeld } from './oracle-calls.fixture.js';
import { type OracleClaim, REQUESTER, TICKS } from './oracle-records.fixture.js';
import { RunOracle } from './oracle.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import { PLACES } from './places.fixture.js';
import type { Fault, Step } from './steps.fixture.js';
import type { Tried } from './world.fixture.js';

const WORKER = 'worker-0';

/** The run of a call, and the claim with which it was opened if it needs no person. */
export interface OpenedCallRun {
  readonly run: Tried;
  readonly claim?: OracleClaim;
}

/** Opens the run of one call, however often its request is made; undefined if none is opened. */
export const openCallIn = async (
  { store, name, runs, now, hasRoom }: Opening,
  { call, place: picked, repeats }: Extract<Step, { type: 'open-call' }>,
  fault: Fault,
): Promise<OpenedCallRun | undefined> => {
  if (!hasRoom) return undefined;
  const place = placeIn(name, pickOf(PLACES, picked)!);
  const id = `${name}:${runs.length}`;
  const isHeld = call.kind === 'allowed' || call.kind === 'answered';
  const opening: OpenCall = {
    id,
    request: { id, hash: 'h' },
    suspension: suspensionOf([call], id, 0, place),
    requester: { id: REQUESTER, tenant: place.tenant },
    expiresInMs: TICKS.expiry,
    ...(isHeld && { lease: { worker: WORKER, leaseMs: TICKS.lease } }),
  };
  if (fault === 'before') {
    await assert.rejects(store.change(id, failing(openCall(opening))), StoreFault);
    await assertNothing(store, id);
    return undefined;
  }
  const made = Array.from({ length: repeats + 1 }, () => store.change(id, openCall(opening)));
  const opened = await Promise.all(made);
  if (fault === 'lost-reply') opened.push(await store.change(id, openCall(opening)));
  assert.equal(opened.filter(({ isNew }) => isNew).length, 1, 'a request is opened another number of times');
  const state = (await store.state(id))!;
  for (const { state: found } of opened)
    assert.equal(JSON.stringify(found), JSON.stringify(state), 'a repeated request has another run');
  const oracle = new RunOracle([call], now, place.tenant, true);
  const claim = isHeld ? openHeld(oracle, WORKER) : undefined;
  endIfCalled(oracle);
  const run = { id, place, oracle, state, steps: 0, plans: [[call]], ledger: new Map(), decided: [] };
  return { run, ...(claim && { claim }) };
};
