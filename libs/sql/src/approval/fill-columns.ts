import type { StoredApproval } from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';
import { jsonIn, textColumn } from '../dialect/stored-text.js';
import { deciderRows, filteredColumns } from './approval-rows.js';
import type { ApprovalDatabase } from './approval-tables.js';

type Place = number | string;
type FilledRow = ReturnType<typeof filteredColumns> & { readonly place: Place };
type DeciderRow = Pick<ReturnType<typeof deciderRows>[number], 'decider' | 'requester'> & { readonly place: Place };

const PAGE = 500;
const ROWS = 100;

/** Fills the columns that lists use from the stored approvals. A row that cannot be read keeps the default values. */
export const fillColumns = async (database: ApprovalDatabase): Promise<void> => {
  let last: Place | undefined = 0;
  while (last !== undefined) last = await fillPage(database, last);
  await dateUnreadable(database);
};

const fillPage = async (database: ApprovalDatabase, after: Place): Promise<Place | undefined> => {
  const rows = await database
    .selectFrom('toolgate_approvals')
    .select(['place', textColumn(database, 'body').as('body')])
    .where('place', '>', after)
    .orderBy('place')
    .limit(PAGE)
    .execute();
  const filled: FilledRow[] = [];
  const deciders: DeciderRow[] = [];
  for (const { place, body } of rows) {
    const json = jsonIn<StoredApproval>(body);
    const found = 'value' in json ? columnsIn(json.value) : undefined;
    if (!found) continue;
    filled.push({ ...found.columns, place });
    deciders.push(...found.deciders.map(({ decider, requester }) => ({ decider, requester, place })));
  }
  for (let index = 0; index < filled.length; index += ROWS) await update(database, filled.slice(index, index + ROWS));
  for (let index = 0; index < deciders.length; index += ROWS) {
    await insertDeciders(database, deciders.slice(index, index + ROWS));
  }
  return rows.at(-1)?.place;
};

// A damaged record may lack any field, or have one of another type.
const columnsIn = (approval: StoredApproval) => {
  try {
    const columns = filteredColumns(approval);
    const isWhole = Number.isFinite(columns.created) && Number.isFinite(columns.expires);
    return isWhole ? { columns, deciders: deciderRows(approval) } : undefined;
  } catch {
    return undefined;
  }
};

// With casts, because PostgreSQL treats a parameter in a list of values as text.
const update = async (database: ApprovalDatabase, rows: readonly FilledRow[]): Promise<void> => {
  const values = rows.map(
    ({ place, created, expires, tool, requester, decider }) =>
      sql`(cast(${place} as bigint), cast(${created} as bigint), cast(${expires} as bigint), cast(${tool} as text), cast(${requester} as text), cast(${decider} as text))`,
  );
  await database
    .with(
      'filled(place, created, expires, tool, requester, decider)',
      () => sql<FilledRow>`(values ${sql.join(values)})`,
    )
    .updateTable('toolgate_approvals')
    .from('filled')
    .set(({ ref }) => ({
      created: ref('filled.created'),
      expires: ref('filled.expires'),
      tool: ref('filled.tool'),
      requester: ref('filled.requester'),
      decider: ref('filled.decider'),
    }))
    .whereRef('toolgate_approvals.place', '=', 'filled.place')
    .execute();
};

const insertDeciders = async (database: ApprovalDatabase, rows: readonly DeciderRow[]): Promise<void> => {
  const values = rows.map(
    ({ place, decider, requester }) =>
      sql`(cast(${place} as bigint), cast(${decider} as text), cast(${requester} as text))`,
  );
  await database
    .with('found(place, decider, requester)', () => sql<DeciderRow>`(values ${sql.join(values)})`)
    .insertInto('toolgate_approval_deciders')
    .columns(['place', 'decider', 'tenant', 'requester', 'created', 'expires'])
    .expression((query) =>
      query
        .selectFrom('found')
        .innerJoin('toolgate_approvals as asked', 'asked.place', 'found.place')
        .select(['found.place', 'found.decider', 'asked.tenant', 'found.requester', 'asked.created', 'asked.expires']),
    )
    .execute();
};

/**
 * Takes the request times of approvals that cannot be read from their events, so that they keep their places in lists.
 */
const dateUnreadable = async (database: ApprovalDatabase): Promise<void> => {
  await database
    .updateTable('toolgate_approvals')
    .set(({ selectFrom, fn, val }) => ({
      created: fn.coalesce(
        selectFrom('toolgate_approval_events as event')
          .select(sql<number>`min(event.at)`.as('at'))
          .whereRef('event.run', '=', 'toolgate_approvals.run')
          .whereRef('event.approval', '=', 'toolgate_approvals.id'),
        val(0),
      ),
    }))
    .where('created', '=', 0)
    .execute();
};
