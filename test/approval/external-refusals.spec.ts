import { describe, expect, it } from 'vitest';
import { ANY_TENANT, ExternalCallException, type ExternalCallRequest, InMemoryApprovalStore } from 'toolgate/approval';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { rejectionOf } from '../chat/chat.fixture.js';
import { yes } from './approval.fixture.js';
import { GRACE, payment, problemOf, start } from './external-calls.fixture.js';
import type { OpenDatabase } from './on-every-database.fixture.js';

/** Returns a schema of objects with many properties. */
const series = (count: number, schemaOf: (index: number) => JsonValue): JsonObject => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schemaOf(index)])),
});

const open: OpenDatabase = async (clock) => ({ store: new InMemoryApprovalStore(clock?.now) });

describe('a request, a claim or an outcome that is not accepted changes nothing', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 1;
  for (let level = 0; level < 200; level++) deep = [deep];

  it.each<[string, object, string]>([
    ['an unknown option', { tol: 'pay' }, '"tol" is unknown'],
    ['a tool that is not a string', { tool: ['pay'] }, '"tool" must be a string of 1 to 200 characters'],
    ['no tool', { tool: '' }, '"tool" must be a string of 1 to 200 characters'],
    ['no requestId', { requestId: undefined }, '"requestId" must be a string'],
    ['a long requestId', { requestId: 'x'.repeat(201) }, '"requestId" must be a string'],
    ['a description that is not a string', { description: 7 }, '"description" must be a string'],
    ['a long description', { description: 'x'.repeat(10_001) }, 'a string of at most 10000 characters'],
    ['an empty application', { application: '' }, '"application" must be a string of 1 to 200 characters'],
    ['an empty conversation', { conversation: '' }, '"conversation" must be a string'],
    ['arguments that do not match', { arguments: { invoice: 'I-7', amount: 'all' } }, '/amount'],
    ['arguments that are a list', { arguments: [] }, '"arguments" must be an object'],
    ['arguments that JSON would change', { arguments: { invoice: new Date(), amount: 1 } }, 'must be plain JSON'],
    ['arguments with a cycle', { arguments: cycle }, 'must be plain JSON'],
    ['large arguments', { arguments: { invoice: 'x'.repeat(1_100_000), amount: 1 } }, 'at most 1000000 bytes'],
    ['a schema that is no schema', { inputSchema: { type: 'objekt' } }, '"inputSchema" cannot be used'],
    ['a schema that is an empty string', { inputSchema: '' }, '"inputSchema" must be JSON Schema'],
    ['a schema that JSON would change', { inputSchema: { const: new Date() } }, '"inputSchema" must be plain JSON'],
    ['a schema that refers to nothing', { inputSchema: { $ref: '#/none' } }, '"inputSchema" cannot be used'],
    ['a schema that is a string', { inputSchema: 'object' }, '"inputSchema" must be JSON Schema'],
    [
      'a schema of too many bytes',
      { inputSchema: { description: 'd'.repeat(100_000) } },
      'has 100018 bytes, and at most 100000',
    ],
    [
      'a schema with a pattern of very many counts',
      { inputSchema: series(1, () => ({ pattern: 'a{1}'.repeat(200_000) })) },
      'has 800036 bytes, and at most 100000',
    ],
    [
      'a schema of too many values',
      { inputSchema: series(500, (of) => ({ minimum: of })) },
      'the tool "pay" has 1002 values',
    ],
    ['a schema of too many levels', { inputSchema: { items: deep } }, 'has 201 levels of nested objects and lists'],
    ['a schema of too many patterns', { inputSchema: series(51, (of) => ({ pattern: `^${of}` })) }, 'has 51 patterns'],
    [
      'patterns as names',
      { inputSchema: { patternProperties: series(51, () => true)['properties'] } },
      'has 51 patterns',
    ],
    [
      'a pattern that is compiled large',
      { inputSchema: series(1, () => ({ pattern: `(${'ab'.repeat(50)}){3,1000}` })) },
      'has 100000 parts in its patterns',
    ],
    [
      'a pattern of nested counts',
      { inputSchema: series(1, () => ({ pattern: String.raw`(?:\p{L}{31}){32}`.repeat(80) })) },
      'has 79360 parts in its patterns',
    ],
    [
      'a large pattern for large arguments',
      {
        inputSchema: series(1, () => ({ pattern: `a[ab]{999}${'c'.repeat(30)}` })),
        arguments: { note: 'ab'.repeat(30_000) },
      },
      '"arguments" of the tool "pay" have 60011 bytes, and at most 48543',
    ],
    ['no requirement', { requirement: undefined }, '"requirement" must be an object'],
    ['an impossible requirement', { requirement: { approvers: { roles: [] } } }, 'approvers of its requirement'],
    ['edits without a schema', { inputSchema: undefined }, 'only "inputSchema" can validate'],
    ['no requester', { requester: undefined }, '"requester" cannot be read'],
    ['a requester of every tenant', { requester: { id: 'a', tenant: ANY_TENANT } }, '"tenant" must be a string'],
    ['idempotent as a string', { idempotent: 'true' }, '"idempotent" must be true or false'],
  ])('a request with %s', async (_what, changes, message) => {
    const { app, approvals, request } = await start(open);
    const error = await rejectionOf(request(changes as Partial<ExternalCallRequest>));
    expect(error).toBeInstanceOf(ExternalCallException);
    expect(error).toMatchObject({ problem: 'bad-request' });
    expect(String(error)).toContain(message);
    expect(String(error)).toMatch(/^[^.].*[^.]\. Correct it\.$/);
    expect((await approvals.counts({})).total).toBe(0);
    await app.close();
  });

  it('a call without a request, and a claim, an outcome or a query without options', async () => {
    const { app, approvals, approved } = await start(open);
    const { id } = await approved();
    const nothing = undefined as never;
    const refused = [
      await rejectionOf(approvals.request(nothing)),
      await rejectionOf(approvals.claim(id, nothing)),
      await rejectionOf(approvals.finish(id, nothing)),
      await rejectionOf(approvals.outcome(id, 'acme' as never)),
      await rejectionOf(approvals.outcome(id, { tenat: 'acme' } as never)),
    ];
    expect(refused.map((error) => [(error as ExternalCallException).problem, String(error)])).toEqual(
      [
        'requested: it is not an object. Correct it.',
        'claimed: no options were passed. Correct it.',
        'finished: no options were passed. Correct it.',
        'read: no options were passed. Correct it.',
        'read: "tenat" is unknown (the known names are tenant, application). Correct it.',
      ].map((text) => ['bad-request', `ExternalCallException: The external call was not ${text}`]),
    );
    await app.close();
  });

  it.each<[string, object]>([
    ['no token', { token: undefined }],
    ['a token that is not a string', { token: ['t'] }],
    ['an empty token', { token: '' }],
    ['a long token', { token: 'x'.repeat(201) }],
    ['no hash', { argsHash: undefined }],
    ['an empty hash', { argsHash: '' }],
    ['a lease with a fraction', { leaseMs: 1.5 }],
    ['an empty tenant', { tenant: '' }],
    ['an empty application', { application: '' }],
    ['an application that is not a string', { application: 7 }],
    ['a lease of no time', { leaseMs: 0 }],
    ['a lease of weeks', { leaseMs: 1e9 }],
    ['a lease that is a string', { leaseMs: '10' }],
    ['every tenant', { tenant: ANY_TENANT }],
    ['an unknown option', { lease: 10 }],
  ])('a claim with %s', async (_what, changes) => {
    const { app, approvals, approved } = await start(open);
    const { id, argsHash } = await approved();
    const claim = () => approvals.claim(id, { argsHash, token: 't', ...changes });
    expect(await problemOf(approvals, id, claim)).toBe('bad-request');
    await app.close();
  });

  it('a claim before the decision, with another hash, or of a call that does not exist', async () => {
    const { app, approvals, request, chat, approve, ask } = await start(open);
    const { approval } = await request();
    const claim = (id: string, argsHash: string) => () => approvals.claim(id, { argsHash, token: 't' });
    expect(await problemOf(approvals, approval.id, claim(approval.id, approval.argsHash))).toBe('not-approved');
    await approvals.decide(approval.id, yes(approval), GRACE);
    expect(await problemOf(approvals, approval.id, claim(approval.id, 'other'))).toBe('hash-mismatch');
    expect(await problemOf(approvals, undefined, claim('nothing', approval.argsHash))).toBe('not-found');
    // The call of a turn runs here.
    const runId = await ask();
    const [ofTurn] = (await approvals.list({ runId })).items;
    expect(await problemOf(approvals, ofTurn!.id, claim(ofTurn!.id, ofTurn!.argsHash))).toBe('not-found');
    expect(await problemOf(approvals, ofTurn!.id, () => approvals.outcome(ofTurn!.id))).toBe('not-found');
    await approve(runId);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    await app.close();
  });

  it.each([{}, { contentRemovedAt: 1 }])('a claim of a call whose stored arguments were altered: %j', async (mark) => {
    const { app, approvals, store, approved, claim } = await start(open);
    const approval = await approved();
    await store.change(approval.runId, (state) => {
      const [slot] = state!.run.slots;
      const input = { invoice: 'I-7', amount: 8_000_000 };
      const marked = state!.approvals.map((one) => ({ ...one, ...mark, version: one.version + 1 }));
      return { run: { ...state!.run, slots: [{ ...slot!, input }] }, approvals: marked, result: undefined };
    });
    expect(await problemOf(approvals, approval.id, () => claim(approval, 't'))).toBe('damaged');
    await app.close();
  });

  it.each<[string, object]>([
    ['no outcome', { outcome: undefined }],
    ['an unknown outcome', { outcome: { type: 'abandoned' } }],
    ['a result that JSON would change', { outcome: { type: 'succeeded', value: new Map() } }],
    ['a result with a function', { outcome: { type: 'succeeded', value: () => {} } }],
    ['a large result', { outcome: { type: 'succeeded', value: 'x'.repeat(1_100_000) } }],
    ['a result that is too deep', { outcome: { type: 'succeeded', value: deep } }],
    ['a failure without a text', { outcome: { type: 'failed' } }],
    ['a failure that is a list', { outcome: { type: 'failed', message: ['no'] } }],
    ['a long failure', { outcome: { type: 'failed', message: 'x'.repeat(10_001) } }],
    ['no token', { token: undefined }],
  ])('an outcome with %s', async (_what, changes) => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    await claim(approval, 't');
    const outcome = { type: 'succeeded', value: 1 } as const;
    const finish = () => approvals.finish(approval.id, { token: 't', outcome, ...(changes as object) });
    expect(await problemOf(approvals, approval.id, finish)).toBe('bad-request');
    await app.close();
  });

  it('an outcome without a claim, of another token, or other than the one before', async () => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    const finish = (token: string, value: number) => () =>
      approvals.finish(approval.id, { token, outcome: { type: 'succeeded', value } });
    expect(await problemOf(approvals, approval.id, finish('t', 1))).toBe('not-claimed');
    await claim(approval, 't');
    expect(await problemOf(approvals, approval.id, finish('other', 1))).toBe('not-claimed');
    await finish('t', 1)();
    expect(await problemOf(approvals, approval.id, finish('t', 2))).toBe('finished');
    await finish('t', 1)();
    await app.close();
  });

  it('the records never contain the token', async () => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    await claim(approval, 'secret-token');
    const records = [await approvals.runs.get(approval.runId), await approvals.runs.events(approval.runId)];
    expect(JSON.stringify(records)).not.toContain('secret-token');
    await app.close();
  });
});

