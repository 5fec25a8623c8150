import type { ApprovalQuery } from 'toolgate/approval';
import type { QueryNames } from '../exchange/read-query.js';
import { pageQuery } from './page-query.js';

/** The parameters of a list of approvals. */
export const LIST_QUERY: QueryNames = {
  status: 'once',
  conversation: 'once',
  runId: 'once',
  cursor: 'once',
  limit: 'once',
};

/** Returns the query of a list of approvals. Throws `RequestException` for an invalid parameter. */
export const approvalQuery = (query: ReadonlyMap<string, readonly string[]>): ApprovalQuery => {
  const [status] = query.get('status') ?? [];
  const [runId] = query.get('runId') ?? [];
  return {
    ...pageQuery(query),
    ...(status !== undefined && { status: status as NonNullable<ApprovalQuery['status']> }),
    ...(runId !== undefined && { runId }),
  };
};
