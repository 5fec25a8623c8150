import { describe, expect, it } from 'vitest';
import { type ModuleMetadata, Scope } from '@nestjs/common';
import { ChatClient, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import {
  type Approve,
  type ApprovalOptions,
  type ApprovalRequirement,
  type Approver,
  firstDecisive,
  InMemoryApprovalStore,
  when,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const HOUR = 3_600_000;

const CLERK: ApprovalRequirement = { approvers: { roles: ['clerk'] }, allowEdit: true, message: 'Is it right?' };
const DIRECTORS: ApprovalRequirement = {
  approvers: { roles: ['director'], quorum: 2 },
  fourEyes: true,
  message: 'Is it worth it?',
};

const ANN: Approver = { id: 'ann', roles: ['clerk'] };
const CID: Approver = { id: 'cid', roles: ['clerk'] };
const DOT: Approver = { id: 'dot', roles: ['director'] };
const EVE: Approver = { id: 'eve', roles: ['director'] };
const FAY: Approver = { id: 'fay', roles: ['clerk', 'director'] };

const asks = (requirement?: ApprovalRequirement): ToolApprovalStrategy =>
  ToolApprovalStrategy.of(() => ToolApprovalDecision.ask(requirement));

const isLarge: Parameters<typeof when>[0] = (_tool, { amount }) => Number(amount) > 100;

const byAmount = (large = DIRECTORS, small = CLERK): ToolApprovalStrategy =>
  firstDecisive(when(isLarge, asks(large)), asks(small));

const start = async (
  open: OpenStore,
  strategy: ToolApprovalStrategy | Approve | undefined,
  { amount = 10, ...approval }: { readonly amount?: number } & ApprovalOptions = {},
  metadata: ModuleMetadata = {},
) => {
  const clock = new VirtualClock();
  const store = await open(clock);
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount })), 'Done.']);
  const options = { store, client: { tools: [Desk] }, approval: { ...approval, strategy } };
  const booted = await bootDesk(model, options, metadata);
  const chat = booted.app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Refund A-1').toolContext({ user: 'ann' }).call());
  const { approvals, desk } = booted;
  let decisions = 0;
  const decide = async (by: Approver, change: object = {}) =>
    approvals.decide(first.id, { ...yes(await approvals.get(first.id), `d${decisions++}`), ...change }, by);
  const edit = (by: Approver, to: number) => decide(by, { editedArguments: { order: 'A-1', amount: to } });
  const problem = async (deciding: Promise<unknown>) => (await rejectionOf(deciding)) as { problem?: string };
  const effects = async () => {
    await chat.resume(runId).call().content();
    return desk.done.map((line) => line.split(' ').slice(0, 3).join(' '));
  };
  const events = async () =>
    (await approvals.runs.events(runId)).filter(({ type }) => type === 'EDITED' || type === 'VOTED');
  return { ...booted, clock, runId, first, decide, edit, problem, effects, events };
};

