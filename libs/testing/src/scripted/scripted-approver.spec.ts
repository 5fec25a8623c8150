import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, Tool, ToolgateModule, ToolParam } from 'toolgate';
import {
  type ApprovalRequirement,
  ApprovalService,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
} from 'toolgate/approval';
import { approveAll } from './approve-all.js';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from './scripted-chat.model.js';
import { ScriptedApprover } from './scripted-approver.js';

@Injectable()
class Desk {
  readonly done: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(@ToolParam() order: string, @ToolParam() amount: number): string {
    this.done.push(`${order} ${amount}`);
    return `Refunded ${amount}`;
  }
}

class Ada extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const refund = (amount: number, order = 'A-1') => toolCall('refund', { order, amount }, `call-${order}-${amount}`);

const boot = async (script: readonly ScriptedAnswer[], requirement?: ApprovalRequirement, worker = false) => {
  const model = new ScriptedChatModel(script);
  const strategy = new HumanApprovalStrategy({ requirement });
  const approval = { strategy, store: new InMemoryApprovalStore(), requester: new Ada(), worker };
  const app = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model, approval })],
    providers: [Desk],
  }).compile();
  await app.init();
  const chat = app.get(ChatClient);
  const ask = async () => {
    const outcome = await chat.prompt('Refund').tools(Desk).call().outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    return outcome.runId;
  };
  return { app, chat, ask, approvals: app.get(ApprovalService), done: app.get(Desk).done };
};

describe('a question that needs two people', () => {
  const two = { approvers: { roles: ['lead'], quorum: 2 } };
  const lee = { id: 'lee', roles: ['lead'] };
  const mia = { id: 'mia', roles: ['lead'] };

  it('uses one list entry and one pass for each of them', async () => {
    const { app, chat, ask, approvals, done } = await boot([callsTools(refund(60)), 'Done.'], two);
    const run = await ask();
    const approver = new ScriptedApprover(approvals, ['approve', { decision: 'approve', by: mia }], lee);
    expect((await approver.decideAll()).map(({ status }) => status)).toEqual(['PENDING']);
    expect((await approver.decideAll()).map(({ status }) => status)).toEqual(['APPROVED']);
    expect(await chat.resume(run).call().content()).toBe('Done.');
    expect(done).toEqual(['A-1 60']);
    await app.close();
  });

  it('is approved by one and then by the other', async () => {
    const { app, chat, ask, approvals, done } = await boot([callsTools(refund(60)), 'Done.'], two);
    const run = await ask();
    await approveAll(approvals, lee);
    expect(await chat.resume(run).call().outcome()).toMatchObject({ status: 'suspended' });
    await approveAll(approvals, mia);
    expect(await chat.resume(run).call().content()).toBe('Done.');
    expect(done).toEqual(['A-1 60']);
    await app.close();
  });
});

describe('approveAll', () => {
  it('approves all pending approvals, so that the turn can resume', async () => {
    const { app, chat, ask, approvals, done } = await boot([callsTools(refund(60), refund(70)), 'Done.']);
    const run = await ask();
    const approved = await approveAll(approvals);
    expect(approved.map(({ status, decidedBy }) => [status, decidedBy])).toEqual([
      ['APPROVED', 'tester'],
      ['APPROVED', 'tester'],
    ]);
    expect(await chat.resume(run).call().content()).toBe('Done.');
    expect(done).toEqual(['A-1 60', 'A-1 70']);
    expect(await approveAll(approvals)).toEqual([]);
    await app.close();
  });

  it('approves as the passed approver, and throws if that approver is not permitted', async () => {
    const leads = { approvers: { roles: ['lead'], quorum: 2 }, fourEyes: true };
    const { app, chat, ask, approvals } = await boot([callsTools(refund(60)), 'Done.'], leads);
    const run = await ask();
    await expect(approveAll(approvals)).rejects.toMatchObject({ problem: 'not-eligible' });
    await expect(approveAll(approvals, { id: 'ada', roles: ['lead'] })).rejects.toThrow(
      'may not be decided by "ada": the requirement asks for four eyes',
    );
    expect(await approveAll(approvals, { id: 'lee', roles: ['lead'], tenant: 'globex' })).toEqual([]);
    expect(await approveAll(approvals, { id: 'lee', roles: ['lead'] })).toMatchObject([{ status: 'PENDING' }]);
    expect(await approveAll(approvals, { id: 'lou', roles: ['lead'] })).toMatchObject([{ status: 'APPROVED' }]);
    expect(await chat.resume(run).call().content()).toBe('Done.');
    await app.close();
  });

  it('approves more than one page of approvals', async () => {
    const { app, ask, approvals } = await boot(Array.from({ length: 51 }, () => callsTools(refund(60))));
    for (let count = 0; count < 51; count++) await ask();
    expect(await approveAll(approvals)).toHaveLength(51);
    await app.close();
  });
});

