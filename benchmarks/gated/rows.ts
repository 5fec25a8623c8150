import { approvedCall, savedCall } from './calls.js';
import { gatedLoop, gatedLoopOnSqlite } from './loop.js';

/** What is measured, each in processes of its own. */
export const ROWS = {
  approved: approvedCall,
  suspended: () => savedCall('suspended'),
  completed: () => savedCall('completed'),
  inline: () => gatedLoop('inline'),
  client: () => gatedLoop('client'),
  onSqlite: gatedLoopOnSqlite,
} as const;

export type RowName = keyof typeof ROWS;
