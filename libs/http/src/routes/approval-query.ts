import type { ApprovalFilter, ApprovalOrder, ApprovalQuery, ApprovalStatus, Approver } from 'toolgate/approval';
import type { QueryNames } from '../exchange/read-query.js';
import { onlyTrue, pageQuery, type QueryValues, singles } from './page-query.js';

const TEXTS = ['requester', 'decidedBy', 'createdFrom', 'createdBefore', 'conversation', 'runId'] as const;

/** The parameters that filter approvals. */
export const FILTER: QueryNames = {
  status: 'repeats',
  tool: 'repeats',
  requester: 'once',
  decidedBy: 'once',
  createdFrom: 'once',
  createdBefore: 'once',
  conversation: 'once',
  runId: 'once',
  decidable: 'once',
};

/** The parameters of a list of approvals. */
export const LIST_QUERY: QueryNames = { ...FILTER, order: 'once', cursor: 'once', limit: 'once' };

/** Returns the filter that a request states; `ApprovalService` checks its values. */
export const approvalFilter = (query: QueryValues, by: Approver): ApprovalFilter => {
  const status = query.get('status');
  const tools = query.get('tool');
  return {
    ...singles(query, TEXTS),
    ...(status && { status: status as readonly ApprovalStatus[] }),
    ...(tools && { tools }),
    ...(onlyTrue(query, 'decidable') && { decidableBy: by }),
  };
};

/** Returns the query of a list of approvals. */
export const approvalQuery = (query: QueryValues, by: Approver): ApprovalQuery => ({
  ...approvalFilter(query, by),
  ...pageQuery(query),
  ...(singles(query, ['order']) as { readonly order?: ApprovalOrder }),
});
