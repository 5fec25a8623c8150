import { textColumn } from '../dialect/stored-text.js';
import { approvalReads } from './approval-reads.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { countReads } from './count-reads.js';
import { reserveDue } from './reserve-due.js';
import { approvalWrites } from './approval-writes.js';

/** The repeated statements of a store of approvals, compiled for its database. */
export type ApprovalStatements = ReturnType<typeof approvalStatements>;

/** Compiles the repeated statements of a store of approvals. */
export const approvalStatements = (database: ApprovalDatabase) => ({
  /** The columns of a list of runs. */
  listed: ['place', textColumn(database, 'id').as('id'), textColumn(database, 'body').as('body')] as const,
  ...approvalReads(database),
  ...countReads(database),
  ...approvalWrites(database),
  ...reserveDue(database),
});
