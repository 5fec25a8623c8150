import { describe, expect, it } from 'vitest';
import {
  ChatClient,
  clientTool,
  createToolgate,
  functionTool,
  HumanApprovalStrategy,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolContext,
} from 'toolgate';
import { hashOf } from '#approval';
import {
  ANY_TENANT,
  type ApprovalStore,
  type Approver,
  type DecideApproval,
  InMemoryApprovalStore,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { augmentTools, ToolApprovalPendingException, type ToolQuestion } from 'toolgate/tool';
import { z } from 'zod';
import { failureOf, lastResults } from '../story.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { Askers } from './approval.fixture.js';
import { expectPaired, onEveryStore, statusesOf, waits } from './waiting.fixture.js';

const ADA = { id: 'ada' };
const GRACE = { id: 'grace', roles: ['lead'] };

const SIZE = z.object({ size: z.enum(['S', 'M', 'L']) });

const asksSize = ({ order }: JsonObject): ToolQuestion => ({
  message: `Which size for ${String(order)}?`,
  schema: SIZE,
});

const abstains = ToolApprovalStrategy.of(() => ToolApprovalDecision.abstain());

interface Setting {
  readonly store: ApprovalStore;
  readonly strategy?: ToolApprovalStrategy;
  readonly question?: (
    input: JsonObject,
    context: ToolContext,
  ) => ToolQuestion | undefined | Promise<ToolQuestion | undefined>;
}

const boot = async (
  { store, strategy = abstains, question = asksSize }: Setting,
  script?: ConstructorParameters<typeof ScriptedChatModel>[0],
) => {
  const ran: unknown[] = [];
  const exchange = functionTool({
    name: 'exchange',
    parameters: z.object({ order: z.string() }),
    question,
    run: ({ order }, { answer }) => {
      ran.push([order, answer]);
      return 'Exchanged.';
    },
  });
  const log = functionTool({ name: 'log', requiresApproval: false, run: () => void ran.push('log') });
  const model = new ScriptedChatModel(script ?? [asks, 'Your exchange is on its way.']);
  const approval = { store, requester: new Askers(), worker: false };
  const toolgate = await createToolgate({ model, logger: false, tools: [exchange, log], strategy, approval });
  const decide = (
    { id, revision, argsHash }: { id: string; revision: number; argsHash: string },
    change: Partial<DecideApproval> = {},
    by: Approver = ADA,
  ) => toolgate.approvals.decide(id, { decisionId: 'd1', decision: 'approve', revision, argsHash, ...change }, by);
  return { ...toolgate, model, ran, decide };
};

const asks = callsTools(toolCall('exchange', { order: 'A-1' }), toolCall('log'));
const M = { answer: { size: 'M' } } as const;

onEveryStore('the question of a tool', (open) => {
  it('suspends the turn until the requester answers, and the body reads the answer', async () => {
    const { chat, decide, ran, model, approvals, close } = await boot({ store: await open() });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    expect(first).toMatchObject({
      toolName: 'exchange',
      answeredBy: 'requester',
      question: { message: 'Which size for A-1?' },
    });
    expect(ran).toEqual([]);
    const record = await decide(first, { answer: { size: 'M', extra: 1 } });
    expect(record).toMatchObject({ status: 'APPROVED', decidedBy: 'ada', answer: { size: 'M' }, votes: [] });
    expect(await chat.resume(runId).call().content()).toBe('Your exchange is on its way.');
    expect(ran).toEqual([['A-1', { size: 'M' }], 'log']);
    expect(lastResults(model).map(({ outcome }) => outcome.type)).toEqual(['success', 'success']);
    expect((await approvals.history(first.id)).map(({ type }) => type)).toEqual([
      'PENDING',
      'QUESTION_ANSWERED',
      'APPROVED',
      'EXECUTING',
      'SUCCEEDED',
    ]);
    expectPaired(model);
    await close();
  });

  it('is answered by its requester only, never by another person or tenant', async () => {
    const { chat, decide, ran, approvals, close } = await boot({ store: await open() });
    const { first } = await waits(chat.prompt('Exchange A-1').call());
    const others: Approver[] = [GRACE, { id: 'ada', tenant: ANY_TENANT }, { id: 'root', tenant: ANY_TENANT }];
    for (const by of others) await expect(decide(first, M, by)).rejects.toMatchObject({ problem: 'not-eligible' });
    await expect(decide(first, M, { id: 'ada', tenant: 'other' })).rejects.toMatchObject({ problem: 'not-found' });
    expect(statusesOf((await approvals.list()).items)).toEqual(['exchange PENDING']);
    expect(ran).toEqual([]);
    await close();
  });

  it('accepts only an answer that its schema allows, on the revision that was shown, once', async () => {
    const { chat, decide, ran, runs, close } = await bootWithRuns(await open());
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    const bad: readonly (readonly [Partial<DecideApproval>, string])[] = [
      [{ answer: { size: 'XXL' } }, 'bad-decision'],
      [{ answer: 'M' }, 'bad-decision'],
      [{}, 'bad-decision'],
      [{ decision: 'respond', response: 'Exchanged.' }, 'bad-decision'],
      [{ decision: 'reject', ...M }, 'bad-decision'],
      [{ ...M, editedArguments: { order: 'A-2' } }, 'bad-edit'],
      [{ ...M, revision: 2 }, 'conflict'],
      [{ ...M, argsHash: 'another' }, 'hash-mismatch'],
      [{ ...M, revision: undefined as never }, 'precondition-missing'],
    ];
    for (const [change, problem] of bad) await expect(decide(first, change)).rejects.toMatchObject({ problem });
    await expect(decide(first, { answer: { size: 'XXL' } })).rejects.toThrow('Invalid answer for "exchange"');
    expect(await runs()).toEqual(['suspended']);
    await decide(first, M);
    expect(await decide(first, M)).toMatchObject({ status: 'APPROVED' });
    await expect(decide(first, { answer: { size: 'L' } })).rejects.toMatchObject({ problem: 'decision-reused' });
    await expect(decide(first, { decisionId: 'd2', answer: { size: 'L' } })).rejects.toMatchObject({
      problem: 'conflict',
    });
    await chat.resume(runId).call().content();
    expect(ran).toEqual([['A-1', { size: 'M' }], 'log']);
    await close();
  });

  it('can be declined, and the model receives a denial', async () => {
    const { chat, decide, ran, model, close } = await boot({ store: await open() });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    await decide(first, { decision: 'reject' });
    await chat.resume(runId).call().content();
    expect(lastResults(model)[0]).toMatchObject({
      output: { text: 'Tool execution was denied: the user declined to answer' },
      outcome: { type: 'denied', decision: 'reject' },
    });
    expect(ran).toEqual(['log']);
    await close();
  });

  it('comes before the approver, whose vote names the answer', async () => {
    const strategy = new HumanApprovalStrategy({
      tools: ['exchange'],
      requirement: { approvers: { roles: ['lead'] }, fourEyes: true, allowEdit: true },
    });
    const { chat, decide, ran, approvals, close } = await boot({ store: await open(), strategy });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    expect(first.question).toMatchObject({ needsApproval: true });
    await expect(decide(first, {}, GRACE)).rejects.toMatchObject({ problem: 'not-eligible' });
    const answered = await decide(first, M);
    expect(answered).toMatchObject({ status: 'PENDING', revision: 2, answer: { size: 'M' } });
    expect(answered.answeredBy).toBeUndefined();
    const late = { decisionId: 'd2' };
    await expect(decide(first, late, GRACE)).rejects.toMatchObject({ problem: 'conflict' });
    await expect(decide(answered, { ...late, answer: { size: 'L' } }, GRACE)).rejects.toMatchObject({
      problem: 'bad-decision',
    });
    await expect(decide(answered, { ...late, editedArguments: { order: 'A-2' } }, GRACE)).rejects.toMatchObject({
      problem: 'bad-edit',
    });
    await expect(decide(answered, late, ADA)).rejects.toMatchObject({ problem: 'not-eligible' });
    expect((await approvals.list({ decidableBy: ADA })).items).toEqual([]);
    expect((await approvals.list({ decidableBy: GRACE })).items).toMatchObject([{ id: first.id }]);
    await decide(answered, late, GRACE);
    await chat.resume(runId).call().content();
    expect(ran).toEqual([['A-1', { size: 'M' }], 'log']);
    await close();
  });

  it('is not an approval: a strategy that requires one on resume rejects the call', async () => {
    let isStrict = false;
    const strategy = ToolApprovalStrategy.of(() =>
      isStrict ? ToolApprovalDecision.ask() : ToolApprovalDecision.abstain(),
    );
    const { chat, decide, ran, model, close } = await boot({ store: await open(), strategy });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    await decide(first, M);
    isStrict = true;
    await chat.resume(runId).call().content();
    expect(lastResults(model)[0]!.outcome).toMatchObject({
      type: 'denied',
      reason: 'it now requires approval by a person',
    });
    expect(ran).toEqual(['log']);
    await close();
  });

  it('is not asked if there is nothing to ask, or if the strategy rejects the call', async () => {
    const nothing = await boot({ store: await open(), question: async () => undefined });
    expect(await nothing.chat.prompt('Exchange A-1').call().content()).toBe('Your exchange is on its way.');
    expect(nothing.ran).toEqual([['A-1', undefined], 'log']);
    await nothing.close();
    const strategy = ToolApprovalStrategy.of(({ definition }) =>
      definition.name === 'exchange' ? ToolApprovalDecision.reject('not today') : ToolApprovalDecision.approve(),
    );
    const rejected = await boot({ store: await open(), strategy });
    await rejected.chat.prompt('Exchange A-1').call().content();
    expect(rejected.ran).toEqual(['log']);
    await rejected.close();
  });

  it('is not left out after an edit: edited arguments that have a question are refused', async () => {
    const requirement = { approvers: { roles: ['lead'] }, allowEdit: true };
    const strategy = new HumanApprovalStrategy({ tools: ['exchange'], requirement });
    const question = (input: JsonObject) => (input['order'] === 'A-2' ? asksSize(input) : undefined);
    const { chat, decide, ran, approvals, close } = await boot({ store: await open(), strategy, question });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    const edited = decide(first, { editedArguments: { order: 'A-2' } }, GRACE);
    await expect(edited).rejects.toMatchObject({
      problem: 'bad-edit',
      message: expect.stringContaining(
        'The tool asks its requester a question about these arguments. Reject the call with a reason',
      ) as unknown,
    });
    expect(await approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 1, edits: [] });
    await decide(first, { editedArguments: { order: 'A-3' } }, GRACE);
    await chat.resume(runId).call().content();
    expect(ran).toEqual([['A-3', undefined], 'log']);
    await close();
  });

  it('may ask for an answer that is not an object', async () => {
    const question = () => ({ message: 'Shall it be sent?', schema: { type: 'boolean' } });
    const { chat, decide, ran, approvals, close } = await boot({ store: await open(), question });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    expect((await approvals.get(first.id)).answerSchema).toMatchObject({ properties: { value: { type: 'boolean' } } });
    await expect(decide(first, { answer: 'yes' })).rejects.toMatchObject({ problem: 'bad-decision' });
    expect(await decide(first, { answer: { value: false } })).toMatchObject({ answer: false });
    await chat.resume(runId).call().content();
    expect(ran).toEqual([['A-1', false], 'log']);
    await close();
  });

  it('cannot be approved if its answer and the hash were altered, because the answer of the call differs', async () => {
    const store = await open();
    const strategy = new HumanApprovalStrategy({ tools: ['exchange'] });
    const { chat, decide, ran, close } = await boot({ store, strategy });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    const answered = await decide(first, M);
    const answer = { size: 'L' };
    await store.change(runId, (state) => ({
      approvals: state!.approvals.map((one) => ({ ...one, answer, answerHash: hashOf(answer) })),
      result: undefined,
    }));
    const approving = decide(answered, { decisionId: 'd2' }, GRACE);
    await expect(approving).rejects.toMatchObject({ problem: 'damaged' });
    expect(ran).toEqual([]);
    await close();
  });

  it('revokes its call if the stored answer was altered, and the body does not run', async () => {
    const store = await open();
    const { chat, decide, ran, approvals, close } = await boot({ store });
    const { first, runId } = await waits(chat.prompt('Exchange A-1').call());
    await decide(first, M);
    await store.change(runId, (state) => {
      const { run } = state!;
      const slots = run.slots.map((slot) => (slot.answer ? { ...slot, answer: { size: 'L' } } : slot));
      return { run: { ...run, slots, version: run.version + 1 }, result: undefined };
    });
    await chat.resume(runId).call().content();
    expect(ran).toEqual(['log']);
    expect(await approvals.get(first.id)).toMatchObject({
      status: 'REVOKED',
      decisionReason: 'its stored answer was altered',
    });
    await close();
  });
});

