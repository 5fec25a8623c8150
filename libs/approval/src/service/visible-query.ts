import { tenantSeenBy } from '../requester/visibility.js';
import type { ApprovalFilter, PageQuery, StoredApprovalFilter } from '../store/approval-query.js';
import { type Viewer, readApprover } from '../requester/read-approver.js';

/**
 * Returns a query for the records that a viewer may see, or all records without a viewer. Returns undefined if the
 * query is for another tenant.
 */
export const visibleQuery = <Query extends PageQuery>(query: Query, viewer: Viewer | undefined): Query | undefined => {
  const tenant = viewer && tenantSeenBy(viewer);
  if (tenant === undefined) return query;
  return query.tenant === undefined || query.tenant === tenant ? { ...query, tenant } : undefined;
};

type Stored<Filter> = Omit<Filter, keyof StoredApprovalFilter> & StoredApprovalFilter;

/**
 * Returns a valid filter as a store receives it, for the approvals that a viewer may see; for all of them without a
 * viewer. Returns undefined if the filter is for another tenant. It is a copy, which cannot change while it is used.
 */
export const storedFilter = <Filter extends ApprovalFilter>(
  filter: Filter,
  viewer: Viewer | undefined,
): Stored<Filter> | undefined => {
  const { status, tools, createdFrom, createdBefore, decidableBy: by, ...rest } = filter;
  const decidableBy = by && readApprover(by);
  const visible = visibleQuery(rest, viewer);
  // A person decides in one tenant only, even if the viewer sees more.
  const asked = visible && visibleQuery(visible, decidableBy);
  if (!asked) return undefined;
  return {
    ...asked,
    ...(status !== undefined && { status: typeof status === 'string' ? status : [...new Set(status)] }),
    ...(tools && { tools: [...new Set(tools)] }),
    ...(createdFrom !== undefined && { createdFrom: Date.parse(createdFrom) }),
    ...(createdBefore !== undefined && { createdBefore: Date.parse(createdBefore) }),
    ...(decidableBy && { decidableBy }),
  } as Stored<Filter>;
};
