import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { NestedSteps } from './nested-steps.js';
import { SteppedStream } from './stepped-stream.js';
import { settled, type Steps, type Yielded } from './steps.js';

/** What steps do, one thing after the other. */
type Action =
  | { readonly type: 'part' | 'fail' | 'return' }
  /** Reads other steps to their end. */
  | { readonly type: 'read' | 'caught' | 'finally'; readonly inner: readonly Action[] };

interface Command {
  readonly way: 'next' | 'throw' | 'return';
  readonly value: number;
}

type Driven = Pick<NestedSteps<ChatClientResponse>, 'next' | 'throw' | 'return'>;

/** Reads other steps by a stream, or by `yield*`, and logs their response. */
type Read = (steps: Steps, log: unknown[]) => Steps;

const responseFrom = (value: unknown): ChatClientResponse => value as ChatClientResponse;

class LoggedStream extends SteppedStream {
  constructor(
    steps: Steps,
    private readonly log: unknown[],
  ) {
    super(steps);
  }

  override checked(response: ChatClientResponse): ChatClientResponse {
    this.log.push({ response });
    return response;
  }
}

const readByStream: Read = function* (steps, log) {
  const stream = new LoggedStream(steps, log);
  return settled(stream, yield stream);
};

const readByYield: Read = function* (steps, log) {
  const response = yield* steps;
  log.push({ response });
  return response;
};

function* run(actions: readonly Action[], log: unknown[], read: Read): Steps {
  for (const [index, action] of actions.entries()) {
    switch (action.type) {
      case 'part':
        log.push(yield { type: 'text-delta', id: '0', delta: `${index}` });
        break;
      case 'fail':
        throw new Error(`of ${index}`);
      case 'return':
        return responseFrom(index);
      case 'read':
        log.push(yield* read(run(action.inner, log, read), log));
        break;
      case 'caught':
        try {
          log.push(yield* read(run(action.inner, log, read), log));
        } catch (error) {
          log.push(String(error));
        }
        break;
      case 'finally':
        try {
          log.push(yield* read(run(action.inner, log, read), log));
        } finally {
          log.push(yield { type: 'text-delta', id: '0', delta: 'the last' });
        }
    }
  }
  return responseFrom('the end');
}

const outcomeOf = (step: () => IteratorResult<Yielded, unknown>): unknown => {
  try {
    const { done = false, value } = step();
    return { done, value };
  } catch (error) {
    return String(error);
  }
};

const drive = (steps: Driven, commands: readonly Command[]): readonly unknown[] =>
  commands.map(({ way, value }) =>
    outcomeOf(() => {
      if (way === 'next') return steps.next(value);
      return way === 'throw' ? steps.throw(new Error(`thrown ${value}`)) : steps.return(responseFrom(value));
    }),
  );

const { actions } = fc.letrec<{ action: Action; actions: readonly Action[] }>((tie) => ({
  action: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: fc.constant({ type: 'part' as const }) },
    fc.record({ type: fc.constantFrom('fail' as const, 'return' as const) }),
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom('read' as const, 'caught' as const, 'finally' as const),
        inner: tie('actions'),
      }),
    },
  ),
  actions: fc.array(tie('action'), { maxLength: 4 }),
}));

const command = fc.record({
  way: fc.oneof(
    { weight: 6, arbitrary: fc.constant('next' as const) },
    fc.constant('throw' as const),
    fc.constant('return' as const),
  ),
  value: fc.nat(9),
});

it('runs the steps of streams as if they were read by yield*', () => {
  fc.assert(
    fc.property(actions, fc.array(command, { minLength: 1, maxLength: 12 }), (program, commands) => {
      const expected: unknown[] = [];
      const flat = drive(run(program, expected, readByYield), commands);
      const log: unknown[] = [];
      expect(drive(new NestedSteps(run(program, log, readByStream)), commands)).toEqual(flat);
      expect(log).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
