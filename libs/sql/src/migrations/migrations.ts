import { APPROVAL_LISTS } from '../approval/approval-lists.migration.js';
import { APPROVAL_MIGRATIONS } from '../approval/approval.migrations.js';
import { APPROVAL_STEPS } from '../approval/approval-steps.migration.js';
import { COUNTED_RUNS } from '../approval/counted-runs.migration.js';
import { DUE_WORK } from '../approval/due-work.migration.js';
import { INBOX_LISTS } from '../approval/inbox-lists.migration.js';
import { NOTICES } from '../approval/notices.migration.js';
import { PARKED_RUNS } from '../approval/parked-runs.migration.js';
import { RETENTION } from '../approval/retention.migration.js';
import { RESERVED_RUNS } from '../approval/reserved-runs.migration.js';
import { WAITING_TOTALS } from '../approval/waiting-totals.migration.js';
import { WAITING_TOTALS_SQLITE } from '../approval/waiting-totals-sqlite.migration.js';
import { WAITING_LISTS } from '../approval/waiting-lists.migration.js';
import { CHAT_MEMORY_MIGRATIONS } from '../chat-memory/chat-memory.migrations.js';
import { CHAT_MEMORY_TIMES } from '../chat-memory/chat-memory-times.migration.js';
import { CHAT_MEMORY_TENANTS } from '../chat-memory/chat-memory-tenants.migration.js';
import type { Migration } from '../dialect/migration.js';
import { LIVE_TURNS_TABLES } from '../live-turns/live-turns.migration.js';
import { IGNORABLE_MIGRATIONS } from './ignorable-migrations.migration.js';

/** Every migration of all stores. The numbers before the names determine their order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...CHAT_MEMORY_MIGRATIONS,
  ...APPROVAL_MIGRATIONS,
  '0003-chat-memory-tenants': CHAT_MEMORY_TENANTS,
  '0004-due-work': DUE_WORK,
  '0005-chat-memory-times': CHAT_MEMORY_TIMES,
  '0006-approval-lists': APPROVAL_LISTS,
  '0007-approval-steps': APPROVAL_STEPS,
  '0008-waiting-lists': WAITING_LISTS,
  '0009-inbox-lists': INBOX_LISTS,
  '0010-reserved-runs': RESERVED_RUNS,
  '0011-parked-runs': PARKED_RUNS,
  '0012-counted-runs': COUNTED_RUNS,
  '0013-live-turns': LIVE_TURNS_TABLES,
  '0015-ignorable-migrations': IGNORABLE_MIGRATIONS,
  '0016-retention': RETENTION,
  '0019-waiting-totals': WAITING_TOTALS,
  '0021-notices': NOTICES,
  '0022-waiting-totals-sqlite': WAITING_TOTALS_SQLITE,
};

/** The table that lists the executed migrations. */
export const MIGRATIONS_TABLE = 'toolgate_migrations';
