import type { Approver, TenantRequester } from './requester.js';
import { tenantSeenBy } from './tenant-seen-by.js';

/** Whether a person is the requester of a record. Two tenants may have people with the same id. */
export const isRequester = (
  { requester, tenant }: { readonly requester: TenantRequester; readonly tenant: string },
  by: Pick<Partial<Approver>, 'id' | 'tenant'>,
): boolean => requester.id === by.id && tenantSeenBy(by) === tenant;
