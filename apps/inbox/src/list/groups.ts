import type { ApprovalFilter, ApprovalListQuery, ApprovalStatusWord } from 'toolgate/http/client';
import type { Address } from '../address/address.js';

/** The words of the filter by status, in the order of the menu. */
export const GROUPS = ['waiting', 'decided', 'closed', 'unknown', 'all'] as const;

export type Group = (typeof GROUPS)[number];

export const ORDERS = ['oldest', 'newest', 'expiring'] as const;

export type Order = (typeof ORDERS)[number];

/** How many the list shows first: as many as a window of 1080 px has place for. The others follow after the paint. */
const FIRST_PAGE = 12;

const STATUSES: Readonly<Record<Group, readonly ApprovalStatusWord[]>> = {
  waiting: ['PENDING'],
  decided: ['APPROVED', 'REJECTED', 'RESPONDED', 'EXECUTING', 'SUCCEEDED', 'FAILED', 'ABANDONED'],
  closed: ['EXPIRED', 'CANCELLED', 'LAPSED', 'REVOKED'],
  unknown: ['OUTCOME_UNKNOWN'],
  all: [],
};

/** The group of statuses that an address names; for any other word, the waiting approvals. */
export const groupOf = ({ status }: Pick<Address, 'status'>): Group =>
  GROUPS.find((group) => group === status) ?? 'waiting';

/** The order that an address names, else the usual one: the oldest waiting approval first, the newest decided one first. */
export const orderOf = (address: Pick<Address, 'status' | 'order'>): Order =>
  ORDERS.find((order) => order === address.order) ?? usualOrder(groupOf(address));

export const usualOrder = (group: Group): Order => (group === 'waiting' ? 'oldest' : 'newest');

/** The filter of the server for an address. The text is searched on the page. */
export const filterOf = (address: Address): ApprovalFilter => {
  const status = STATUSES[groupOf(address)];
  return {
    ...(status.length > 0 && { status }),
    ...(address.tool !== undefined && { tool: address.tool }),
    ...(address.mine && { decidable: true }),
  };
};

/** The list of the server for an address. */
export const queryOf = (address: Address): Omit<ApprovalListQuery, 'cursor'> => ({
  ...filterOf(address),
  order: orderOf(address),
  limit: FIRST_PAGE,
});
