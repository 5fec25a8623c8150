import { ApprovalService, type Run, type RunSlot } from 'toolgate/approval';
import { ChatClientRegistry, RunEndedException } from 'toolgate/chat';
import type { KnownOutcome } from 'toolgate/tool';
import type { Act } from './act.fixture.js';
import { openRuns } from './open-runs.fixture.js';
import { personOf } from './people.fixture.js';
import { receiptOf } from './plan.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';

/** Reports the outcome of unknown calls, as the ledger shows it. */
export const settle: Act = async (app, place) => {
  for (const run of await openRuns(app)) {
    const slot = run.slots.find(({ state }) => state === 'unknown');
    // A person who cancels a run gives its process time to finish.
    const isTooEarly = run.canceling !== undefined && Date.now() - Date.parse(run.updatedAt) < place.job.leaseMs;
    if (slot && !isTooEarly) await report(app, place, { run, slot });
  }
};

const PATIENCE_MS = 1000;

/** Resumes runs whose next attempt is far away; a run that is due is left to the worker. */
export const hasten: Act = async (app) => {
  const waiting = (await openRuns(app)).filter(
    ({ retryAt }) => retryAt !== undefined && Date.parse(retryAt) > Date.now() + PATIENCE_MS,
  );
  for (const { id, kind, client, tenant } of waiting) {
    if (kind === 'external') continue;
    const resumed =
      kind === 'call'
        ? app.get(ApprovalService).runs.resume(id, personOf('bob', tenant))
        : app.get(ChatClientRegistry).get(client).resume(id).call().outcome();
    await resumed.catch((error: unknown) => {
      if (!(error instanceof RunEndedException)) throw error;
    });
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

const outcomeOf = ({ toolName, input }: RunSlot, hasEffect: boolean): KnownOutcome =>
  hasEffect
    ? { type: 'succeeded', value: receiptOf(toolName, String(input?.['ticket']), Number(input?.['amount'])) }
    : { type: 'failed', message: 'It was not done.' };
