import type { Approver } from './requester.js';
import { tenantSeenBy } from './tenant-seen-by.js';

/** Whether a person may see a record. Only `ANY_TENANT` sees a record whose tenant is unknown. */
export const isVisible = (
  { tenant }: { readonly tenant: string | undefined },
  by: Pick<Approver, 'tenant'>,
): boolean => {
  const seen = tenantSeenBy(by);
  return seen === undefined || seen === tenant;
};