describe('an external call', () => {
  it('accepts values up to its limits', async () => {
    const { app, approvals, clock, approved } = await start(open);
    const [id, token] = ['i'.repeat(200), 't'.repeat(200)];
    const inputSchema = { description: 'd'.repeat(90_000), ...series(400, () => ({ minLength: 1 })) };
    const texts = {
      inputSchema,
      tool: id,
      requestId: id,
      conversation: id,
      application: id,
      description: 'd'.repeat(10_000),
    };
    const approval = await approved(texts);
    const { argsHash } = approval;
    const claimed = async (leaseMs: number) =>
      approvals.claim(approval.id, { argsHash, token, leaseMs, application: id });
    for (const leaseMs of [1, 86_400_000]) {
      const leaseExpiresAt = new Date(clock.now() + leaseMs).toISOString();
      expect(await claimed(leaseMs)).toMatchObject({ answer: 'start', leaseExpiresAt });
    }
    const message = 'm'.repeat(10_000);
    await approvals.finish(approval.id, { token, outcome: { type: 'failed', message }, application: id });
    expect(await approvals.outcome(approval.id)).toMatchObject({ status: 'failed', message });
    await app.close();
  });

  it('that returns nothing has the result null', async () => {
    const { app, approvals, approved, claim } = await start(open);
    const approval = await approved();
    await claim(approval, 't');
    await approvals.finish(approval.id, { token: 't', outcome: { type: 'succeeded', value: undefined as never } });
    expect(await approvals.outcome(approval.id)).toMatchObject({ status: 'completed', result: null });
    await app.close();
  });

  it('of a requester without a tenant belongs to the tenant "default"', async () => {
    const { app, request } = await start(open);
    const asked = await request();
    const requester = { id: 'ada', tenant: 'default', roles: ['clerk'] };
    expect(await request({ requester })).toEqual(asked);
    const other = await request({ requester, requestId: 'other' });
    expect([asked.approval.requester, other.approval.requester]).toEqual([
      { id: 'ada', tenant: 'default' },
      { id: 'ada', tenant: 'default' },
    ]);
    await app.close();
  });

  it('keeps what was requested, whatever its sender changes afterwards', async () => {
    const { app, approvals } = await start(open);
    const requirement = { approvers: { roles: ['finance'] } };
    const request = { ...payment, arguments: { ...payment.arguments }, requirement };
    const asking = approvals.request(request);
    request.arguments['amount'] = 8000;
    request.requirement = { approvers: { roles: [] } };
    requirement.approvers.roles = ['intern'];
    expect((await asking).approval).toMatchObject({
      arguments: { invoice: 'I-7', amount: 80 },
      requirement: { approvers: { roles: ['finance'] } },
    });
    await app.close();
  });

  it('is a call of its own if only the joined names of its requester and tenant equal those of another', async () => {
    const { app, request } = await start(open);
    const requesters = [
      { id: 'c', tenant: 'a,b' },
      { id: 'b,c', tenant: 'a' },
      { id: 'bc', tenant: 'a' },
      { id: 'c', tenant: 'ab' },
    ];
    const runs = await Promise.all(requesters.map((requester) => request({ requester })));
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(4);
    await app.close();
  });
});
