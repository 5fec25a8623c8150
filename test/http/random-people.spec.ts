import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import * as fc from 'fast-check';
import { ChatClient } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { type Prompt, textOf } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { Desk } from '../approval/approval.fixture.js';
import { type Ask, decision, serveDoor } from './door.fixture.js';
import { answerChecker, documented } from './openapi-answers.fixture.js';
import { platforms } from './platforms.fixture.js';

/** What a person requests. */
const KINDS = ['ask', 'decide', 'decide', 'decide', 'cancel', 'read', 'history', 'list', 'counts'] as const;
const OF_RUNS = ['resume', 'retry', 'reconcile', 'cancelRun', 'run', 'runs', 'events'] as const;
/** Ada requests each refund. Ann, Boss and Eve may decide, Boss and Root are administrators, Eve is of another tenant. */
const PEOPLE = ['ada', 'ann', 'ann', 'bob', 'boss', 'eve', 'root'] as const;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, ...OF_RUNS),
    as: fc.constantFrom(...PEOPLE),
    instance: fc.nat({ max: 1 }),
    pick: fc.nat({ max: 99 }),
    /** Selects one of the bodies of a decision, or an old version. */
    odd: fc.nat({ max: 9 }),
  }),
  { minLength: 5, maxLength: 40 },
);

type Step = Readonly<ReturnType<typeof steps.generate>['value'][number]>;
type Waiting = Readonly<Record<'id' | 'runId' | 'argsHash' | 'order', string>>;

/** The body of a decision: mostly one that counts, otherwise one that is stale, altered or malformed. */
const bodyOf = ({ argsHash, order }: Waiting, { odd, pick }: Step): object => {
  const good = decision({ revision: 1, argsHash }, { decisionId: `d-${pick}` });
  const others = [
    { ...good, decision: 'reject', reason: 'Too much.' },
    { ...good, decision: 'respond', response: null },
    { ...good, editedArguments: { order, amount: 4 } },
    { ...good, editedArguments: { order: [order] } },
    { ...good, revision: 2 },
    { ...good, argsHash: argsHash.toLowerCase() },
    { ...good, decision: ['approve'] },
  ];
  return others[odd] ?? good;
};

const requestOf = (
  step: Step,
  { id, runId, ...waiting }: Waiting,
): readonly [route: string, path: string, ask: Ask] => {
  const headers = { 'if-match': `"${step.odd === 0 ? 9 : 1}"` };
  switch (step.kind) {
    case 'decide':
      return ['post /approvals/{id}/decisions', `/${id}/decisions`, { body: bodyOf({ id, runId, ...waiting }, step) }];
    case 'cancel':
      return ['post /approvals/{id}/cancel', `/${id}/cancel`, { body: {}, headers }];
    case 'history':
      return ['get /approvals/{id}/history', `/${id}/history`, {}];
    case 'list':
      return ['get /approvals', '?decidable=true&order=newest', {}];
    case 'counts':
      return ['get /approvals/counts', '/counts', {}];
    case 'run':
      return ['get /approvals/runs/{id}', `/runs/${runId}`, {}];
    case 'runs':
      return ['get /approvals/runs', '/runs?limit=5', {}];
    case 'events':
      return ['get /approvals/runs/{id}/events', `/runs/${runId}/events`, {}];
    case 'cancelRun':
      return ['post /approvals/runs/{id}/cancel', `/runs/${runId}/cancel`, { body: {}, headers }];
    case 'resume':
    case 'retry':
    case 'reconcile':
      return [`post /approvals/runs/{id}/${step.kind}`, `/runs/${runId}/${step.kind}`, { body: {} }];
    default:
      return ['get /approvals/{id}', `/${id}`, {}];
  }
};

/** Calls one refund, and answers after its result. */
const answer = ({ messages }: Prompt) => {
  const last = messages.at(-1);
  if (last?.role !== 'user') return 'Done.';
  return callsTools(toolCall('refund', { order: textOf(last), amount: 5 }));
};

describe('what several people request in any order from two instances', () => {
  const check = answerChecker(documented());
  const doors: Awaited<ReturnType<typeof serveDoor>>[] = [];
  let orders = 0;

  beforeAll(async () => {
    const store = new InMemoryApprovalStore();
    const requirement = { approvers: { roles: ['finance'] }, fourEyes: true, allowEdit: true };
    for (const platform of platforms) {
      const door = await serveDoor(platform, { store, requirement, approval: { worker: true } });
      door.script.push(...Array.from({ length: 50_000 }, () => answer));
      doors.push(door);
    }
  });

  afterAll(async () => {
    for (const { app } of doors) await app.close();
  });

  /** A turn of Ada waits for a new refund. */
  const asks = async (instance: number): Promise<Waiting> => {
    const order = `A-${orders++}`;
    const prompt = doors[instance]!.app.get(ChatClient).prompt(order).tools(Desk).toolContext({ tenant: 'acme' });
    const turn = await prompt.call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait.');
    const { id, argsHash, arguments: input } = turn.approvals[0]!;
    return { id, argsHash, runId: turn.runId, order: String(input['order']) };
  };

  const take = async (step: Step, waiting: Waiting[]): Promise<void> => {
    const chosen = waiting[step.pick % Math.max(1, waiting.length)];
    if (step.kind === 'ask' || !chosen) {
      waiting.push(await asks(step.instance));
      return;
    }
    const [route, path, ask] = requestOf(step, chosen);
    const response = await doors[step.instance]!.ask(`approvals${path}`, { ...ask, as: step.as });
    const isForeign = step.as === 'eve' && route.includes('{id}');
    if (isForeign) expect([400, 404], route).toContain(response.status);
    expect(await check(route, response)).toBe('');
  };

  /** Approves what still waits, and waits until each run has ended. */
  const finish = async (waiting: readonly Waiting[]): Promise<void> => {
    const { approvals } = doors[0]!;
    const ann = { id: 'ann', tenant: 'acme', roles: ['finance'] };
    for (const { id } of waiting) {
      const { status, revision, argsHash } = await approvals.get(id);
      if (status === 'PENDING')
        await approvals.decide(id, { decisionId: 'end', decision: 'approve', revision, argsHash }, ann);
    }
    const statuses = async () =>
      Promise.all(waiting.map(async ({ runId }) => (await approvals.runs.get(runId)).status));
    const ended = expect.stringMatching(/^(completed|cancelled)$/);
    await vi.waitFor(async () => expect(await statuses()).toEqual(waiting.map(() => ended)), 10_000);
  };

  it('has answers that OpenAPI declares, ends each turn, and runs each approved refund once', async () => {
    const [numRuns, interruptAfterTimeLimit] = inject('isThorough') ? [300, 100_000] : [15, 15_000];
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const waiting: Waiting[] = [];
        for (const step of taken) await take(step, waiting);
        await finish(waiting);
        const done = doors.flatMap(({ desk }) => desk.done);
        for (const { id, order } of waiting) {
          const { status, arguments: input } = await doors[0]!.approvals.get(id);
          const bodies = done.filter((line) => line.startsWith(`refund ${order} ${String(input['amount'])} `));
          expect(bodies).toHaveLength(status === 'SUCCEEDED' ? 1 : 0);
        }
      }),
      { numRuns, interruptAfterTimeLimit },
    );
    expect(doors.flatMap(({ logs }) => logs)).toEqual([]);
  }, 120_000);
});
