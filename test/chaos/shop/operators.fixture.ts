import { ApprovalService, type Run, type RunSlot } from 'toolgate/approval';
import type { KnownOutcome } from 'toolgate/tool';
import type { Act } from './act.fixture.js';
import { personOf } from './people.fixture.js';
import { receiptOf } from './plan.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';

/** Reports the outcome of the calls that a process left unknown, as the ledger shows it. */
export const settle: Act = async (app, place) => {
  const { items } = await app.get(ApprovalService).runs.list({ status: 'suspended', limit: 100 });
  for (const run of items) {
    const slot = run.slots.find(({ state }) => state === 'unknown');
    if (slot) await report(app, place, { run, slot });
  }
};

const report = async (
  app: Parameters<Act>[0],
  { ledger, chance }: ShopPlace,
  { run, slot }: { readonly run: Run; readonly slot: RunSlot },
): Promise<void> => {
  const { index, idempotencyKey } = slot;
  const outcome = chance.isHit(0.15)
    ? ({ type: 'abandoned' } as const)
    : outcomeOf(slot, ledger.hasEffect(idempotencyKey));
  ledger.write({ type: 'settle', key: idempotencyKey, outcome: outcome.type });
  const by = personOf('bob', run.tenant);
  await app.get(ApprovalService).runs.reconcile(run.id, { index, idempotencyKey, outcome }, by);
};

const outcomeOf = ({ tool, input }: RunSlot, hasEffect: boolean): KnownOutcome =>
  hasEffect
    ? { type: 'succeeded', value: receiptOf(tool, String(input?.['ticket']), Number(input?.['amount'])) }
    : { type: 'failed', message: 'It was not done.' };
