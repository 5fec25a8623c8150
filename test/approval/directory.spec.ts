import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ANY_TENANT, ChatClient, HumanApprovalStrategy, type JsonObject, Tool, ToolContext, ToolParam } from 'toolgate';
import {
  type ApprovalRequirement,
  type ApprovalStore,
  type Approver,
  ApproverDirectory,
  type ApproverRequirement,
  type CurrentApprover,
  type EligibleApprover,
  InMemoryApprovalStore,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { deferred, keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const LEADS = { roles: ['lead'], quorum: 2 };

/** The people of a company in its own database. */
class People extends ApproverDirectory {
  readonly roles = new Map<string, readonly string[]>([
    ['ann', ['lead']],
    ['bob', ['lead']],
    ['cid', ['lead', 'ops']],
  ]);
  readonly asked: string[] = [];
  answer: (id: string) => unknown = (id) => this.roles.has(id) && { roles: this.roles.get(id) };

  async current(id: string, tenant: string): Promise<CurrentApprover | undefined> {
    this.asked.push(`${id} of ${tenant}`);
    return ((await this.answer(id)) || undefined) as CurrentApprover | undefined;
  }

  eligible({ roles = [] }: ApproverRequirement, tenant: string): readonly EligibleApprover[] {
    this.asked.push(`${roles.join()} of ${tenant}`);
    const all = [...this.roles].filter(([, has]) => roles.length === 0 || roles.some((role) => has.includes(role)));
    return all.map(([id]) => ({ id, name: id.toUpperCase(), secret: 'password' }) as EligibleApprover);
  }
}

const start = async (
  requirement: ApprovalRequirement,
  store: ApprovalStore = new InMemoryApprovalStore(),
  more = {},
) => {
  const approval = { strategy: new HumanApprovalStrategy({ requirement }), ...more };
  const providers = [People, { provide: ApproverDirectory, useExisting: People }];
  const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
  const booted = await bootDesk(model, { store, approval }, { providers });
  const { runId, first } = await waits(booted.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
  const people = booted.app.get(People);
  const vote = (id: string, more: object = {}, by: Partial<Approver> = {}) =>
    booted.approvals.decide(first.id, { ...yes(first, `${id} decides`), ...more }, { id, ...by });
  return { ...booted, runId, first, people, vote };
};

onEveryStore('a directory of approvers', (open) => {
  it('replaces the roles that the caller passes by those at the time of the vote', async () => {
    const { app, people, vote } = await start({ approvers: LEADS }, await open());
    const refused = vote('dan', {}, { roles: ['lead'] });
    await expect(refused).rejects.toMatchObject({ problem: 'not-eligible' });
    await expect(refused).rejects.toThrow(
      'may not be decided by "dan": the approver directory does not know this person. Ask another approver.',
    );
    people.roles.set('dan', ['clerk']);
    await expect(vote('dan', {}, { roles: ['lead'] })).rejects.toThrow('"dan": the requirement allows roles lead');
    expect((await vote('ann', {}, { roles: ['clerk'] })).votes).toMatchObject([{ voter: 'ann', roles: ['lead'] }]);
    expect(people.asked).toEqual(['dan of default', 'dan of default', 'ann of default']);
    await app.close();
  });

  it('is called for the earlier voters before the deciding vote: a vote that lost its role does not count', async () => {
    const { app, approvals, people, vote, first, runId } = await start({ approvers: LEADS }, await open());
    await vote('ann');
    people.roles.set('ann', ['clerk']);
    expect(people.asked).toEqual(['ann of default']);
    const second = await vote('bob');
    expect(second).toMatchObject({ status: 'PENDING', votes: [{ voter: 'bob' }] });
    expect(people.asked).toEqual(['ann of default', 'bob of default', 'ann of default']);
    expect((await vote('cid')).status).toBe('APPROVED');
    const events = await approvals.runs.events(runId);
    expect(events.filter(({ approvalId }) => approvalId === first.id)).toMatchObject([
      { type: 'PENDING' },
      { type: 'VOTED', by: 'ann' },
      { type: 'VOTE_LOST', data: { voter: 'ann' } },
      { type: 'VOTED', by: 'bob' },
      { type: 'VOTED', by: 'cid' },
      { type: 'APPROVED', by: 'cid' },
    ]);
    await app.close();
  });

  it('prevents every decision of a person who has left, whatever the requirement: their earlier votes do not count', async () => {
    const { app, people, vote, first, approvals } = await start({ approvers: { quorum: 2 } }, await open());
    await vote('ann');
    people.roles.delete('ann');
    await expect(vote('ann', { decisionId: 'again' })).rejects.toMatchObject({ problem: 'not-eligible' });
    await expect(vote('ann', { decisionId: 'no', decision: 'reject' })).rejects.toMatchObject({
      problem: 'not-eligible',
    });
    expect((await vote('bob')).status).toBe('PENDING');
    expect((await vote('cid')).status).toBe('APPROVED');
    // The same decision is repeated, and changes nothing.
    expect((await approvals.get(first.id)).votes.map(({ voter }) => voter)).toEqual(['bob', 'cid']);
    await app.close();
  });

  it('replaces the roles of an earlier voter, whose vote counts for the groups of the new roles only', async () => {
    const { app, people, vote } = await start(
      { approvers: [{ roles: ['ops'] }, { roles: ['lead'], quorum: 2 }] },
      await open(),
    );
    await vote('cid');
    people.roles.set('cid', ['lead']);
    expect(await vote('bob')).toMatchObject({ status: 'PENDING', votes: [{ voter: 'cid', roles: ['lead'] }, {}] });
    people.roles.set('eve', ['ops']);
    expect((await vote('eve')).status).toBe('APPROVED');
    await app.close();
  });

  it('is called for an edit too, and again after the strategy has decided on it', async () => {
    const requirement = { approvers: { roles: ['lead'] }, allowEdit: true };
    const booted = await start(requirement, await open(), {
      strategy: {
        approve: (_tool: unknown, _args: unknown, { phase }: { phase: string }) => {
          if (phase === 'edit') booted.people.roles.set('ann', ['clerk']);
          return { type: 'ask', requirement };
        },
      },
    });
    const { app, people, vote, approvals, first } = booted;
    const editedArguments = { order: 'A-1', amount: 7 };
    await expect(vote('dan', { editedArguments }, { roles: ['lead'] })).rejects.toMatchObject({
      problem: 'not-eligible',
    });
    await expect(vote('ann', { editedArguments })).rejects.toMatchObject({ problem: 'not-eligible' });
    expect(people.asked).toEqual(['dan of default', 'ann of default', 'ann of default']);
    expect(await approvals.get(first.id)).toMatchObject({ revision: 1, arguments: { amount: 70 } });
    await app.close();
  });
});

describe('a directory of approvers that does not answer', () => {
  const answers: readonly [string, (id: string) => unknown][] = [
    ['throws', () => Promise.reject(new Error('The database is down: password secret.'))],
    ['takes too long', () => new Promise(() => {})],
    ['returns no roles', () => ({})],
    ['returns a string', () => ({ roles: 'lead' })],
    ['returns null', () => ({ roles: [null] })],
  ];

  it.each(answers)(
    'makes the decision fail without a change, so that it can be sent again: it %s',
    async (_, answer) => {
      const { app, store, runId, people, vote } = await start({ approvers: LEADS }, undefined, { timeoutMs: 20 });
      app.useLogger(keepLogs());
      const known = people.answer;
      await vote('ann');
      const before = await store.state(runId);
      people.answer = (id) => (id === 'ann' ? answer(id) : known(id));
      // For the voter, and for an earlier one.
      for (const voter of ['ann', 'bob']) {
        const failed = vote(voter, { decisionId: `${voter} tries` });
        await expect(failed).rejects.toMatchObject({ problem: 'unavailable' });
        await expect(failed).rejects.toThrow('The approver directory did not answer, and nothing was changed.');
        await expect(failed).rejects.not.toThrow('secret');
      }
      expect(await store.state(runId)).toEqual(before);
      people.answer = known;
      expect((await vote('bob', { decisionId: 'bob tries' })).status).toBe('APPROVED');
      await app.close();
    },
  );
});

describe('a vote that arrives while a directory is called for the earlier ones', () => {
  it('causes another call of the directory', async () => {
    const approvers = [{ roles: ['ops'] }, { roles: ['lead'], quorum: 3 }];
    const { app, people, vote } = await start({ approvers });
    people.roles.set('eve', ['lead']);
    await vote('ann');
    await vote('bob');
    const known = people.answer;
    const answering = deferred();
    people.answer = async (id) => {
      if (id === 'bob') await answering.promise;
      return known(id);
    };
    // Cid decides for both groups, and Eve for one of them.
    const deciding = vote('cid');
    await until(() => people.asked.filter((line) => line.startsWith('bob')).length > 1);
    await vote('eve');
    people.roles.delete('eve');
    people.roles.delete('bob');
    answering.resolve();
    expect(await deciding).toMatchObject({ status: 'PENDING', votes: [{ voter: 'ann' }, { voter: 'cid' }] });
    people.roles.set('eve', ['lead']);
    expect((await vote('eve', { decisionId: 'again' })).status).toBe('APPROVED');
    await app.close();
  });
});

describe('the people who could decide an approval', () => {
  it('are those of its groups, once each, without the requester of a call with four eyes', async () => {
    const approvers = [{ roles: ['lead'] }, { roles: ['ops'] }];
    const { app, approvals, people, first, vote } = await start({ approvers, fourEyes: true });
    people.roles.set('ada', ['lead']);
    expect(await approvals.eligible(first.id, { id: 'dan' })).toEqual([
      { id: 'ann', name: 'ANN' },
      { id: 'bob', name: 'BOB' },
      { id: 'cid', name: 'CID' },
    ]);
    expect(people.asked).toEqual(['lead of default', 'ops of default']);
    await vote('cid');
    expect(await approvals.eligible(first.id, { id: 'dan' })).toEqual([]);
    await app.close();
  });

  it('are all people if anyone may decide, and are hidden from another tenant', async () => {
    const { app, approvals, people, first } = await start({});
    expect((await approvals.eligible(first.id, { id: 'dan', tenant: ANY_TENANT })).map(({ id }) => id)).toEqual([
      'ann',
      'bob',
      'cid',
    ]);
    const hidden = approvals.eligible(first.id, { id: 'dan', tenant: 'globex' });
    await expect(hidden).rejects.toMatchObject({ problem: 'not-found' });
    people.eligible = () => [{}] as never;
    app.useLogger(keepLogs());
    await expect(approvals.eligible(first.id, { id: 'dan' })).rejects.toMatchObject({ problem: 'unavailable' });
    await app.close();
  });

  it('are unknown without a directory', async () => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([callsTools(refund)]));
    const { first } = await waits(app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
    expect(await approvals.eligible(first.id, { id: 'dan' })).toEqual([]);
    await app.close();
  });
});

/** A tool that asks its requester for a size before an approver decides. */
@Injectable()
class Exchanges {
  readonly done: string[] = [];

  @Tool({
    description: 'Exchange an order',
    requiresApproval: true,
    question: () => ({ message: 'Which size?', schema: z.object({ size: z.string() }) }),
  })
  exchange(@ToolParam() order: string, { answer }: ToolContext<JsonObject, { size: string }>): string {
    this.done.push(`${order} ${answer?.size}`);
    return 'Exchanged.';
  }
}

/** Runs something after an approval was read, and before the change that follows. */
class SlowReads extends InMemoryApprovalStore {
  afterRead: () => Promise<void> = async () => {};

  override async approval(id: string) {
    const read = await super.approval(id);
    await this.afterRead();
    return read;
  }
}

describe('a vote that is read before the requester has answered, and saved after the answer', () => {
  it('does not count without the directory', async () => {
    const store = new SlowReads();
    const model = new ScriptedChatModel([callsTools(toolCall('exchange', { order: 'A-1' })), 'Done.']);
    const approval = { strategy: new HumanApprovalStrategy({ requirement: { approvers: { roles: ['lead'] } } }) };
    const providers = [Exchanges, People, { provide: ApproverDirectory, useExisting: People }];
    const { app, approvals } = await bootDesk(model, { store, approval }, { providers });
    const { first } = await waits(app.get(ChatClient).prompt('Exchange A-1').tools(Exchanges).call());
    store.afterRead = async () => {
      store.afterRead = async () => {};
      await approvals.decide(first.id, { ...yes(first, 'answer'), answer: { size: 'M' } }, { id: 'ada' });
    };
    // Zoe has left, and her token still names the role.
    const vote = approvals.decide(first.id, { ...yes(first), revision: 2 }, { id: 'zoe', roles: ['lead'] });
    await expect(vote).rejects.toMatchObject({ problem: 'not-eligible' });
    expect(await approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 2, votes: [] });
    const [again] = (await approvals.list()).items;
    const ann = approvals.decide(first.id, yes(again!), { id: 'ann' });
    expect(await ann).toMatchObject({ status: 'APPROVED', decidedBy: 'ann' });
    await app.close();
  });
});
