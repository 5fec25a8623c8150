import type { Approver } from './requester.js';
import { tenantSeenBy } from './tenant-seen-by.js';

/** Whether a person may know of a record at all. */
export const isVisible = ({ tenant }: { readonly tenant: string }, by: Pick<Approver, 'tenant'>): boolean => {
  const seen = tenantSeenBy(by);
  return seen === undefined || seen === tenant;
};
