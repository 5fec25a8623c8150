import type { INestApplicationContext } from '@nestjs/common';
import {
  ApprovalDecisionException,
  ApprovalService,
  type DecideApproval,
  type ListedApproval,
} from 'toolgate/approval';
import type { Chance } from '../chance.fixture.js';
import type { Act } from './act.fixture.js';
import { PEOPLE, personOf, TENANTS } from './people.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';

/** A command and its sender. */
interface Attempt {
  readonly by: ReturnType<typeof personOf>;
  readonly command: DecideApproval;
}

/** Decides on a waiting approval: alone, twice, or against another person at the same moment. */
export const decide: Act = async (app, place) => {
  const approval = await pickPending(app, place);
  if (!approval) return;
  const attempts = attemptsAt(approval, place.chance);
  await Promise.all(attempts.map((attempt) => send(app, place, { approval, attempt })));
};

/** Cancels a question or a whole run: one that waits, or one that is being resumed. */
export const cancel: Act = async (app, place) => {
  const { chance } = place;
  const service = app.get(ApprovalService);
  const tenant = chance.pick(TENANTS);
  const by = personOf(chance.pick(PEOPLE), tenant);
  if (chance.isHit(0.5)) {
    const { items } = await service.runs.list({ status: chance.pick(['suspended', 'resuming']) }, { tenant });
    if (items.length > 0) await service.runs.cancel(chance.pick(items).id, by);
    return;
  }
  const pending = await pendingOf(app, tenant);
  if (pending.length > 0) await service.cancel(chance.pick(pending).id, by);
};

/** Answers every question that an approver can, so that nothing is left open. */
export const decideAll: Act = async (app, place) => {
  const pages = await Promise.all(TENANTS.map((tenant) => pendingOf(app, tenant)));
  const voters = PEOPLE.filter((id) => id !== 'eve');
  for (const approval of pages.flat()) {
    const isRejected = place.chance.isHit(0.2);
    for (const id of voters) {
      const command = commandFor(approval, isRejected ? 'reject' : 'approve', `${approval.id} ${id} last`);
      await send(app, place, { approval, attempt: { by: personOf(id, approval.tenant), command } });
    }
  }
};

const pickPending = async (
  app: INestApplicationContext,
  { chance }: ShopPlace,
): Promise<ListedApproval | undefined> => {
  const items = await pendingOf(app, chance.pick(TENANTS));
  return items.length > 0 ? chance.pick(items) : undefined;
};

const pendingOf = async (app: INestApplicationContext, tenant: string): Promise<readonly ListedApproval[]> =>
  (await app.get(ApprovalService).list({ status: 'PENDING', limit: 50 }, { tenant })).items;

const commandFor = (
  { revision, argsHash }: ListedApproval,
  decision: DecideApproval['decision'],
  decisionId: string,
): DecideApproval => ({ decisionId, decision, revision, argsHash });

const attemptsAt = (approval: ListedApproval, chance: Chance): readonly Attempt[] => {
  const by = personOf(chance.pick(PEOPLE), approval.tenant);
  const other = personOf(chance.pick(PEOPLE), approval.tenant);
  // Equal in every process, so that several of them may send one decision.
  const decisionId = `${approval.id} ${by.id} ${approval.revision} ${chance.below(3)}`;
  const yes = commandFor(approval, 'approve', decisionId);
  const no = commandFor(approval, 'reject', `${decisionId} no`);
  const edit = { ...yes, decisionId: `${decisionId} edit`, editedArguments: editOf(approval, chance) };
  switch (chance.below(12)) {
    case 0:
      return [{ by, command: no }];
    case 1:
      return [{ by, command: edit }];
    case 2:
      return [
        { by, command: edit },
        { by: other, command: yes },
      ];
    case 3:
      return [
        { by, command: yes },
        { by: other, command: no },
      ];
    case 4:
      return [
        { by, command: yes },
        { by, command: yes },
        { by: other, command: yes },
      ];
    case 5:
      return [{ by: personOf(by.id, chance.pick(TENANTS)), command: yes }];
    case 6:
      return [
        { by, command: { ...yes, argsHash: 'of other arguments' } },
        { by, command: { ...yes, revision: approval.revision + 1 } },
      ];
    case 7:
      return [
        { by, command: { ...yes, decision: 'respond', decisionId: `${decisionId} instead`, response: 'Later.' } },
      ];
    default:
      return [{ by, command: yes }];
  }
};

const EDITED_AMOUNTS = [10, 70, 170, 940];

const editOf = ({ arguments: args }: ListedApproval, chance: Chance) => ({
  ...args,
  amount: chance.pick(EDITED_AMOUNTS),
});

const send = async (
  app: INestApplicationContext,
  { ledger, unique }: ShopPlace,
  { approval, attempt: { by, command } }: { readonly approval: ListedApproval; readonly attempt: Attempt },
): Promise<void> => {
  const attempt = unique();
  const { id, idempotencyKey: key, toolName: tool, tenant, requester } = approval;
  const person = { id: by.id, tenant: String(by.tenant), roles: by.roles! };
  const amount = Number(approval.arguments?.['amount']);
  ledger.write({
    type: 'decision',
    attempt,
    approval: id,
    key,
    tool,
    requester: requester.id,
    tenant,
    amount,
    by: person,
    command,
  });
  try {
    const { status } = await app.get(ApprovalService).decide(id, command, by);
    ledger.write({ type: 'decided', attempt, status });
  } catch (error) {
    if (!(error instanceof ApprovalDecisionException)) throw error;
    ledger.write({ type: 'decided', attempt, problem: error.problem });
  }
};