const bootWithRuns = async (store: ApprovalStore) => {
  const booted = await boot({ store });
  const runs = async () => (await booted.approvals.runs.list()).items.map(({ status }) => status);
  return { ...booted, runs };
};

describe('a question that is not valid', () => {
  const valid = { message: 'Which size?', schema: SIZE };
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['a string', 'Which size?', 'is not an object'],
    ['another property', { ...valid, expires: 5 }, 'has an unknown property "expires"'],
    ['no message', { ...valid, message: ' ' }, 'has no message'],
    ['a long message', { ...valid, message: 'x'.repeat(2001) }, 'has a message of more than 2000 characters'],
    ['no schema', { message: 'Which size?' }, 'has a schema that cannot be used'],
    [
      'a schema that does not compile',
      { ...valid, schema: { type: 'object', properties: { a: { type: 'wrong' } } } },
      'has a schema that cannot be used',
    ],
    [
      'a large schema',
      { ...valid, schema: { type: 'object', description: 'x'.repeat(17_000) } },
      'has a schema of more than 16384 bytes',
    ],
  ];

  it.each(cases)('fails the turn before anything runs: %s', async (_, question, why) => {
    const store = new InMemoryApprovalStore();
    const { chat, ran, approvals, close } = await boot({ store, question: () => question as ToolQuestion });
    const error = await rejectionOf(failureOf(chat.prompt('Exchange A-1').call().content()));
    expect(String(error)).toContain(`The question of "exchange" ${why}`);
    expect(ran).toEqual([]);
    expect((await approvals.list()).items).toEqual([]);
    await close();
  });
});

