import { type Approval, ApprovalService, type ListedApproval } from 'toolgate/approval';
import { monotonicMs } from '../ledger/ledger.fixture.js';
import type { Act } from './act.fixture.js';
import { TENANTS } from './people.fixture.js';
import { receiptOf } from './plan.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';

const MOST_MS = 25;

/** Another system that claims approved external calls, runs each once, and reports its outcome. */
export const claim: Act = async (app, place) => {
  const service = app.get(ApprovalService);
  const tenant = place.chance.pick(TENANTS);
  for (const status of ['APPROVED', 'EXECUTING'] as const) {
    const { items } = await service.list({ status, limit: 50 }, { tenant });
    for (const approval of items.filter(({ external }) => external)) await claimAndRun(service, place, approval);
  }
};

const claimAndRun = async (
  service: ApprovalService,
  place: ShopPlace,
  { id, argsHash, tenant, toolName: tool, requester, runId: run }: ListedApproval,
): Promise<void> => {
  const { ledger, chance, job } = place;
  const { leaseMs } = job;
  const token = place.unique();
  const claimedAt = monotonicMs();
  const claimed = await service.claim(id, { argsHash, token, tenant, leaseMs });
  if (claimed.answer === 'no') return;
  const at = monotonicMs();
  // A system that was stopped in the meantime must not begin.
  if (at - claimedAt >= leaseMs) return;
  const { arguments: input, idempotencyKey: key, attempt } = claimed;
  const [ticket, amount] = [String(input['ticket']), Number(input['amount'])];
  const line = { tool, ticket, amount, run, key, attempt, user: requester.id, actsAs: requester.id };
  ledger.write({ type: 'start', ...line }, at);
  await place.pause(MOST_MS);
  if (chance.isHit(0.3)) await service.claim(id, { argsHash, token, tenant, leaseMs });
  ledger.write({ type: 'effect', ...line });
  await report(service, { id, tenant, token, value: receiptOf(tool, ticket, amount), twice: chance.isHit(0.2) });
};

const report = async (
  service: ApprovalService,
  {
    id,
    tenant,
    token,
    value,
    twice,
  }: Pick<Approval, 'id' | 'tenant'> & { token: string; value: string; twice: boolean },
): Promise<void> => {
  const finish = { token, tenant, outcome: { type: 'succeeded', value } } as const;
  await service.finish(id, finish);
  if (twice) await service.finish(id, finish);
};
