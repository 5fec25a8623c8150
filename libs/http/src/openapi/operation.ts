import { STATUS_CODES } from 'node:http';
import { DECISION_STATUS, EXTERNAL_STATUS } from '#approval';
import { REQUEST_STATUS } from '../problem/request.exception.js';
import { ifNoneMatch } from './parameters.js';
import { ref, type Schema, text } from './schema.js';

/** The reasons of failed requests, and the status of each. */
const STATUS = { ...REQUEST_STATUS, ...EXTERNAL_STATUS, ...DECISION_STATUS, 'request-reused': 422 } as const;

/** A reason why a request fails. */
export type Problem = keyof typeof STATUS;

/** One operation of the front door, besides its id and its summary. */
export interface Operation {
  readonly description?: string;
  readonly parameters?: readonly Schema[];
  readonly body?: Content;
  /** @default 200 */
  readonly status?: number;
  readonly answer: Content;
  /** The problems of this operation, besides those of every operation. */
  readonly problems?: readonly Problem[];
}

/** The JSON of a request or an answer: the name of its schema, and an example. */
export interface Content {
  readonly schema: string;
  readonly example: unknown;
}

// Every route refuses an unknown parameter of the query.
const EVERY: readonly Problem[] = ['bad-request', 'unauthenticated', 'unavailable'];
const WITH_BODY: readonly Problem[] = ['bad-origin', 'too-large', 'not-json'];
const BODY = 'Each write declares `Content-Type: application/json`; an empty body counts as `{}`.';

/** The problems of a cancellation, of an approval or a run. */
export const CANCEL_PROBLEMS: readonly Problem[] = [
  'bad-decision',
  'not-eligible',
  'not-found',
  'conflict',
  'damaged',
  'version-mismatch',
  'precondition-missing',
];

/** Converts an operation to its form in a document. */
export const operation = (id: string, summary: string, { body, answer, status = 200, ...more }: Operation): Schema => {
  const problems = [...EVERY, ...(body ? WITH_BODY : []), ...(more.problems ?? [])];
  const isRead = !body && status === 200;
  return {
    operationId: `toolgate_${id}`,
    tags: ['approvals'],
    summary,
    ...(more.description !== undefined && { description: more.description }),
    parameters: [...(more.parameters ?? []), ...(isRead ? [ifNoneMatch] : [])],
    ...(body && { requestBody: { required: true, description: BODY, content: jsonOf(body) } }),
    responses: {
      [status]: { description: 'Done.', headers: { ETag: { schema: text } }, content: jsonOf(answer) },
      ...(isRead && { 304: { description: 'The representation has the given ETag.' } }),
      ...problemResponses(problems),
    },
  };
};

const jsonOf = ({ schema, example }: Content): Schema => ({ 'application/json': { schema: ref(schema), example } });

/** Returns the answers to failed requests. */
export const problemResponses = (problems: readonly Problem[]): Readonly<Record<string, Schema>> => {
  const statuses = [...new Set(problems.map((problem) => STATUS[problem]))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      problemResponse(
        status,
        problems.filter((word) => STATUS[word] === status),
      ),
    ]),
  );
};

const problemResponse = (status: number, words: readonly Problem[]): Schema => {
  const title = STATUS_CODES[status];
  const examples = words.map((problem) => [problem, { value: { type: 'about:blank', title, status, problem } }]);
  return {
    description: `${title}: ${[...new Set(words)].join(', ')}.`,
    content: { 'application/problem+json': { schema: ref('Problem'), examples: Object.fromEntries(examples) } },
  };
};
