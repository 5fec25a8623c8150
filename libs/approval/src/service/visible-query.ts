import { tenantSeenBy } from '../records/tenant-seen-by.js';
import type { PageQuery } from '../store/approval.store.js';
import type { Viewer } from './read-approver.js';

/** A query for what a viewer sees, everything if there is no viewer; undefined if it asks for another tenant. */
export const visibleQuery = <Query extends PageQuery>(query: Query, viewer: Viewer | undefined): Query | undefined => {
  const tenant = viewer && tenantSeenBy(viewer);
  if (tenant === undefined) return query;
  return query.tenant === undefined || query.tenant === tenant ? { ...query, tenant } : undefined;
};
