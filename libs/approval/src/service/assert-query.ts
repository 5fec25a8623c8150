import { isList, recordOf } from '#core';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import { APPROVAL_STATUSES } from '../records/stored-approval.js';
import { RUN_KINDS, type RunStatus } from '../records/stored-run.js';
import { approverProblem } from '../requester/approver-problem.js';
import type { ApprovalFilter, ApprovalOrder, ApprovalQuery, PageQuery, RunQuery } from '../store/approval-query.js';

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Whether a value is a time in ISO 8601: a date, which begins at midnight UTC, or a date with a time and its zone. */
const isIsoTime = (value: unknown): boolean =>
  typeof value === 'string' && ISO.test(value) && Number.isFinite(Date.parse(value)) && isDay(value.slice(0, 10));

// A date that the month does not have would be read as one of the next month.
const isDay = (day: string): boolean => new Date(day).toISOString().startsWith(day);

const ORDERS: NamesOf<Record<ApprovalOrder, unknown>> = { oldest: true, newest: true, expiring: true };
const RUN_STATUSES: NamesOf<Record<RunStatus, unknown>> = {
  suspended: true,
  resuming: true,
  completed: true,
  failed: true,
  cancelled: true,
};

/** The most tools that a filter may name. */
const TOOLS = 100;

/** A property of a query: what it may contain, and what to write otherwise. */
interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly hint: string;
}

type Rules<T> = Readonly<Record<keyof Required<T>, Rule>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const text: Rule = { fits: isText, hint: 'must be a string that is not empty. Leave it out for all' };
const time: Rule = {
  fits: isIsoTime,
  hint: 'must be a time in ISO 8601 with a time zone, such as "2030-01-31T09:00:00Z"',
};

const oneOf = (names: readonly string[]): Rule => ({
  fits: (value) => names.some((known) => known === value),
  hint: `is unknown. Pass one of: ${names.join(', ')}`,
});

const isStatus = (value: unknown): boolean => APPROVAL_STATUSES.some((status) => status === value);

const areStatuses = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isStatus) : isStatus(value);

const areTools = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= TOOLS && value.every(isText);

const PAGE: Rules<PageQuery> = {
  tenant: text,
  conversation: text,
  cursor: { fits: (value) => typeof value === 'string', hint: 'must be a cursor that list() returned' },
  limit: { fits: (value) => typeof value === 'number', hint: 'must be a number' },
};

const FILTERS: Rules<ApprovalFilter> = {
  tenant: text,
  conversation: text,
  status: {
    fits: areStatuses,
    hint: `is unknown. Pass one of these, or a list with at least one: ${APPROVAL_STATUSES.join(', ')}`,
  },
  runId: text,
  tools: { fits: areTools, hint: `must be a list of 1 to ${TOOLS} names of tools. Leave it out for all` },
  requester: text,
  decidedBy: text,
  createdFrom: time,
  createdBefore: time,
  decidableBy: {
    fits: (value) => approverProblem(value) === undefined,
    hint: 'must be an approver. Pass { id, tenant, roles } from the authenticated session',
  },
};

const APPROVALS: Rules<ApprovalQuery> = { ...PAGE, ...FILTERS, order: oneOf(Object.keys(ORDERS)) };
const onlyTrue: Rule = { fits: (value) => value === true, hint: 'must be true. Leave it out for all' };

const RUNS: Rules<RunQuery> = {
  ...PAGE,
  status: oneOf(Object.keys(RUN_STATUSES)),
  kind: oneOf(RUN_KINDS),
  parked: onlyTrue,
  unknownOutcome: onlyTrue,
  unfinished: onlyTrue,
};

/**
 * Returns a query of approvals. Throws `TypeError` for an unknown property or an invalid value, which would otherwise
 * list other records or none.
 */
export const assertApprovalQuery = (query: ApprovalQuery): ApprovalQuery => assertRules(query, APPROVALS);

/** Returns a filter of approvals, checked in the same way. */
export const assertApprovalFilter = (filter: ApprovalFilter): ApprovalFilter => assertRules(filter, FILTERS);

/** Returns a query of runs, checked in the same way. */
export const assertRunQuery = (query: RunQuery): RunQuery => assertRules(query, RUNS);

const assertRules = <T extends object>(query: T, rules: Readonly<Record<string, Rule>>): T => {
  const unknown = unknownName(query, rules);
  if (unknown) throw new TypeError(`Invalid query: ${unknown}. Correct the name.`);
  for (const [name, value] of Object.entries(recordOf(query))) {
    const rule = rules[name];
    if (!rule || value === undefined || rule.fits(value)) continue;
    throw new TypeError(`Invalid query: ${name === 'status' ? statusText(value) : `"${name}"`} ${rule.hint}.`);
  }
  return query;
};

const statusText = (value: unknown): string => {
  const known = new Set<unknown>([...APPROVAL_STATUSES, ...Object.keys(RUN_STATUSES)]);
  const wrong = isList(value) ? value.find((one) => !known.has(one)) : value;
  return typeof wrong === 'string' ? `the status ${JSON.stringify(wrong.slice(0, 40))}` : '"status"';
};

const MOST_HOURS = 168;

/** Throws `TypeError` unless a number of hours is from 1 to 168. */
export const assertStatsHours = (hours: number): void => {
  if (Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS) return;
  throw new TypeError(`Invalid query: "hours" must be a whole number from 1 to ${MOST_HOURS}.`);
};
