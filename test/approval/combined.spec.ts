import { describe, expect, it } from 'vitest';
import { HumanApprovalStrategy, type ToolContext } from 'toolgate';
import type { Approver } from 'toolgate/approval';
import { provideFunctionTool } from 'toolgate/tool';
import { z } from 'zod';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastResults } from '../story.fixture.js';
import { bootAgents, pendingOf, runStatuses } from './agents.fixture.js';
import { yes } from './approval.fixture.js';
import { instanceOf, NEW, OLD, SharedStore } from './tool-changes.fixture.js';
import { expectPaired, onEveryStore, waits } from './waiting.fixture.js';

const ADA: Approver = { id: 'ada' };
const GRACE: Approver = { id: 'grace', roles: ['lead'] };

onEveryStore('a question inside an agent whose arguments a person edited', (open) => {
  it('is put to the requester, and the body runs once for the edited arguments', async () => {
    const ran: unknown[] = [];
    const exchange = provideFunctionTool('exchange', {
      useFactory: () => ({
        question: () => ({ message: 'Which size?', schema: z.object({ size: z.string() }) }),
        run: (_: unknown, { answer, turn }: ToolContext) => {
          ran.push([answer, turn.data]);
          return 'Exchanged.';
        },
      }),
    });
    const requirement = { allowEdit: true, fourEyes: true } as const;
    const strategy = new HumanApprovalStrategy({ requirement, tools: ['agent'] });
    const booted = await bootAgents({
      requiresApproval: true,
      options: { store: await open(), approval: { strategy } },
      client: { tools: ['exchange'] },
      providers: [exchange],
    });
    const { app, chat, approvals, model } = booted;
    const { runId, first } = await waits(chat.prompt('agent(find)').toolContext({ user: 'ada' }).call());
    const edit = { ...yes(first), editedArguments: { task: 'exchange' } };
    await expect(approvals.decide(first.id, edit, ADA)).rejects.toMatchObject({ problem: 'not-eligible' });
    expect(await approvals.decide(first.id, edit, GRACE)).toMatchObject({ status: 'APPROVED', revision: 2 });
    await waits(chat.resume(runId).call());
    const asked = await pendingOf(booted);
    expect(asked).toMatchObject({ toolName: 'exchange', answeredBy: 'requester', outerRunId: runId });
    const again = { ...edit, decisionId: 'd2', revision: 2, editedArguments: { task: 'find' } };
    await expect(approvals.decide(first.id, again, GRACE)).rejects.toMatchObject({ problem: 'conflict' });
    const answer = { ...yes(asked, 'a1'), answer: { size: 'M' } };
    await expect(approvals.decide(asked.id, answer, GRACE)).rejects.toMatchObject({ problem: 'not-eligible' });
    await approvals.decide(asked.id, answer, ADA);
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(find).');
    expect(ran).toEqual([[{ size: 'M' }, { user: 'ada' }]]);
    // The outer model knows only its own arguments.
    const [{ output } = expect.fail('The call has no result.')] = lastResults(model);
    expect(output).toMatchObject({ text: expect.stringMatching(/A person changed the arguments.*exchange.*\nDone: /) });
    expect((await approvals.get(first.id)).status).toBe('SUCCEEDED');
    expect(await runStatuses(booted)).toEqual(['completed', 'completed']);
    expectPaired(model);
    await app.close();
  });
});

describe('a tool that changes after half of a quorum has approved', () => {
  it.each([true, false])('loses all votes, also that of the requester; four eyes from now on: %s', async (fourEyes) => {
    const store = new SharedStore();
    const approvers = { quorum: 2 };
    const start = (version: typeof OLD, requirement: object) =>
      instanceOf(version, store, {
        strategy: new HumanApprovalStrategy({ requirement }),
        approval: { toolChangeGraceMs: 0 },
      });
    const [before, after] = [await start(OLD, { approvers }), await start(NEW, { approvers, fourEyes })];
    const { runId, first } = await before.ask();
    const status = async () => (await after.approvals.get(first.id)).status;
    await before.decide(runId, {}, ADA);
    expect(await rejectionOf(after.decide(runId, { decisionId: 'g1' }))).toMatchObject({ problem: 'conflict' });
    // The decision of the requester is known, and no longer counts.
    await after.approvals.decide(first.id, yes(first), ADA);
    expect(await after.pending(runId)).toMatchObject({ revision: 2, votes: [] });
    await after.decide(runId, { decisionId: 'g2' });
    expect(await status()).toBe('PENDING');
    const own = after.decide(runId, { decisionId: 'a2' }, ADA);
    if (fourEyes) await expect(own).rejects.toMatchObject({ problem: 'not-eligible' });
    else await own;
    if (fourEyes) await after.decide(runId, { decisionId: 'l2' }, { id: 'lea' });
    expect(await status()).toBe('APPROVED');
    await after.resume(runId);
    expect([...before.ran, ...after.ran].filter((line) => line.startsWith('refund'))).toHaveLength(1);
    await before.close();
    await after.close();
  });
});
