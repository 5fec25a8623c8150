import { ApprovalService, GatedCalls } from 'toolgate/approval';
import { Chance } from '../chance.fixture.js';
import { monotonicMs } from '../ledger/ledger.fixture.js';
import type { Act } from './act.fixture.js';
import { conversationsOf, PEOPLE, TENANTS } from './people.fixture.js';
import { planOf, readTurnName, turnName } from './plan.fixture.js';
import { requirementOf } from './policy.fixture.js';
import { nameOf, type ShopKind } from './run-kinds.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';

/** All processes make the same request at about the same time, and some of them make it again later. */
const NEXT_REQUEST_MS = 200;
const LATEST = 20;

const callIn = ({ job, chance }: ShopPlace, kind: Extract<ShopKind, 'call' | 'external'>) => {
  const earlier = chance.isHit(0.3) ? chance.below(LATEST) : 0;
  const request = Math.floor(monotonicMs() / NEXT_REQUEST_MS) - earlier;
  const who = new Chance(`${kind} ${request}`);
  const conversation = who.pick(conversationsOf(job.conversations));
  const turn = turnName({ tenant: who.pick(TENANTS), conversation, user: who.pick(PEOPLE) }, nameOf(kind, request));
  return { turn, ...readTurnName(turn), ...planOf(turn)[0]![0]! };
};

/** Makes a call outside of a turn, which other processes may make too, and reads its outcome. */
export const call: Act = async (app, place) => {
  const { turn, tenant, conversation, user, tool, ticket, amount } = callIn(place, 'call');
  const about = { requestId: turn, conversation, toolContext: { user, tenant }, transient: { actsAs: user } };
  const waitMs = place.chance.isHit(0.3) ? 300 : 0;
  const outcome = await app.get(GatedCalls).call(tool, { ticket, amount }, { ...about, waitMs });
  const { status, runId: run } = outcome;
  const content = outcome.status === 'completed' ? String(outcome.result) : undefined;
  place.ledger.write({ type: 'outcome', turn, run, status, content });
};

/** Requests a call that another system runs, as other processes may do too, and reads its outcome. */
export const request: Act = async (app, place) => {
  const { turn, tenant, conversation, user, tool, ticket, amount } = callIn(place, 'external');
  const requirement = requirementOf(amount);
  if (!requirement) return;
  const outcome = await app.get(ApprovalService).request({
    tool,
    arguments: { ticket, amount },
    // No strategy decides on an edit.
    requirement: { ...requirement, allowEdit: false },
    requester: { id: user, tenant },
    conversation,
    requestId: turn,
    idempotent: tool === 'mail',
  });
  const content = outcome.status === 'completed' ? String(outcome.result) : undefined;
  place.ledger.write({ type: 'outcome', turn, run: outcome.runId, status: outcome.status, content });
};
