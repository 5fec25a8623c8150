import { described, flag, listOf, ref, type Schema, text, time } from './schema.js';

/** Returns a parameter of the query. */
export const inQuery = (name: string, schema: Schema, description?: string): Schema => ({
  name,
  in: 'query',
  required: false,
  schema,
  ...(description !== undefined && { description }),
});

/** The representation that the client has. */
export const ifNoneMatch: Schema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: text,
  description: 'The ETag of the representation that the client has.',
};

/** The version that the client has read. */
export const ifMatch: Schema = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^"\\d+"$' },
  example: '"1"',
  description: 'The version of the record that was read, in quotes.',
};

/** The id in a path. */
export const idInPath: Schema = { name: 'id', in: 'path', required: true, schema: text };

/** The filters of approvals. */
export const filters: readonly Schema[] = [
  inQuery('status', listOf(ref('ApprovalStatus')), 'May repeat.'),
  inQuery('tool', listOf(text), 'The exact name of a tool. May repeat.'),
  inQuery('requester', text, 'The id of the requester.'),
  inQuery('decidedBy', text, 'The id of the person who decided.'),
  inQuery('createdFrom', time),
  inQuery('createdBefore', time),
  inQuery('conversation', text),
  inQuery('runId', text),
  inQuery('decidable', described({ ...flag, enum: [true] }, 'Only approvals that the person may decide now.')),
];

/** The selection of a page. */
export const paging: readonly Schema[] = [
  inQuery('cursor', text, 'The cursor of the page before.'),
  inQuery('limit', { type: 'integer', minimum: 1, maximum: 500, default: 50 }),
];
