import { tenantSeenBy } from '../requester/tenant-seen-by.js';
import type { PageQuery } from '../store/approval-query.js';
import type { Viewer } from '../requester/read-approver.js';

/**
 * Returns a query for the records that a viewer may see, or all records without a viewer. Returns undefined if the
 * query is for another tenant.
 */
export const visibleQuery = <Query extends PageQuery>(query: Query, viewer: Viewer | undefined): Query | undefined => {
  const tenant = viewer && tenantSeenBy(viewer);
  if (tenant === undefined) return query;
  return query.tenant === undefined || query.tenant === tenant ? { ...query, tenant } : undefined;
};