onEveryStore('edited arguments about which the strategy asks', (open) => {
  it('need the approvers of the new question, not those of the earlier one', async () => {
    const { app, approvals, first, edit, decide, problem, desk, effects, events } = await start(open, byAmount());
    const edited = await edit(ANN, 1_000_000);
    expect(edited).toMatchObject({
      status: 'PENDING',
      revision: 2,
      arguments: { amount: 1_000_000 },
      requirement: DIRECTORS,
      votes: [],
      edits: [{ editor: 'ann', before: { amount: 10 }, requirement: CLERK }],
    });
    expect(await problem(decide(ANN))).toMatchObject({ problem: 'not-eligible' });
    expect(await problem(decide(CID))).toMatchObject({ problem: 'not-eligible' });
    expect(desk.done).toEqual([]);
    expect((await decide(DOT)).status).toBe('PENDING');
    expect((await decide(EVE)).status).toBe('APPROVED');
    expect((await approvals.list({})).items).toMatchObject([{ id: first.id, requirement: DIRECTORS }]);
    expect(await effects()).toEqual(['refund A-1 1000000']);
    const { message = '', ...requirement } = DIRECTORS;
    // An event outlives the arguments, and a message may quote them.
    expect(JSON.stringify(await events())).not.toContain(message);
    expect(await events()).toMatchObject([
      { type: 'EDITED', by: 'ann', data: { argsHash: edited.argsHash, requirement } },
      { type: 'VOTED', by: 'dot' },
      { type: 'VOTED', by: 'eve' },
    ]);
    await app.close();
  });

  it('have the vote of their editor if the editor may decide on them too', async () => {
    const { app, edit, decide, effects } = await start(open, byAmount());
    expect(await edit(FAY, 500)).toMatchObject({ status: 'PENDING', votes: [{ voter: 'fay' }] });
    expect((await decide(EVE)).status).toBe('APPROVED');
    expect(await effects()).toEqual(['refund A-1 500']);
    await app.close();
  });

  it("have no vote of the requester if the new question requires four eyes, whatever the requester's roles are", async () => {
    const { app, edit } = await start(open, byAmount({ fourEyes: true }));
    expect(await edit({ id: 'ann', roles: ['clerk', 'director'] }, 500)).toMatchObject({
      status: 'PENDING',
      revision: 2,
      votes: [],
    });
    await app.close();
  });

  it('may need less than before: the vote of an editor who may not decide on less does not count', async () => {
    const strategy = byAmount({ ...DIRECTORS, allowEdit: true });
    const { app, edit, decide, effects } = await start(open, strategy, { amount: 500 });
    await decide(DOT);
    const edited = await edit(EVE, 50);
    expect(edited).toMatchObject({ status: 'PENDING', revision: 2, requirement: CLERK, votes: [] });
    expect((await decide(CID)).status).toBe('APPROVED');
    expect(await effects()).toEqual(['refund A-1 50']);
    await app.close();
  });

  it('may need less than before: the vote of an editor who may decide on less is enough', async () => {
    const { app, edit, effects } = await start(open, byAmount({ ...DIRECTORS, allowEdit: true }), { amount: 500 });
    expect((await edit(FAY, 50)).status).toBe('APPROVED');
    expect(await effects()).toEqual(['refund A-1 50']);
    await app.close();
  });

  it('are accepted only from a person who may decide on the earlier arguments', async () => {
    const { app, approvals, first, edit, problem } = await start(open, byAmount());
    expect(await problem(edit(DOT, 500))).toMatchObject({ problem: 'not-eligible' });
    expect(await approvals.get(first.id)).toMatchObject({ revision: 1, requirement: CLERK });
    await app.close();
  });

  it('can be edited again only if the current requirement allows it', async () => {
    const { app, edit, problem } = await start(open, byAmount());
    await edit(ANN, 500);
    expect(await problem(edit(DOT, 50))).toMatchObject({ problem: 'bad-edit' });
    await app.close();
  });

  it('are refused if they contain a name that the tool does not have, which would be stripped silently', async () => {
    const { app, approvals, first, decide, problem, desk } = await start(open, byAmount());
    const editedArguments = { order: 'A-1', amount: 5, ammount: 7 };
    expect(await problem(decide(ANN, { editedArguments }))).toMatchObject({
      problem: 'bad-edit',
      message: expect.stringContaining('The tool "refund" has no argument "ammount". Pass only these: order, amount.'),
    });
    expect(await approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 1, arguments: { amount: 10 } });
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it('expire when the earlier of both questions does', async () => {
    const short = await start(open, byAmount({ ...DIRECTORS, expiresInMs: HOUR }));
    short.clock.advance(HOUR / 2);
    expect((await short.edit(ANN, 500)).expiresAt).toBe(new Date(short.clock.now() + HOUR).toISOString());
    short.clock.advance(HOUR);
    expect(await short.problem(short.decide(DOT))).toMatchObject({ problem: 'gone' });
    await short.app.close();

    const long = await start(open, byAmount(DIRECTORS, { ...CLERK, expiresInMs: HOUR }));
    long.clock.advance(HOUR / 2);
    expect((await long.edit(ANN, 500)).expiresAt).toBe(new Date(long.clock.now() + HOUR / 2).toISOString());
    await long.app.close();
  });

  it('have the reason and metadata of the new question', async () => {
    const strategy: Approve = (_tool, { amount }) =>
      Number(amount) > 100
        ? { type: 'ask', requirement: DIRECTORS, reason: 'it is large', metadata: { limit: 100 } }
        : { type: 'ask', requirement: CLERK, reason: 'it is a refund' };
    const { app, edit, approvals, runId } = await start(open, strategy);
    expect(await edit(ANN, 500)).toMatchObject({ reason: 'it is large', metadata: { limit: 100 }, trace: [{}] });
    expect((await approvals.list({ runId })).items).toMatchObject([{ requirement: { message: 'Is it worth it?' } }]);
    await app.close();
  });

  it('lose the reason and metadata of the earlier question if the new one has none', async () => {
    const strategy: Approve = (_tool, { amount }) =>
      Number(amount) > 100
        ? { type: 'ask', requirement: DIRECTORS }
        : { type: 'ask', requirement: CLERK, reason: 'it is a refund', metadata: { limit: 100 } };
    const { app, edit } = await start(open, strategy);
    const edited = await edit(ANN, 500);
    expect([edited.reason, edited.metadata]).toEqual([undefined, undefined]);
    await app.close();
  });

  it('keep the requirement unchanged if the strategy asks with the same one', async () => {
    const { app, edit, events } = await start(open, asks({ ...CLERK, approvers: { roles: ['clerk'], quorum: 2 } }));
    const edited = await edit(ANN, 500);
    expect(edited).toMatchObject({ status: 'PENDING', votes: [{ voter: 'ann' }] });
    expect(edited.edits[0]).not.toHaveProperty('requirement');
    expect((await events())[0]!.data).toEqual({ argsHash: edited.argsHash });
    await app.close();
  });

  it.each([
    ['approves', ToolApprovalDecision.approve()],
    ['abstains', ToolApprovalDecision.abstain()],
  ])('keep the requirement if the strategy %s', async (_, onEdit) => {
    const strategy: Approve = (_tool, _args, { phase }) =>
      phase === 'edit' ? onEdit : ToolApprovalDecision.ask({ ...CLERK, approvers: { roles: ['clerk'], quorum: 2 } });
    const { app, edit, decide, effects } = await start(open, strategy);
    expect(await edit(ANN, 500)).toMatchObject({
      status: 'PENDING',
      requirement: { approvers: { quorum: 2 } },
      votes: [{ voter: 'ann' }],
    });
    expect((await decide(CID)).status).toBe('APPROVED');
    expect(await effects()).toEqual(['refund A-1 500']);
    await app.close();
  });

  it.each(['throw', 'reject', 'ask'] as const)('are refused if the strategy fails: onError %s', async (onError) => {
    const strategy: Approve = (_tool, _args, { phase }) => {
      if (phase === 'edit') throw new Error('the limits cannot be read');
      return ToolApprovalDecision.ask(CLERK);
    };
    const { app, approvals, first, edit, desk } = await start(open, strategy, { onError });
    await expect(edit(ANN, 500)).rejects.toThrow(onError === 'reject' ? 'could not be decided' : 'cannot be read');
    expect(await approvals.get(first.id)).toMatchObject({ revision: 1, requirement: CLERK, status: 'PENDING' });
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

describe('arguments that two people edit at once', () => {
  it('are edited by the first; the second edit is a conflict', async () => {
    const gates: (() => void)[] = [];
    const strategy: Approve = async (_tool, _args, { phase }) => {
      if (phase === 'edit') await new Promise<void>((resolve) => gates.push(resolve));
      return ToolApprovalDecision.ask({ ...CLERK, approvers: { roles: ['clerk'], quorum: 2 } });
    };
    const open: OpenStore = async (clock) => new InMemoryApprovalStore(clock?.now);
    const { app, approvals, first, edit } = await start(open, strategy);
    const edits = [edit(ANN, 20), edit(CID, 30)];
    const settled = Promise.allSettled(edits);
    while (gates.length < 2) await new Promise(setImmediate);
    for (const go of gates) go();
    const outcomes = await settled;
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { revision: 2 } },
      { status: 'rejected', reason: { problem: 'conflict' } },
    ]);
    expect(await approvals.get(first.id)).toMatchObject({ revision: 2, arguments: { amount: 20 } });
    await app.close();
  });
});

describe('edited arguments, if each turn creates its own strategy', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('no limits today')), 'ToolApprovalStrategy: no limits today'],
    ['does not end', () => new Promise<never>(() => {}), 'it did not decide within 20 ms'],
  ])('are refused if its factory %s', async (_, fail, problem) => {
    let isWorking = true;
    const asks = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask(CLERK));
    const useFactory = () => (isWorking ? asks : fail());
    const open: OpenStore = async (clock) => new InMemoryApprovalStore(clock?.now);
    const providers = [{ provide: ToolApprovalStrategy, scope: Scope.REQUEST, useFactory }];
    const { app, approvals, first, edit } = await start(open, undefined, { timeoutMs: 20 }, { providers });
    isWorking = false;
    await expect(edit(ANN, 500)).rejects.toThrow(`The approval of "refund" failed: ${problem}`);
    expect(await approvals.get(first.id)).toMatchObject({ revision: 1, status: 'PENDING' });
    await app.close();
  });
});
