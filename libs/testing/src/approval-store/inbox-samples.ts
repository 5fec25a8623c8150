import type {
  ApprovalOrder,
  ApprovalRequirement,
  ApprovalStore,
  Approver,
  StoredApproval,
  StoredApprovalFilter,
} from 'toolgate/approval';
import { approvalOf, runOf } from './approval-samples.js';

/** The present time of the samples. */
export const NOW = 10_000;
const STATUSES = ['PENDING', 'PENDING', 'APPROVED', 'EXPIRED', 'REJECTED', 'SUCCEEDED'] as const;
const TENANTS = ['acme', 'globex'] as const;
const TOOLS = ['refund', 'mail', 'Refund', 'wire*'] as const;
const PEOPLE = ['ann', 'bob', 'ann ', 'zoë'] as const;

const REQUIREMENTS: readonly ApprovalRequirement[] = [
  {},
  { approvers: { roles: ['lead'] } },
  { approvers: { users: ['bob'] }, fourEyes: true },
  { approvers: [{ roles: ['lead', 'owner'] }, { users: ['zoë'], roles: ['lead'] }], fourEyes: true },
  { fourEyes: true },
  { approvers: [{ quorum: 2 }, { roles: ['clerk'] }] },
];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** An approval whose fields vary in cycles of different lengths, so that every combination of two occurs. */
const sampleOf = (index: number): StoredApproval => {
  const status = at(STATUSES, index);
  const requester = { id: at(PEOPLE, Math.trunc(index / 3)), tenant: at(TENANTS, index) };
  return approvalOf(`a${index}`, `r${index}`, {
    tenant: requester.tenant,
    ...(index % 4 !== 3 && { conversation: `c${index % 4}` }),
    status,
    tool: at(TOOLS, Math.trunc(index / 2)),
    requester,
    requirement: at(REQUIREMENTS, Math.trunc(index / 5)),
    ...(index % 11 === 0 && { answeredBy: 'requester' as const }),
    ...(status === 'APPROVED' && { decidedBy: at(PEOPLE, Math.trunc(index / 7)) }),
    // Several samples have the same time, and a third of all samples has expired.
    createdAt: 1000 + Math.trunc(index / 4) * 10,
    expiresAt: at([NOW - 500, NOW, NOW + 1, NOW + 700, NOW + 700, NOW + 90_000], Math.trunc(index / 6)),
  });
};

const SAMPLES = Array.from({ length: 96 }, (_, index) => sampleOf(index));

/** Writes approvals, each with its run. */
export const fill = async (store: ApprovalStore, samples: readonly StoredApproval[] = SAMPLES): Promise<void> => {
  for (const approval of samples) {
    const { run: id, tenant, conversation } = approval;
    const run = runOf(id, { tenant, ...(conversation !== undefined && { conversation }) });
    await store.change(id, () => ({ run, approvals: [approval], result: undefined }));
  }
};

const shownOf = (approval: StoredApproval): StoredApproval =>
  approval.status === 'PENDING' && approval.expiresAt <= NOW ? { ...approval, status: 'EXPIRED' } : approval;

const mayDecide = ({ status, tenant, requester, requirement, answeredBy }: StoredApproval, by: Approver): boolean => {
  if (status !== 'PENDING') return false;
  const own = typeof by.tenant === 'symbol' ? undefined : (by.tenant ?? 'default');
  if (own !== undefined && own !== tenant) return false;
  if (answeredBy) return own !== undefined && requester.id === by.id;
  if (requirement.fourEyes && requester.id === by.id) return false;
  const groups = [requirement.approvers ?? {}].flat();
  return groups.some(
    ({ users, roles }) =>
      (!users && !roles) || users?.includes(by.id) || roles?.some((role) => by.roles?.includes(role)),
  );
};

/** Returns the samples that a store must list for a filter. */
export const selected = (filter: StoredApprovalFilter): readonly StoredApproval[] =>
  SAMPLES.map(shownOf).filter(
    (one) =>
      (filter.tenant ?? one.tenant) === one.tenant &&
      (filter.conversation ?? one.conversation) === one.conversation &&
      (filter.runId ?? one.run) === one.run &&
      (filter.requester ?? one.requester.id) === one.requester.id &&
      (filter.decidedBy === undefined || filter.decidedBy === one.decidedBy) &&
      (filter.status === undefined || [filter.status].flat().includes(one.status)) &&
      (filter.tools === undefined || filter.tools.includes(one.tool)) &&
      one.createdAt >= (filter.createdFrom ?? 0) &&
      one.createdAt < (filter.createdBefore ?? Infinity) &&
      (filter.decidableBy === undefined || mayDecide(one, filter.decidableBy)),
  );

/** Returns the ids of approvals as a store must order them. */
export const inOrder = (all: readonly StoredApproval[], order: ApprovalOrder): readonly string[] => {
  const value = ({ createdAt, expiresAt }: StoredApproval) => (order === 'expiring' ? expiresAt : createdAt);
  const sorted = [...all].sort((a, b) => value(a) - value(b));
  // Equal times keep their order, and the newest first is the whole list reversed.
  return (order === 'newest' ? sorted.toReversed() : sorted).map(({ id }) => id);
};

const EVERY_TENANT = Symbol.for('toolgate:any-tenant') as Approver['tenant'];

const DECIDERS: readonly Approver[] = [
  { id: 'ann', tenant: 'acme' },
  { id: 'bob', tenant: 'acme', roles: ['lead'] },
  { id: 'zoë', tenant: 'globex', roles: ['owner', 'clerk', 'none'] },
  { id: 'ann', roles: ['lead'] },
  { id: 'bob', tenant: EVERY_TENANT, roles: ['lead', 'owner'] },
  { id: 'lee', tenant: 'acme', roles: Array.from({ length: 70 }, (_, index) => `role ${index}`).concat('lead') },
];

/** Filters, each of which is combined with each of the others. */
const FILTERS: readonly StoredApprovalFilter[] = [
  {},
  { tenant: 'acme' },
  { tenant: 'globex' },
  { conversation: 'c1' },
  { runId: 'r12' },
  { status: 'PENDING' },
  { status: 'EXPIRED' },
  { status: ['PENDING', 'EXPIRED', 'REJECTED'] },
  { tools: ['refund'] },
  { tools: ['mail', 'wire*', 'none'] },
  { requester: 'ann' },
  { requester: 'ann ' },
  { decidedBy: 'zoë' },
  { createdFrom: 1060, createdBefore: 1180 },
  ...DECIDERS.map((decidableBy) => ({ decidableBy })),
];

/** Each pair of filters, merged into one filter. */
export const PAIRS = FILTERS.flatMap((one, index) =>
  FILTERS.slice(index).map((other): StoredApprovalFilter => ({ ...one, ...other })),
);
