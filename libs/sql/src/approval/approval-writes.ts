import type { RawBuilder } from 'kysely';
import { sql } from '../dialect/kysely.js';
import { type Argument, statement } from '../dialect/statement.js';
import type { approvalRow, deciderRows, eventRow, noticeRow, runRow, schemaRow } from './approval-rows.js';
import type { ApprovalDatabase } from './approval-tables.js';

/** A row that replaces an older version. */
export interface NextVersion<Row> {
  readonly row: Row;
  readonly version: number;
}

type RunRow = ReturnType<typeof runRow>;
type ApprovalRow = ReturnType<typeof approvalRow>;
type EventRow = ReturnType<typeof eventRow>;
type DeciderRow = ReturnType<typeof deciderRows>[number];
type NoticeRow = ReturnType<typeof noticeRow>;
type SchemaRow = ReturnType<typeof schemaRow>;

/** A checkpoint as a row. */
export interface CheckpointRow {
  readonly run: string;
  readonly body: string;
}

/** A step of a checkpoint as a row. */
export interface StepRow extends CheckpointRow {
  readonly step: number;
}

/** A run to set aside, and the reason. */
export interface AsideRow<Key> {
  readonly key: Key;
  readonly aside: string;
}

/** The writes of a store of approvals, compiled for its database. */
export const approvalWrites = (database: ApprovalDatabase) => ({
  ...newRecords(database),
  ...nextVersions(database),
  ...setAside(database),
  ...checkpoints(database),
  ...deciders(database),
});

const deciders = (database: ApprovalDatabase) => {
  const placeOf = (id: RawBuilder<string>) =>
    database.selectFrom('toolgate_approvals').select('place').where('id', '=', id);
  return {
    /** For approvals that are already written. */
    insertDeciders: insertDeciders(database, (id) => placeOf(id)),
    /** PostgreSQL only: for approvals that the same statement adds. */
    insertDecidersOfAdded: insertDeciders(database, (id) => sql<number>`(select place from added where id = ${id})`),
    deleteDeciders: statement<string>((argument) =>
      database.deleteFrom('toolgate_approval_deciders').where('place', '=', placeOf(sql`${argument(itself<string>)}`)),
    ),
  };
};

const insertDeciders = (database: ApprovalDatabase, placeOf: (id: RawBuilder<string>) => unknown) =>
  counted((count) =>
    statement<readonly DeciderRow[]>((argument) =>
      database.insertInto('toolgate_approval_deciders').values(
        Array.from({ length: count }, (_, index) => ({
          place: sql<number>`${placeOf(sql`${argument((rows) => rows[index]!.id)}`)}`,
          ...fields(argument, DECIDER, (rows) => rows[index]!),
        })),
      ),
    ),
  );

const checkpoints = (database: ApprovalDatabase) => ({
  putCheckpoint: statement<CheckpointRow>((argument) =>
    database
      .insertInto('toolgate_approval_checkpoints')
      .values(fields(argument, ['run', 'body'], itself<CheckpointRow>))
      .onConflict((there) => there.column('run').doUpdateSet((row) => ({ body: row.ref('excluded.body') }))),
  ),
  deleteCheckpoint: statement<string>((argument) =>
    database.deleteFrom('toolgate_approval_checkpoints').where('run', '=', argument(itself<string>)),
  ),
  deleteSteps: statement<string>((argument) =>
    database.deleteFrom('toolgate_approval_steps').where('run', '=', argument(itself<string>)),
  ),
  /** Writes nothing if the step or the checkpoint before it is missing. */
  putStep: statement<StepRow>((argument) => {
    const run = argument((row) => row.run);
    const before = argument((row) => row.step - 1);
    return database
      .insertInto('toolgate_approval_steps')
      .columns(['run', 'step', 'body'])
      .expression((query) =>
        query
          .selectFrom('toolgate_approval_checkpoints')
          .select([
            'run',
            sql<number>`cast(${argument((row) => row.step)} as integer)`.as('step'),
            sql<string>`cast(${argument((row) => row.body)} as text)`.as('body'),
          ])
          .where('run', '=', run)
          .where(({ or, eb, exists }) =>
            or([
              eb(sql<number>`cast(${before} as integer)`, '=', 0),
              exists(
                query
                  .selectFrom('toolgate_approval_steps')
                  .select('step')
                  .where('run', '=', run)
                  .where('step', '=', before),
              ),
            ]),
          ),
      )
      .onConflict((there) => there.columns(['run', 'step']).doUpdateSet((row) => ({ body: row.ref('excluded.body') })));
  }),
});

const setAside = (database: ApprovalDatabase) => ({
  setAside: statement<AsideRow<string>>((argument) =>
    database
      .updateTable('toolgate_approval_runs')
      .set({ due: null, aside: argument(reason) })
      .where('id', '=', argument(key))
      // A process of an earlier version may have made the run due again, without clearing the reason.
      .where((row) => row.or([row('aside', 'is', null), row('due', 'is not', null)])),
  ),
  /** For a row whose id cannot be read. */
  setAsidePlace: statement<AsideRow<number | string>>((argument) =>
    database
      .updateTable('toolgate_approval_runs')
      .set({ due: null, aside: argument(reason) })
      .where('place', '=', argument(key)),
  ),
});

