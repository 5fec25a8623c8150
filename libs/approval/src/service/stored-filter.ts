import { readApprover, type Viewer } from '../requester/read-approver.js';
import type { ApprovalFilter, StoredApprovalFilter } from '../store/approval-query.js';
import { visibleQuery } from './visible-query.js';

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
