import assert from 'node:assert/strict';
import type { ToolResultPart } from 'toolgate/model';
import { claimExternalCall } from '../../../libs/approval/src/transitions/claim-external-call.js';
import { finishExternalCall } from '../../../libs/approval/src/transitions/finish-external-call.js';
import { openExternalCall } from '../../../libs/approval/src/transitions/open-call.js';
import { hashOfArgs, suspensionOf } from './batches.fixture.js';
import { ExternalOracle } from './external-oracle.fixture.js';
import type { ExternalStep } from './external-steps.fixture.js';
import { failing, StoreFault } from './failing.fixture.js';
import { assertNothing, type Opening, placeIn } from './opening.fixture.js';
import { REQUESTER, TICKS } from './oracle-records.fixture.js';
import { PLACES } from './places.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Fault } from './steps.fixture.js';
import type { Action, Tried } from './world.fixture.js';

type Claim = Extract<ExternalStep, { type: 'claim-external' }>;
type Finish = Extract<ExternalStep, { type: 'finish-external' }>;

/** Opens an external call, however often its request is made; undefined if none is opened. */
export const openExternalIn = async (
  { store, name, runs, now, hasRoom }: Opening,
  { call, place: picked, repeats }: Extract<ExternalStep, { type: 'open-external' }>,
  fault: Fault,
): Promise<Tried | undefined> => {
  if (!hasRoom) return undefined;
  const place = placeIn(name, pickOf(PLACES, picked)!);
  const id = `${name}:${runs.length}`;
  const suspension = suspensionOf([call], id, 0, place);
  const requester = { id: REQUESTER, tenant: place.tenant };
  const open = openExternalCall({ id, request: { id, hash: 'h' }, suspension, requester, expiresInMs: TICKS.expiry });
  if (fault === 'before') {
    await assert.rejects(store.change(id, failing(open)), StoreFault);
    await assertNothing(store, id);
    return undefined;
  }
  const opened = await Promise.all(Array.from({ length: repeats + 1 }, () => store.change(id, open)));
  if (fault === 'lost-reply') opened.push(await store.change(id, open));
  assert.equal(opened.filter(({ isNew }) => isNew).length, 1, 'a request is opened another number of times');
  const state = (await store.state(id))!;
  const oracle = new ExternalOracle([call], now, place.tenant, true);
  return { id, place, oracle, state, steps: 0, plans: [[call]], ledger: new Map(), decided: [] };
};

/** The action of a step of an external call; undefined for another run. */
export const externalAction = (run: Tried | undefined, step: Claim | Finish): Action | undefined => {
  if (!(run?.oracle instanceof ExternalOracle)) return undefined;
  return step.type === 'claim-external' ? claiming(run, run.oracle, step) : finishing(run, run.oracle, step);
};

const tokenOf = ({ token }: Claim | Finish): string => `token-${token}`;

const idIn = ({ state }: Tried): string => state.approvals[0]!.id;

const claiming = (run: Tried, oracle: ExternalOracle, step: Claim): Action => {
  const args = step.isOtherInput ? 'amount 9' : oracle.questions[0]!.args;
  const claim = { argsHash: hashOfArgs(args), token: tokenOf(step), leaseMs: TICKS.lease };
  return {
    run,
    real: (draft) => {
      const claimed = claimExternalCall(draft, idIn(run), claim);
      return claimed.answer === 'no' ? `no ${claimed.status}` : `start ${claimed.attempt}`;
    },
    model: () => oracle.claimExternal(claim.token, args),
    tell: (outcome) => {
      const [answer, attempt] = String(outcome).split(' ');
      if (answer !== 'start') return;
      assert(Number(attempt) === 1 || oracle.calls[0]!.idempotent, 'a body begins a second time');
      assert.equal(oracle.questions[0]!.status, 'EXECUTING', 'a body begins without an approval');
      run.ledger.set('0:0', Number(attempt));
    },
  };
};

// No report of a person has one of these texts.
const resultOf = (succeeds: boolean): Pick<ToolResultPart, 'output' | 'outcome'> => ({
  output: { type: 'text', text: succeeds ? 'Paid.' : 'Not paid.' },
  outcome: succeeds ? { type: 'success' } : { type: 'error', kind: 'execution' },
});

const finishing = (run: Tried, oracle: ExternalOracle, step: Finish): Action => ({
  run,
  real: (draft) => void finishExternalCall(draft, idIn(run), { token: tokenOf(step), answer: resultOf(step.succeeds) }),
  model: () => oracle.finishExternal(tokenOf(step), step.succeeds ? 'success' : 'error'),
});

/** The next sensible step of an external call that waits for no person. */
export const nextExternalStep = (oracle: ExternalOracle, pick: number, at: number): Claim | Finish | undefined => {
  if (oracle.isClaimable()) return { type: 'claim-external', pick, at, token: pick % 3, isOtherInput: false };
  if (!oracle.holder) return undefined;
  const token = Number(oracle.calls[0]!.token!.replace('token-', ''));
  if (pick % 5 === 4) return { type: 'claim-external', pick, at, token, isOtherInput: false };
  return { type: 'finish-external', pick, at, token, succeeds: pick % 3 !== 2 };
};
