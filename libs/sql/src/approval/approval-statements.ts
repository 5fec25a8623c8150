import type { Kysely } from 'kysely';
import { approvalReads } from './approval-reads.js';
import type { ApprovalTables } from './approval-tables.js';
import { approvalWrites } from './approval-writes.js';

/** The statements that a store of approvals runs again and again, compiled for its database. */
export type ApprovalStatements = ReturnType<typeof approvalStatements>;

/** Compiles the statements that a store of approvals runs again and again. */
export const approvalStatements = (database: Kysely<ApprovalTables>) => ({
  ...approvalReads(database),
  ...approvalWrites(database),
});