describe('a scripted approver', () => {
  it('decides by a function, which receives the approval', async () => {
    const script = [callsTools(refund(60), refund(600)), callsTools(refund(50)), 'Done.'];
    const { app, chat, ask, approvals, done } = await boot(script);
    const approver = new ScriptedApprover(approvals, ({ arguments: { amount } }) =>
      Number(amount) < 500 ? 'approve' : { decision: 'reject', reason: 'too much' },
    );
    expect(await approver.goOn(chat, await ask())).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(approver.asked.map(({ arguments: { amount } }) => amount)).toEqual([60, 600, 50]);
    expect(done).toEqual(['A-1 60', 'A-1 50']);
    await app.close();
  });

  it('decides by a list with one entry per approval, and throws at its end', async () => {
    const script = [callsTools(refund(60), refund(70), refund(80)), callsTools(refund(90)), 'Done.'];
    const { app, chat, ask, approvals, done } = await boot(script, { allowEdit: true });
    const approver = new ScriptedApprover(approvals, [
      { decision: 'approve', editedArguments: { order: 'A-1', amount: 6 } },
      { decision: 'respond', response: 'It was refunded by hand.', by: { id: 'grace' } },
      ({ arguments: { amount } }) => (amount === 80 ? 'reject' : undefined),
    ]);
    const run = await ask();
    await expect(approver.goOn(chat, run)).rejects.toThrow(
      'The script has 3 decisions, and this is question 4: refund {"order":"A-1","amount":90}',
    );
    expect(done).toEqual(['A-1 6']);
    const { items } = await approvals.list({ runId: run });
    expect(items.map(({ status, decidedBy }) => [status, decidedBy])).toEqual([
      ['SUCCEEDED', 'tester'],
      ['RESPONDED', 'grace'],
      ['REJECTED', 'tester'],
      ['PENDING', undefined],
    ]);
    await app.close();
  });

  it('leaves approvals open without a decision, and those that need more votes', async () => {
    const { app, chat, ask, approvals } = await boot([callsTools(refund(60))], { approvers: { quorum: 2 } });
    const run = await ask();
    const silent = new ScriptedApprover(approvals, () => undefined);
    expect(await silent.goOn(chat, run)).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'refund' }] });
    const one = new ScriptedApprover(approvals, () => 'approve');
    expect(await one.goOn(chat, run)).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'refund' }] });
    await app.close();
  });

  it('watches for turns that the worker of the application resumes', async () => {
    const { app, chat, ask, approvals, done } = await boot([callsTools(refund(60)), 'Done.'], undefined, true);
    const leaving = new AbortController();
    const watching = new ScriptedApprover(approvals, () => 'approve').watch(leaving.signal, 1);
    const run = await ask();
    while ((await approvals.runs.get(run)).status !== 'completed') await new Promise(setImmediate);
    leaving.abort();
    await watching;
    expect(done).toEqual(['A-1 60']);
    expect(await chat.resume(run).call().content()).toBe('Done.');
    await app.close();
  });
});
