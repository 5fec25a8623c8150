import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsNumber, IsString, Max } from 'class-validator';
import { z } from 'zod';
import {
  ChatClient,
  Tool,
  type ToolApprovalContext,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolParam,
} from 'toolgate';
import { hashOf } from '#approval';
import { type Approval, ApprovalDecisionException, type ApprovalRequirement } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import type { ToolCallback } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const [ADA, GRACE, LINUS, ALAN] = [{ id: 'ada' }, { id: 'grace' }, { id: 'linus' }, { id: 'alan' }];

/** Asks with a requirement; a test can change its decisions in the phases edit and resume. */
class Asking extends ToolApprovalStrategy {
  readonly phases: string[] = [];
  onEdit: ToolApprovalDecision = ToolApprovalDecision.approve();
  readonly seen: unknown[] = [];

  constructor(private readonly requirement: ApprovalRequirement = {}) {
    super();
  }

  approve(tool: ToolCallback, args: object, { phase, value }: ToolApprovalContext): ToolApprovalDecision {
    if (tool.metadata.requiresApproval !== true) return ToolApprovalDecision.abstain();
    this.phases.push(phase);
    this.seen.push([args, value]);
    return phase === 'edit' ? this.onEdit : ToolApprovalDecision.ask(this.requirement);
  }
}

class RefundDto {
  @IsString()
  order!: string;

  @IsNumber()
  @Max(100)
  @Transform(({ value }) => (value as number) * 100)
  cents!: number;
}

@Injectable()
class Makers {
  readonly given: unknown[] = [];

  @Tool({
    description: 'Pay cents',
    requiresApproval: true,
    parameters: z.object({
      euros: z
        .number()
        .max(10)
        .transform((euros) => euros * 100),
    }),
  })
  pay(input: unknown) {
    this.given.push(input);
    return 'paid';
  }

  @Tool({ description: 'Book a refund', requiresApproval: true })
  book(@ToolParam() request: RefundDto) {
    this.given.push(request);
    return 'booked';
  }
}

const start = async (open: OpenStore, requirement: ApprovalRequirement = {}, call = refund) => {
  const clock = new VirtualClock();
  const store = await open(clock);
  const strategy = new Asking(requirement);
  const model = new ScriptedChatModel([callsTools(call), 'Done.']);
  const options = { store, client: { tools: [Desk, Makers] }, approval: { strategy } };
  const booted = await bootDesk(model, options, { providers: [Makers] });
  const chat = booted.app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Refund A-1').toolContext({ user: 'ada' }).call());
  const { approvals } = booted;
  const problem = async (command: object, by: object = GRACE) => {
    const before = await approvals.get(first.id);
    const error = await rejectionOf(approvals.decide(first.id, command as never, by as never));
    expect(error).toBeInstanceOf(ApprovalDecisionException);
    // A decision that is refused changes nothing.
    const after = await approvals.get(first.id);
    const strip = ({ status, ...rest }: Approval) => ({ ...rest, version: 0, updatedAt: 0, status });
    if (after.version === before.version) expect(strip(after)).toEqual(strip(before));
    return (error as ApprovalDecisionException).problem;
  };
  const resume = () => chat.resume(runId).call().content();
  const given = booted.app.get(Makers).given;
  const decide = (by: { id: string; roles?: string[] }, id: string, change: object = {}) =>
    approvals.decide(first.id, { ...yes(first, id), ...change }, by);
  return { ...booted, clock, store, strategy, model, chat, runId, first, problem, resume, given, decide };
};