describe('a question that throws', () => {
  it('fails its call with the message, and the other calls run', async () => {
    const question = ({ order }: JsonObject): never => {
      throw new Error(`There is no order ${String(order)}`);
    };
    const { chat, model, ran, close } = await boot({ store: new InMemoryApprovalStore(), question });
    await chat.prompt('Exchange A-1').call().content();
    expect(lastResults(model)[0]).toMatchObject({
      output: { text: 'There is no order A-1' },
      outcome: { type: 'error', kind: 'execution' },
    });
    expect(ran).toEqual(['log']);
    await close();
  });
});

describe('a tool with a question', () => {
  it('passes it on when arguments are added to it, about its own arguments', async () => {
    const asked: JsonObject[] = [];
    const exchange = functionTool({
      name: 'exchange',
      parameters: z.object({ order: z.string() }),
      question: (input) => {
        asked.push(input);
        return { message: 'Which size?', schema: SIZE };
      },
      run: () => 'Exchanged.',
    });
    const tools = augmentTools([exchange], { schema: z.object({ why: z.string() }), consume: () => {} });
    const model = new ScriptedChatModel([callsTools(toolCall('exchange', { order: 'A-1', why: 'too large' }))]);
    const turn = ChatClient.create(model).prompt('Exchange A-1').tools(tools).call().content();
    expect(await rejectionOf(failureOf(turn))).toBeInstanceOf(ToolApprovalPendingException);
    expect(asked).toEqual([{ order: 'A-1' }]);
  });

  it('must have a function, and a client tool must have none', () => {
    expect(() => functionTool({ name: 'x', run: () => 1, question: 'Which?' as never })).toThrow(
      'functionTool("x"): `question` is a string. Pass a function that returns { message, schema } or undefined, or leave it out.',
    );
    expect(() => clientTool({ name: 'x', question: () => undefined } as never)).toThrow(
      'clientTool("x"): `question` is not an option. Use one of: name, description, inputSchema,',
    );
  });
});
