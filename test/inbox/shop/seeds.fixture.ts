import type { Approval } from 'toolgate/approval';
import type { JsonSchema } from 'toolgate/model';
import * as requests from './requests.fixture.js';
import type { Shop } from './serve-shop.fixture.js';

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

/** Asks for one call, and returns its approval. */
export const askOne = async (shop: Shop, request: requests.Request): Promise<Approval> => (await shop.ask(request))[0]!;

/** Lets many refunds wait, asked over the last minutes. */
export const askMany = async (shop: Shop, count: number): Promise<void> => {
  for (const [index, request] of requests.manyRefunds(count).entries())
    await shop.clock.at(-((index % 170) + 1) * MINUTE, () => shop.ask(request));
};

/** Lets three different calls wait. */
export const askThree = async (shop: Shop): Promise<void> => {
  await shop.clock.at(-47 * MINUTE, () =>
    shop.ask(requests.transfer({}, { user: 'jonas', conversation: 'invoices-11' })),
  );
  await shop.clock.at(-12 * MINUTE, () =>
    shop.ask(requests.email({}, { user: 'aylin', conversation: 'support-2291' })),
  );
  await shop.clock.at(-3 * MINUTE, () => shop.ask(requests.refund({}, { conversation: 'support-2298' })));
};

/** Decides an approval as a person who has read it now. */
export const decideAs = async (shop: Shop, person: string, { id }: Approval, decision: object): Promise<void> => {
  const { revision, argsHash } = await shop.as(person).get(id);
  await shop.as(person).decide(id, { decision: 'approve', revision, argsHash, ...decision });
};

/** What a tool was when approval was requested. */
export interface EarlierTool {
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A refund up to 100 euros, with a note and without an order number that must fit a pattern. */
export const EARLIER_REFUND: EarlierTool = {
  description: 'Refunds an order to any card',
  inputSchema: {
    type: 'object',
    properties: {
      orderNumber: { type: 'string', description: 'Such as A-1043' },
      amount: { type: 'number', exclusiveMinimum: 0, maximum: 100, description: 'In the currency of the order' },
      note: { type: 'string' },
    },
    required: ['orderNumber', 'amount'],
  },
};

/** Lets an approval be that of an earlier definition of its tool, as after a deploy. */
export const changeTool = async (shop: Shop, { runId }: Approval, earlier = EARLIER_REFUND): Promise<void> => {
  const definitionHash = 'earlier';
  const { description, inputSchema } = earlier;
  await shop.store.change(runId, (state) => ({
    run: { ...state!.run, slots: state!.run.slots.map((slot) => ({ ...slot, definitionHash })) },
    approvals: state!.approvals.map((one) => ({ ...one, description, definitionHash })),
    schemas: [{ hash: definitionHash, schema: inputSchema }],
    result: undefined,
  }));
};

/** Lets an approver vote on a call whose tool has changed, so that approval is requested again. */
export const askAgain = async (shop: Shop, approval: Approval): Promise<void> => {
  await changeTool(shop, approval);
  const problem: unknown = await decideAs(shop, 'lee', approval, {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem === undefined) throw new Error('The vote counted, although the tool had changed.');
};

/** Lets an approval expire: it was asked five hours ago, and waited for four. */
export const askExpired = (shop: Shop, request = requests.refund()): Promise<Approval> =>
  shop.clock.at(-5 * HOUR, () => askOne(shop, request));

/**
 * Loses the process of a payout: its body was started and never returned, so its outcome is unknown. Needs a shop
 * without a worker.
 */
export const loseProcess = async (shop: Shop, request = requests.payOut()): Promise<Approval> => {
  const LEASE_MS = 30_000;
  let started = (): void => {};
  const isStarted = new Promise<void>((resolve) => (started = resolve));
  shop.effects.payout = () => {
    started();
    return new Promise(() => {});
  };
  const approval = await shop.clock.at(-2 * HOUR, () => askOne(shop, request));
  await decideAs(shop, 'lee', approval, { reason: 'The seller has delivered.' });
  shop.approvals.runs.resume(approval.runId).catch(() => {});
  await isStarted;
  shop.clock.advance(LEASE_MS);
  // Without a known outcome, it only ends the lease.
  await shop.approvals.runs.reconcile(approval.runId);
  return approval;
};

/** The options with which `parkRun` parks a run. */
export const PARKS = { onDeadline: 'park', deadlineMs: 5 * MINUTE } as const;

/** Parks the run of a refund, because the model was away until its deadline. Needs a shop without a worker. */
export const parkRun = async (shop: Shop): Promise<Approval> => {
  shop.effects.answers = () => {
    throw new Error('The model provider did not answer: 503 Service Unavailable');
  };
  const approval = await askOne(shop, requests.refund());
  await decideAs(shop, 'lee', approval, { reason: 'The chair is back.' });
  for (;;) {
    await shop.approvals.runs.resume(approval.runId).catch(() => {});
    const { parked, retryAt = '' } = await shop.approvals.runs.get(approval.runId);
    if (parked) return approval;
    shop.clock.advance(Date.parse(retryAt) - shop.clock.now());
  }
};

/** A day of work: approvals that were requested, and decided or left without a decision, over the last 24 hours. */
export const workDay = async (shop: Shop): Promise<void> => {
  for (let hour = 23; hour >= 1; hour--) {
    const busy = 1 + ((hour * 7) % 5);
    for (let index = 0; index < busy; index++) {
      const request = requests.refund({ orderNumber: `A-${2000 + hour * 10 + index}` });
      const approval = await shop.clock.at(-hour * HOUR, () => askOne(shop, request));
      const waited = (3 + ((hour * 13 + index * 29) % 50)) * MINUTE;
      const decision = index % 4 === 3 ? { decision: 'reject', reason: 'The goods are not back.' } : {};
      if (index % 5 !== 4)
        await shop.clock.at(-hour * HOUR + waited, () => decideAs(shop, index % 2 ? 'ann' : 'lee', approval, decision));
    }
  }
};
