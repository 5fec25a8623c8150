import { DEFAULT_TENANT } from '#core';
import { ANY_TENANT } from '../approval.constants.js';
import type { Approver, TenantRequester } from './requester.js';

/** Returns the only tenant whose records a person sees; undefined for every tenant. */
export const tenantSeenBy = ({ tenant = DEFAULT_TENANT }: Pick<Approver, 'tenant'>): string | undefined =>
  tenant === ANY_TENANT ? undefined : tenant;

/** Whether a person may see a record. Only `ANY_TENANT` sees a record whose tenant is unknown. */
export const isVisible = (
  { tenant }: { readonly tenant: string | undefined },
  by: Pick<Approver, 'tenant'>,
): boolean => {
  const seen = tenantSeenBy(by);
  return seen === undefined || seen === tenant;
};

/** Whether a person is the requester of a record. Two tenants may have people with the same id. */
export const isRequester = (
  { requester, tenant }: { readonly requester: TenantRequester; readonly tenant: string },
  by: Pick<Partial<Approver>, 'id' | 'tenant'>,
): boolean => requester.id === by.id && tenantSeenBy(by) === tenant;
