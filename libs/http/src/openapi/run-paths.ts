import * as examples from './examples.js';
import { CANCEL_PROBLEMS, operation } from './operation.js';
import { idInPath, ifMatch, inQuery, paging } from './parameters.js';
import { described, flag, ref, type Schema, text } from './schema.js';

const run = { schema: 'Run', example: examples.run };
const cancelled = { ...run, example: { ...examples.run, status: 'cancelled', version: 2 } };

/** The paths of runs, below the path of the door. */
export const runPaths: Readonly<Record<string, Schema>> = {
  '/runs': {
    get: operation('listRuns', 'List runs, oldest first', {
      parameters: [
        inQuery('status', ref('RunStatus')),
        inQuery('kind', ref('RunKind')),
        inQuery('parked', described({ ...flag, enum: [true] }, 'Only parked runs.')),
        inQuery(
          'unknownOutcome',
          described({ ...flag, enum: [true] }, 'Only runs with a call whose outcome is unknown.'),
        ),
        inQuery('conversation', text),
        ...paging,
      ],
      answer: { schema: 'RunPage', example: { items: [examples.run], now: examples.now } },
    }),
  },
  '/runs/{id}': {
    get: operation('getRun', 'Read a run', {
      description: 'Only the requester of a completed run receives its answer.',
      parameters: [idInPath],
      answer: run,
      problems: ['not-found', 'damaged'],
    }),
  },
  '/runs/{id}/events': {
    get: operation('runEvents', 'Read the events of a run', {
      parameters: [idInPath],
      answer: { schema: 'ApprovalEvents', example: examples.events },
      problems: ['not-found', 'damaged'],
    }),
  },
  '/runs/{id}/resume': {
    post: operation('resumeRun', 'Resume a run now', {
      description:
        'Workers resume runs by themselves. The answer does not wait for the turn: read the run until it has ended.',
      parameters: [idInPath],
      body: { schema: 'Resume', example: {} },
      status: 202,
      answer: run,
      problems: ['not-eligible', 'not-found', 'conflict', 'damaged'],
    }),
  },
  '/runs/{id}/retry': {
    post: operation('retryRun', 'Retry a parked run', {
      description:
        'Gives the run a new deadline and makes it due. The answer does not wait for the turn: read the run until it has ended.',
      parameters: [idInPath],
      body: { schema: 'Resume', example: {} },
      status: 202,
      answer: run,
      problems: ['not-eligible', 'not-found', 'conflict', 'damaged'],
    }),
  },
  '/runs/{id}/cancel': {
    post: operation('cancelRun', 'Cancel a run', {
      parameters: [idInPath, ifMatch],
      body: { schema: 'Cancel', example: { reason: 'The customer left.' } },
      answer: cancelled,
      problems: CANCEL_PROBLEMS,
    }),
  },
  '/runs/{id}/reconcile': {
    post: operation('reconcileRun', 'Report the outcome of a call whose outcome is unknown', {
      description: 'Without an outcome, the server asks the tool.',
      parameters: [idInPath],
      body: {
        schema: 'KnownCall',
        example: { index: 0, outcome: { type: 'succeeded', value: 'Refunded 80 of A-1043' } },
      },
      answer: { ...run, example: { ...examples.run, hasEffects: true, version: 5 } },
      problems: ['not-eligible', 'not-found', 'conflict', 'damaged'],
    }),
  },
};
