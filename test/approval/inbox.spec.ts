import { afterEach, describe, expect, it } from 'vitest';
import { type INestApplicationContext, Injectable } from '@nestjs/common';
import { ANY_TENANT, type Approver, ChatClient, HumanApprovalStrategy, Tool, ToolParam } from 'toolgate';
import type { ApprovalQuery, ApprovalRequirement, ApprovalService, ApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const LEE: Approver = { id: 'lee', tenant: 'acme', roles: ['lead'] };
const ADA: Approver = { id: 'ada', tenant: 'acme' };
const HOUR = 3_600_000;

const leads: ApprovalRequirement = { approvers: { roles: ['lead'] }, fourEyes: true, allowEdit: true };
const strategy = new HumanApprovalStrategy({ tools: { refund: leads, mail: { expiresInMs: HOUR } } });

@Injectable()
class Mails {
  @Tool({ description: 'Send a mail', requiresApproval: true, hints: { destructive: true, openWorld: true } })
  mail(@ToolParam() text: string): string {
    return `Sent ${text.length} characters`;
  }
}

const apps: INestApplicationContext[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Ada's turn of acme waits with a refund and a mail, and Bob's turn of globex with a refund. */
const start = async (open: OpenStore, text = 'Hello') => {
  const clock = new VirtualClock();
  const store = await open(clock);
  const [refund, mail] = [toolCall('refund', { order: 'A-1', amount: 70 }), toolCall('mail', { text })];
  const model = new ScriptedChatModel([callsTools(refund, mail), callsTools(refund), 'Done.', 'Done.']);
  const booted = await bootDesk(
    model,
    { store, client: { tools: [Desk, Mails] }, approval: { strategy } },
    { providers: [Mails] },
  );
  apps.push(booted.app);
  const ask = (user: string, tenant: string) =>
    waits(booted.app.get(ChatClient).prompt('Help').toolContext({ user, tenant }).call());
  const ada = await ask('ada', 'acme');
  clock.advance(1000);
  const bob = await ask('bob', 'globex');
  return { ...booted, store, clock, ada, bob };
};

/** Another process over the same store, with other tools. */
const another = async (store: ApprovalStore, tools: readonly (typeof Desk | typeof RenamedDesk)[]) => {
  const booted = await bootDesk(new ScriptedChatModel([]), { store }, { providers: [...tools] });
  apps.push(booted.app);
  return booted.approvals;
};

class RenamedDesk {
  @Tool({ name: 'mail', description: 'Send a mail at once', requiresApproval: true })
  send(@ToolParam() text: string): string {
    return text;
  }
}
Injectable()(RenamedDesk);

const shownBy = async (approvals: ApprovalService, query: ApprovalQuery, by?: Approver) =>
  (await approvals.list(query, by)).items.map(({ toolName, tenant, status }) => `${toolName} ${tenant} ${status}`);

onEveryStore('an inbox', (open) => {
  it('lists and counts the approvals that a person may decide', async () => {
    const { approvals } = await start(open);
    expect(await shownBy(approvals, { decidableBy: LEE }, LEE)).toEqual(['refund acme PENDING', 'mail acme PENDING']);
    expect(await shownBy(approvals, { decidableBy: ADA }, ADA)).toEqual(['mail acme PENDING']);
    expect(await approvals.counts({ decidableBy: ADA }, ADA)).toEqual({ total: 1, byStatus: { PENDING: 1 } });
    expect(await shownBy(approvals, { decidableBy: { ...LEE, tenant: ANY_TENANT } })).toHaveLength(3);
    // A person decides in their own tenant only, even if an administrator lists for them.
    expect(await shownBy(approvals, { decidableBy: LEE }, { id: 'root', tenant: ANY_TENANT })).toHaveLength(2);
    expect(await shownBy(approvals, { decidableBy: LEE }, { id: 'zoe', tenant: 'globex' })).toEqual([]);
    expect(await approvals.counts({ decidableBy: LEE }, { id: 'gus', tenant: 'globex', roles: ['lead'] })).toEqual({
      total: 0,
      byStatus: {},
    });
  });

  it('filters by tools, requester, decider and time, and orders the approvals', async () => {
    const { approvals, ada, clock } = await start(open);
    const since = new Date(clock.now()).toISOString();
    expect(await shownBy(approvals, { tools: ['mail', 'none'] })).toEqual(['mail acme PENDING']);
    expect(await shownBy(approvals, { requester: 'bob' })).toEqual(['refund globex PENDING']);
    expect(await shownBy(approvals, { createdFrom: since })).toEqual(['refund globex PENDING']);
    expect(await shownBy(approvals, { createdBefore: since })).toHaveLength(2);
    expect((await shownBy(approvals, { order: 'newest' }))[0]).toBe('refund globex PENDING');
    expect((await shownBy(approvals, { order: 'expiring' }))[0]).toBe('mail acme PENDING');
    await approvals.decide(ada.first.id, yes(ada.first), LEE);
    expect(await shownBy(approvals, { decidedBy: 'lee', status: ['APPROVED', 'REJECTED'] })).toEqual([
      'refund acme APPROVED',
    ]);
    expect(await approvals.counts({ tools: ['refund'] })).toEqual({
      total: 2,
      byStatus: { APPROVED: 1, PENDING: 1 },
    });
  });

  it('shows an approval as expired before the expiry is written, and a decision on it is refused', async () => {
    const { approvals, clock, ada, store } = await start(open);
    const mail = ada.approvals[1]!;
    clock.advance(HOUR);
    expect((await approvals.get(mail.id)).status).toBe('EXPIRED');
    expect(await shownBy(approvals, { status: 'EXPIRED' })).toEqual(['mail acme EXPIRED']);
    expect(await shownBy(approvals, { status: 'PENDING', tools: ['mail'] })).toEqual([]);
    expect(await shownBy(approvals, { decidableBy: LEE })).toEqual(['refund acme PENDING']);
    expect((await approvals.counts()).byStatus).toEqual({ PENDING: 2, EXPIRED: 1 });
    expect((await store.state(ada.runId))!.approvals.map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
    await expect(approvals.decide(mail.id, yes(mail), LEE)).rejects.toMatchObject({ problem: 'gone' });
  });

  it('omits large arguments in lists, including those before an edit', async () => {
    const { approvals } = await start(open, 'é'.repeat(5000));
    const [listed] = (await approvals.list({ tools: ['mail'] })).items;
    expect(listed).not.toHaveProperty('arguments');
    expect(listed!.argumentsBytes).toBe(Buffer.byteLength(JSON.stringify({ text: 'é'.repeat(5000) })));
    expect((await approvals.get(listed!.id)).arguments).toEqual({ text: 'é'.repeat(5000) });
    expect((await approvals.list({ tools: ['refund'] })).items[0]!.arguments).toEqual({ order: 'A-1', amount: 70 });
  });

  it('returns the schema of a tool that the process does not have, and states whether the tool has changed', async () => {
    const { approvals, ada, store } = await start(open);
    const { id } = ada.approvals[1]!;
    const known = await approvals.get(id, LEE);
    expect(known).toMatchObject({ toolChanged: false, inputSchema: { properties: { text: { type: 'string' } } } });
    const changed = await (await another(store, [RenamedDesk])).get(id, LEE);
    expect([changed.toolChanged, changed.inputSchema]).toEqual([true, known.inputSchema]);
    const without = await (await another(store, [])).get(id, LEE);
    expect(without).not.toHaveProperty('toolChanged');
    expect(without.inputSchema).toEqual(known.inputSchema);
  });

  it('returns the effects that a tool states, also in a process without the tool', async () => {
    const { approvals, ada, store } = await start(open);
    const [refund, mail] = ada.approvals;
    expect((await approvals.get(mail!.id, LEE)).hints).toEqual({ destructive: true, openWorld: true });
    expect((await (await another(store, [])).get(mail!.id, LEE)).hints).toEqual({ destructive: true, openWorld: true });
    expect(await approvals.get(refund!.id, LEE)).not.toHaveProperty('hints');
    const { items } = await approvals.list({ tools: ['mail'] }, LEE);
    expect(items[0]!.hints).toEqual({ destructive: true, openWorld: true });
  });

  it('returns the events of one approval', async () => {
    const { approvals, ada } = await start(open);
    await approvals.decide(ada.first.id, { ...yes(ada.first), decision: 'reject', reason: 'no' }, LEE);
    const history = await approvals.history(ada.first.id, LEE);
    expect(history.map(({ type, by, approvalId }) => [type, by, approvalId])).toEqual([
      ['PENDING', undefined, ada.first.id],
      ['REJECTED', 'lee', ada.first.id],
    ]);
    const hidden = await rejectionOf(approvals.history(ada.first.id, { id: 'zoe', tenant: 'globex' }));
    const missing = await rejectionOf(approvals.history('missing', { id: 'zoe', tenant: 'globex' }));
    expect(String(hidden).replaceAll(ada.first.id, 'missing')).toBe(String(missing));
  });

  it('counts the approvals that were requested, decided and expired by the hour, in the tenant of the viewer', async () => {
    const { approvals, ada, clock } = await start(open);
    clock.advance(29_000);
    await approvals.decide(ada.first.id, yes(ada.first), LEE);
    clock.advance(HOUR);
    const late = yes(ada.approvals[1]!);
    await expect(approvals.decide(ada.approvals[1]!.id, late, LEE)).rejects.toMatchObject({ problem: 'gone' });
    await approvals.runs.cancel(ada.runId, LEE);
    const { from, to, hours } = await approvals.stats({ hours: 2 }, LEE);
    expect([from, to]).toEqual(['2030-01-01T00:00:00.000Z', '2030-01-01T01:00:30.000Z']);
    expect(hours).toEqual([
      { at: '2030-01-01T00:00:00.000Z', asked: 2, decided: 1, expired: 0, medianDecideMs: 30_000 },
      { at: '2030-01-01T01:00:00.000Z', asked: 0, decided: 0, expired: 1 },
    ]);
    expect((await approvals.stats({ hours: 2 })).hours[0]!.asked).toBe(3);
  });
});

describe('a query of approvals', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['an unknown filter', { tool: 'mail' }, '"tool" is unknown (the known names are '],
    ['an unknown status', { status: ['PENDING', 'pending'] }, 'the status "pending" is unknown. Pass one of these'],
    ['a list without a status', { status: [] }, '"status" is unknown. Pass one of these, or a list with at least one'],
    [
      'a list without a tool',
      { tools: [] },
      '"tools" must be a list of 1 to 100 names of tools. Leave it out for all.',
    ],
    ['one tool', { tools: 'mail' }, '"tools" must be a list'],
    ['a number', { requester: 7 }, '"requester" must be a string that is not empty. Leave it out for all.'],
    ['no person', { decidedBy: '' }, '"decidedBy" must be a string that is not empty'],
    ['a time without a zone', { createdFrom: '2030-01-31T09:00:00' }, '"createdFrom" must be a time in ISO 8601'],
    ['a day that is none', { createdBefore: '2030-02-31' }, '"createdBefore" must be a time in ISO 8601'],
    ['a person without an id', { decidableBy: { tenant: 'acme' } }, '"decidableBy" must be an approver.'],
    ['an unknown order', { order: 'latest' }, '"order" is unknown. Pass one of: oldest, newest, expiring.'],
    ['a cursor of another type', { cursor: 7 }, '"cursor" must be a cursor that list() returned.'],
    ['a cursor of another order', { cursor: 'o1.1', order: 'newest' }, 'Pass a cursor that list() returned'],
    ['a limit of another type', { limit: '7' }, '"limit" must be a number.'],
  ];

  it.each(refused)('with %s throws a TypeError that names it', async (_, query, told) => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([]));
    apps.push(app);
    const error = await rejectionOf(approvals.list(query as ApprovalQuery));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(told);
  });

  it('may name days, and times with a zone', async () => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([]));
    apps.push(app);
    const query = { createdFrom: '2030-02-28', createdBefore: '2030-02-28T10:00+02:00', limit: 1, cursor: undefined };
    expect(await approvals.list(query as ApprovalQuery)).toEqual({ items: [] });
  });

  it('of statistics covers one hour to a week', async () => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([]));
    apps.push(app);
    for (const hours of [0, 169, 1.5, Number.NaN, '24']) {
      await expect(approvals.stats({ hours: hours as number })).rejects.toThrow(
        '"hours" must be a whole number from 1',
      );
    }
    expect((await approvals.stats({ hours: 168 })).hours).toHaveLength(168);
  });
});