onEveryStore('the approvers of a call', (open) => {
  it('are as many people as the quorum says, each of them once', async () => {
    const { app, decide, desk, resume, approvals, first } = await start(open, { approvers: { quorum: 2 } });
    expect((await decide(GRACE, '1')).status).toBe('PENDING');
    expect((await decide(GRACE, '2')).votes).toHaveLength(1);
    await expect(resume()).rejects.toThrow('waits for a decision');
    expect(desk.done).toEqual([]);
    expect((await decide(LINUS, '3')).status).toBe('APPROVED');
    expect((await approvals.get(first.id)).votes.map(({ voter }) => voter)).toEqual(['grace', 'linus']);
    expect(await resume()).toBe('Done.');
    await app.close();
  });

  it('are among the named users or have one of the roles', async () => {
    const { app, decide, problem, first } = await start(open, {
      approvers: { users: ['grace'], roles: ['lead'], quorum: 2 },
    });
    expect(await problem(yes(first), LINUS)).toBe('not-eligible');
    expect(await problem(yes(first), { ...LINUS, roles: ['intern'] })).toBe('not-eligible');
    await decide(GRACE, '1');
    expect((await decide({ ...LINUS, roles: ['lead'] }, '2')).status).toBe('APPROVED');
    await app.close();
  });

  it('include one of each group if there are several', async () => {
    const approvers = [{ roles: ['lead'] }, { users: ['grace', 'alan'] }];
    const { app, decide } = await start(open, { approvers });
    expect((await decide({ ...LINUS, roles: ['lead'] }, '1')).status).toBe('PENDING');
    expect((await decide(ALAN, '2')).status).toBe('APPROVED');
    await app.close();
  });

  it('do not include the requester under four eyes', async () => {
    const { app, problem, decide, first } = await start(open, { fourEyes: true });
    expect(await problem(yes(first), ADA)).toBe('not-eligible');
    expect(await problem({ ...yes(first), decision: 'reject' }, ADA)).toBe('not-eligible');
    expect((await decide(GRACE, '1')).status).toBe('APPROVED');
    await app.close();
  });

  it('do not include people of another tenant, for whom the approval does not exist', async () => {
    const { app, approvals, first, problem, runId } = await start(open);
    const mallory = { id: 'mallory', tenant: 'other' };
    const unknown = await rejectionOf(approvals.decide('nothing', yes(first), mallory));
    const hidden = await rejectionOf(approvals.decide(first.id, yes(first), mallory));
    expect(unknown).toMatchObject({ problem: 'not-found' });
    expect(hidden).toMatchObject({ problem: 'not-found', approval: undefined });
    expect(String(hidden).replace(first.id, 'nothing')).toBe(String(unknown));
    await expect(approvals.get(first.id, mallory)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(approvals.cancel(first.id, mallory)).rejects.toMatchObject({ problem: 'not-found' });
    expect((await approvals.list({}, mallory)).items).toEqual([]);
    expect((await approvals.list({ tenant: 'default' }, mallory)).items).toEqual([]);
    expect((await approvals.runs.list({}, mallory)).items).toEqual([]);
    for (const look of [
      () => approvals.runs.get(runId, mallory),
      () => approvals.runs.cancel(runId, mallory),
      () => approvals.runs.resume(runId, mallory),
      () => approvals.runs.events(runId, mallory),
    ]) {
      await expect(look()).rejects.toThrow(`There is no run ${runId}.`);
    }
    expect(await problem(yes(first), { id: 'grace', tenant: 'DEFAULT' })).toBe('not-found');
    expect((await approvals.decide(first.id, yes(first), { id: 'grace', tenant: 'default' })).status).toBe('APPROVED');
    await app.close();
  });
});

onEveryStore('a decision', (open) => {
  it('that is sent again has no second effect, and its id cannot be used for another decision', async () => {
    const { app, decide, problem, first } = await start(open, { approvers: { quorum: 3 } });
    const once = await decide(GRACE, 'x');
    expect(await decide(GRACE, 'x')).toEqual(once);
    expect(await problem({ ...yes(first, 'x'), decision: 'reject' })).toBe('decision-reused');
    expect(await problem({ ...yes(first, 'x'), reason: 'because' })).toBe('decision-reused');
    expect(await problem(yes(first, 'x'), LINUS)).toBe('decision-reused');
    await app.close();
  });

  it('must name the revision and the hash of the arguments that were shown', async () => {
    const { app, problem, first, approvals, desk } = await start(open);
    const { revision, argsHash } = first;
    expect(argsHash).toBe(hashOf(first.arguments));
    const command = { decisionId: 'x', decision: 'approve' };
    expect(await problem({ ...command, revision: revision + 1, argsHash })).toBe('conflict');
    expect(await problem({ ...command, revision, argsHash: 'another' })).toBe('hash-mismatch');
    expect(await problem({ ...command, revision })).toBe('precondition-missing');
    expect(await problem({ ...command, argsHash })).toBe('precondition-missing');
    expect(await problem({ ...command, revision: '1', argsHash })).toBe('bad-decision');
    expect((await approvals.get(first.id)).votes).toEqual([]);
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it.each([
    undefined,
    null,
    {},
    'approve',
    { decision: 'approve' },
    { decisionId: '', decision: 'approve' },
    { decisionId: 'x', decision: 'constructor' },
    { decisionId: 'x', decision: 'APPROVE' },
    { decisionId: 'x', decision: 'approve', reason: { text: 'no' } },
    { decisionId: 'x', decision: 'reject', editedArguments: { order: 'A-1', amount: 1 } },
    { decisionId: 'x', decision: 'approve', editedArguments: [] },
    { decisionId: 'x', decision: 'approve', editedArguments: 'all' },
    { decisionId: 'x', decision: 'approve', editedArguments: { order: 'A-1', amount: 10n } },
    { decisionId: 'x', decision: 'respond', response: 10n },
    { decisionId: 'x', decision: 'respond', response: NaN },
    { decisionId: 'x', decision: 'respond', response: () => 1 },
  ])('is refused if it is malformed: %o', async (command) => {
    const { app, problem, first } = await start(open);
    const { revision, argsHash } = first;
    const given = typeof command === 'object' && command ? { revision, argsHash, ...command } : command;
    expect(await problem(given as object)).toBe('bad-decision');
    await app.close();
  });

  it.each([
    [{ decision: 'approved' }, 'bad-decision', 'Its decision is "approved". Pass "approve", "reject" or "respond".'],
    [{ decision: true }, 'bad-decision', 'Its decision is not a string. Pass "approve", "reject" or "respond".'],
    [{ decisionId: 1 }, 'bad-decision', 'Its decisionId is not a string, or is empty. Pass an id of your own'],
    [{ revision: '1' }, 'bad-decision', 'Its revision is not a number. Pass the revision of the approval, such as 1.'],
    [{ argsHash: 1 }, 'bad-decision', 'Its argsHash is not a string. Pass the argsHash of the approval.'],
    [{ revision: undefined }, 'precondition-missing', 'Pass the revision and the argsHash'],
    [{ argsHash: null }, 'precondition-missing', 'Pass the revision and the argsHash'],
  ])('that is invalid causes an error that names the field: %j', async (change, is, said) => {
    const { app, approvals, first } = await start(open);
    const deciding = approvals.decide(first.id, { ...yes(first), ...change } as never, GRACE);
    await expect(deciding).rejects.toMatchObject({ problem: is, message: expect.stringContaining(said) });
    await app.close();
  });

  it.each([undefined, null, {}, { id: '' }, { id: 7 }])('without a valid approver is refused: %o', async (by) => {
    const { app, first, approvals } = await start(open);
    await expect(approvals.decide(first.id, yes(first), by as never)).rejects.toMatchObject({
      problem: 'bad-decision',
    });
    await app.close();
  });

  it('that rejects takes precedence, and a later approval does not count', async () => {
    const { app, decide, problem, first, resume, desk, model } = await start(open, { approvers: { quorum: 2 } });
    await decide(GRACE, '1');
    await decide(LINUS, '2', { decision: 'reject', reason: 'too much' });
    expect(await problem(yes(first, '3'), ALAN)).toBe('conflict');
    expect(await resume()).toBe('Done.');
    expect(lastTexts(model)).toEqual(['Tool execution was denied: too much']);
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it.each([['Somebody did it.'], [{ refunded: [70] }], [null]])(
    'may answer in place of the tool: %j',
    async (response) => {
      const { app, decide, resume, model, desk } = await start(open);
      expect((await decide(GRACE, '1', { decision: 'respond', response })).status).toBe('RESPONDED');
      expect(await resume()).toBe('Done.');
      expect(lastTexts(model)).toEqual([typeof response === 'string' ? response : JSON.stringify(response)]);
      const message = model.prompts.at(-1)!.messages.at(-1)!;
      expect(message.role === 'tool' && message.content[0]!.outcome).toEqual({ type: 'responded' });
      expect(desk.done).toEqual([]);
      await app.close();
    },
  );

  it('that rejects too late is saved as a note, and changes nothing', async () => {
    const { app, approvals, decide, resume, desk } = await start(open);
    await decide(GRACE, '1');
    const noted = await decide(LINUS, '2', { decision: 'reject', reason: 'I would not' });
    expect(noted).toMatchObject({ status: 'APPROVED', notes: [{ by: 'linus', text: 'I would not' }] });
    expect((await decide(LINUS, '2', { decision: 'reject', reason: 'I would not' })).notes).toHaveLength(1);
    const notes = (await approvals.history(noted.id)).filter(({ type }) => type === 'NOTED');
    expect(notes).toMatchObject([{ approvalId: noted.id, by: 'linus' }]);
    await resume();
    expect(desk.done).toHaveLength(1);
    await app.close();
  });
});

onEveryStore('the expiry of a question', (open) => {
  it('happens at exactly the stated instant', async () => {
    const { app, clock, decide, first } = await start(open, { expiresInMs: 1000 });
    expect(first.expiresAt).toBe(new Date(clock.now() + 1000).toISOString());
    clock.advance(999);
    expect((await decide(GRACE, '0', { decision: 'approve', reason: 'just' })).status).toBe('APPROVED');
    await app.close();

    const late = await start(open, { expiresInMs: 1000 });
    late.clock.advance(1000);
    expect(await late.problem(yes(late.first))).toBe('gone');
    const noted = await late.decide(GRACE, '2', { decision: 'reject', reason: 'no anyway' });
    expect(noted).toMatchObject({ status: 'EXPIRED', notes: [{ text: 'no anyway' }] });
    expect(await late.resume()).toBe('Done.');
    expect(lastTexts(late.model)).toEqual(['Tool execution was denied: it was not approved in time']);
    expect(late.desk.done).toEqual([]);
    await late.app.close();
  });

  it('cancels the whole turn if the requirement says so', async () => {
    const { app, clock, resume, runId, approvals, desk, first, problem } = await start(open, {
      expiresInMs: 1000,
      onTimeout: 'cancel',
    });
    clock.advance(1000);
    await expect(resume()).rejects.toMatchObject({
      status: 'cancelled',
      reason: 'an approval was not decided in time',
    });
    expect((await approvals.runs.get(runId)).status).toBe('cancelled');
    expect(await problem(yes(first))).toBe('gone');
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it('also ends an unused approval, counted from the answer to the last question', async () => {
    const { app, clock, decide, resume, desk, model, approvals, first } = await start(open, {
      expiresInMs: 10 * 86_400_000,
    });
    clock.advance(5 * 86_400_000);
    await decide(GRACE, '1');
    clock.advance(86_400_000 - 1);
    expect((await approvals.get(first.id)).status).toBe('APPROVED');
    clock.advance(1);
    expect(await resume()).toBe('Done.');
    expect((await approvals.get(first.id)).status).toBe('LAPSED');
    expect(lastTexts(model)).toEqual(['Tool execution was denied: its approval was not used in time']);
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

onEveryStore('arguments that an approver edits', (open) => {
  const allowEdit = true;
  const editedArguments = { order: 'A-1', amount: 5 };

  it('run under a new revision, and void every earlier vote', async () => {
    const { app, decide, problem, first, approvals, resume, desk, model, strategy, runId } = await start(open, {
      allowEdit,
      approvers: { quorum: 2 },
    });
    await decide(GRACE, '1');
    const edited = await decide(LINUS, '2', { editedArguments });
    expect(edited).toMatchObject({ status: 'PENDING', revision: 2, arguments: editedArguments });
    expect(edited.argsHash).toBe(hashOf(editedArguments));
    expect(edited.votes.map(({ voter }) => voter)).toEqual(['linus']);
    expect(edited.edits).toMatchObject([{ editor: 'linus', before: { order: 'A-1', amount: 70 } }]);
    expect(await problem(yes(first, '3'), ALAN)).toBe('conflict');
    expect((await decide(LINUS, '2', { editedArguments })).revision).toBe(2);
    await approvals.decide(first.id, yes(edited, '4'), ALAN);
    expect(await resume()).toBe('Done.');
    expect(desk.done).toEqual([`refund A-1 5 ${runId}:0:0`]);
    expect(strategy.phases).toEqual(['first', 'edit', 'resume']);
    const call = model.prompts.at(-1)!.messages.at(-2)!;
    expect(call.role === 'assistant' && call.content[0]).toMatchObject({ input: '{"order":"A-1","amount":70}' });
    await app.close();
  });

  it('must be allowed, match the schema, and pass the strategy', async () => {
    const forbidden = await start(open, {});
    expect(await forbidden.problem({ ...yes(forbidden.first), editedArguments })).toBe('bad-edit');
    await forbidden.app.close();
    const { app, problem, first, strategy, approvals, desk } = await start(open, { allowEdit });
    for (const bad of [{}, { order: 'A-1' }, { order: 'A-1', amount: 'much' }]) {
      expect(await problem({ ...yes(first), editedArguments: bad })).toBe('bad-edit');
    }
    strategy.onEdit = ToolApprovalDecision.reject('never below ten');
    expect(await problem({ ...yes(first), editedArguments })).toBe('bad-edit');
    expect(await approvals.get(first.id)).toMatchObject({ revision: 1, votes: [], status: 'PENDING' });
    expect(desk.done).toEqual([]);
    await app.close();
  });

  it.each(['{"admin":true}', '{"__proto__":{"a":1}}'])(
    'are refused if they contain unknown names, which are stripped from a call of the model: %s',
    async (extra) => {
      const { app, approvals, decide, first, desk } = await start(open, { allowEdit });
      const [name] = Object.keys(JSON.parse(extra) as object);
      const edited = JSON.parse(JSON.stringify(editedArguments).replace('}', `,${extra.slice(1)}`)) as object;
      await expect(decide(GRACE, '1', { editedArguments: edited })).rejects.toMatchObject({
        problem: 'bad-edit',
        message: expect.stringContaining(`has no argument "${name}"`),
      });
      expect(await approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 1 });
      expect(desk.done).toEqual([]);
      await app.close();
    },
  );
});

describe('the arguments that an approver sees are the ones that run', () => {
  const memory: OpenStore = async (clock) => new (await import('toolgate/approval')).InMemoryApprovalStore(clock?.now);

  it('if the schema transforms them', async () => {
    const call = toolCall('pay', { euros: 3, more: 1 });
    const { app, first, decide, resume, given, strategy } = await start(memory, { allowEdit: true }, call);
    expect(first.arguments).toEqual({ euros: 3 });
    await decide(GRACE, '1', { editedArguments: { euros: 2 } });
    await resume();
    expect(given).toEqual([{ euros: 200 }]);
    expect(strategy.seen).toEqual([
      [{ euros: 3 }, { euros: 300 }],
      [{ euros: 2 }, { euros: 200 }],
      [{ euros: 2 }, { euros: 200 }],
    ]);
    await app.close();
  });

  it('if a class validates and instantiates them', async () => {
    const call = toolCall('book', { request: { order: 'A-1', cents: 1, other: 2 } });
    const { app, first, decide, resume, given } = await start(memory, {}, call);
    expect(first.arguments).toEqual({ request: { order: 'A-1', cents: 1 } });
    await decide(GRACE, '1');
    await resume();
    expect(given).toEqual([Object.assign(new RefundDto(), { order: 'A-1', cents: 100 })]);
    expect(given[0]).toBeInstanceOf(RefundDto);
    await app.close();
  });
});