const reason = ({ aside }: AsideRow<unknown>): string => aside;
const key = <Key>(row: AsideRow<Key>): Key => row.key;

const newRecords = (database: ApprovalDatabase) => ({
  /** Writes nothing if the run exists. */
  insertRun: statement<RunRow>((argument) =>
    database
      .insertInto('toolgate_approval_runs')
      .values(fields(argument, RUN, itself<RunRow>))
      .onConflict((there) => there.column('id').doNothing()),
  ),
  insertApprovals: counted((count) =>
    statement<readonly ApprovalRow[]>((argument) =>
      database.insertInto('toolgate_approvals').values(manyFields(argument, APPROVAL, count)),
    ),
  ),
  insertEvents: counted((count) =>
    statement<readonly EventRow[]>((argument) =>
      database.insertInto('toolgate_approval_events').values(manyFields(argument, EVENT, count)),
    ),
  ),
  insertNotices: counted((count) =>
    statement<readonly NoticeRow[]>((argument) =>
      database.insertInto('toolgate_approval_notices').values(manyFields(argument, NOTICE, count)),
    ),
  ),
  /** Ignores schemas that are already stored. */
  insertSchemas: counted((count) =>
    statement<readonly SchemaRow[]>((argument) =>
      database
        .insertInto('toolgate_tool_schemas')
        .values(manyFields(argument, ['hash', 'body'], count))
        .onConflict((there) => there.column('hash').doNothing()),
    ),
  ),
});

const nextVersions = (database: ApprovalDatabase) => ({
  updateRun: updateRun(database, ['status', ...DUE, ...NEXT]),
  /** For a run whose status does not change. */
  updateDueRun: updateRun(database, [...DUE, ...NEXT]),
  /**
   * For a run whose due time does not change either. Writes nothing if the run was set aside: it is no longer due then.
   */
  updateBodyOfRun: updateRun(database, NEXT, true),
  updateApproval: statement<NextVersion<ApprovalRow>>((argument) =>
    database
      .updateTable('toolgate_approvals')
      .set(fields(argument, ['status', 'version', 'expires', 'decider', 'body'], ({ row }) => row))
      .where('id', '=', argument(idOfRow))
      .where('version', '=', argument(olderVersion)),
  ),
});

// SQLite writes a page of each index whose columns the statement names, even if the values do not change.
const updateRun = (database: ApprovalDatabase, columns: readonly (keyof RunRow)[], isNotAside = false) =>
  statement<NextVersion<RunRow>>((argument) =>
    database
      .updateTable('toolgate_approval_runs')
      .set(fields(argument, columns, ({ row }) => row))
      .where('id', '=', argument(idOfRow))
      .where('version', '=', argument(olderVersion))
      .$if(isNotAside, (query) => query.where('aside', 'is', null)),
  );

const RESUMED_BY = ['kind', 'schema', 'client'] as const;
const DUE = ['due', 'turn', 'aside', 'parked', 'reserved', 'ended', 'removed', ...RESUMED_BY] as const;
const NEXT = ['version', 'body'] as const;
const LISTED = ['id', 'tenant', 'conversation', 'status', 'version', 'body'] as const;
const RUN = [...LISTED, 'due', 'turn', 'parked', 'ended', 'removed', ...RESUMED_BY] as const;
const APPROVAL = [...LISTED, 'run', 'created', 'expires', 'tool', 'requester', 'decider'] as const;
const DECIDER = ['decider', 'tenant', 'requester', 'created', 'expires'] as const;
const EVENT = ['run', 'approval', 'tenant', 'type', 'at', 'body'] as const;

const NOTICE = ['id', 'channel', 'run', 'tenant', 'state', 'at', 'due', 'failures', 'body'] as const;

const itself = <T>(value: T): T => value;
const idOfRow = ({ row }: NextVersion<{ readonly id: string }>): string => row.id;
const olderVersion = ({ version }: NextVersion<unknown>): number => version;

/** The columns of a row, each with the argument for its value. */
const fields = <Values, Row extends object, Name extends keyof Row>(
  argument: Argument<Values>,
  names: readonly Name[],
  row: (values: Values) => Row,
): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, argument((values) => row(values)[name])])) as Pick<Row, Name>;

const manyFields = <Row extends object, Name extends keyof Row>(
  argument: Argument<readonly Row[]>,
  names: readonly Name[],
  count: number,
): readonly Pick<Row, Name>[] =>
  Array.from({ length: count }, (_, index) => fields(argument, names, (rows) => rows[index]!));

/** Compiles a statement for each number of rows, when it is first needed. */
const counted = <T>(compile: (count: number) => T): ((count: number) => T) => {
  const compiled = new Map<number, T>();
  return (count) => {
    const found = compiled.get(count) ?? compile(count);
    compiled.set(count, found);
    return found;
  };
};
