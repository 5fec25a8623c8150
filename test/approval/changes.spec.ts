import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ANY_TENANT, ChatClient } from 'toolgate';
import { InProcessChangeFeed } from '#approval';
import {
  type ApprovalChange,
  ApprovalChangeFeed,
  type ApprovalService,
  type ApprovalStore,
  type Approver,
  InMemoryApprovalStore,
  type PublishedChange,
} from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
} from 'toolgate/testing';
import { settled } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const BOB: Approver = { id: 'bob' };
const GUS = { id: 'gus', tenant: 'globex' };

const start = async (
  script: readonly ScriptedAnswer[],
  store: ApprovalStore,
  metadata: Parameters<typeof bootDesk>[2] = {},
) => {
  const booted = await bootDesk(new ScriptedChatModel(script), { store, client: { tools: [Desk] } }, metadata);
  const chat = booted.app.get(ChatClient);
  const ask = (tenant?: string) =>
    chat
      .prompt('Refund A-1')
      .toolContext({ ...(tenant && { tenant }) })
      .call();
  return { ...booted, chat, ask };
};

/** Collects everything that a subscriber receives until it leaves. */
const follow = (approvals: ApprovalService, by: Approver) => {
  const leaving = new AbortController();
  const changes: ApprovalChange[] = [];
  const over = (async () => {
    for await (const change of approvals.changes(by, { signal: leaving.signal })) changes.push(change);
  })();
  return { changes, over, leave: () => leaving.abort() };
};

const linesOf = (changes: readonly (ApprovalChange | PublishedChange)[]) =>
  changes.map((change) => (change.kind === 'reset' ? 'reset' : `${change.kind} ${change.status} ${change.version}`));

onEveryStore('a subscriber of changes', (open) => {
  it('receives each write of a run and its approvals, and can read the record that changed', async () => {
    const { app, approvals, ask, chat } = await start([callsTools(refund), 'Done.'], await open());
    const { changes, over } = follow(approvals, BOB);
    const { runId, first } = await waits(ask());
    await settled();
    expect(changes).toEqual([
      { kind: 'run', id: runId, version: 1, status: 'suspended' },
      { kind: 'approval', id: first.id, version: 1, status: 'PENDING' },
    ]);
    await approvals.decide(first.id, yes(first), BOB);
    await settled();
    expect(linesOf(changes.slice(2))).toEqual(['run suspended 2', 'approval APPROVED 3']);
    expect(await approvals.get(first.id, BOB)).toMatchObject({ version: 3, status: 'APPROVED' });
    await chat.resume(runId).call().content();
    await settled();
    const last = new Map(changes.map((change) => [change.kind, change]));
    const { version, status } = await approvals.runs.get(runId, BOB);
    expect(last.get('run')).toEqual({ kind: 'run', id: runId, version, status });
    expect(last.get('approval')).toMatchObject({ status: 'SUCCEEDED' });
    await app.close();
    await over;
  });

  it('receives changes of its own tenant only, and of every tenant with ANY_TENANT', async () => {
    const { app, approvals, ask } = await start([callsTools(refund), callsTools(refund)], await open());
    const [bob, gus, root] = [BOB, GUS, { id: 'root', tenant: ANY_TENANT } as const].map((by) => follow(approvals, by));
    const acme = await waits(ask());
    const globex = await waits(ask('globex'));
    await settled();
    const idsOf = ({ changes }: { readonly changes: readonly ApprovalChange[] }) =>
      changes.map((change) => change.kind !== 'reset' && change.id);
    expect(idsOf(bob!)).toEqual([acme.runId, acme.first.id]);
    expect(idsOf(gus!)).toEqual([globex.runId, globex.first.id]);
    expect(idsOf(root!)).toEqual([acme.runId, acme.first.id, globex.runId, globex.first.id]);
    await app.close();
  });

  it('receives nothing about a decision that is refused', async () => {
    const { app, approvals, ask } = await start([callsTools(refund)], await open());
    const { first } = await waits(ask());
    const { changes } = follow(approvals, BOB);
    await expect(approvals.decide(first.id, { ...yes(first), argsHash: 'x' }, BOB)).rejects.toThrow();
    await expect(approvals.decide(first.id, yes(first), GUS)).rejects.toThrow();
    await settled();
    expect(changes).toEqual([]);
    await app.close();
  });
});

describe('the changes of an application', () => {
  it('reach a subscriber that arrives during the write', async () => {
    let release!: () => void;
    const waitFor = new Promise<void>((resolve) => (release = resolve));
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app, approvals, ask } = await start([callsTools(refund)], store);
    store.plan = ({ method }) => (method === 'change' ? { waitFor } : 'ok');
    const asking = waits(ask());
    await until(() => store.calls.length > 0);
    const { changes } = follow(approvals, BOB);
    release();
    await asking;
    await settled();
    expect(linesOf(changes)).toEqual(['run suspended 1', 'approval PENDING 1']);
    await app.close();
  });

  it('contain a reset for the tenant if the reply of the store is lost', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app, approvals, ask } = await start([callsTools(refund)], store);
    const { first } = await waits(ask());
    const [bob, gus] = [follow(approvals, BOB), follow(approvals, GUS)];
    store.plan = ({ method }) => (method === 'change' ? 'fail-after' : 'ok');
    await expect(approvals.decide(first.id, yes(first), BOB)).rejects.toThrow();
    await settled();
    expect((await approvals.get(first.id, BOB)).status).toBe('APPROVED');
    expect([bob.changes, gus.changes]).toEqual([[{ kind: 'reset' }], []]);
    await app.close();
  });

  it('end for every subscriber when the application shuts down', async () => {
    const { app, approvals } = await start([], new InMemoryApprovalStore());
    const all = [BOB, BOB, GUS].map((by) => follow(approvals, by));
    await app.close();
    for (const { over } of all) await over;
  });

  it('reject a malformed subscriber', async () => {
    const { app, approvals } = await start([], new InMemoryApprovalStore());
    for (const by of [undefined, null, {}, { id: 'bob', tenant: ['acme'] }])
      expect(() => approvals.changes(by as never)).toThrow('The approver cannot be read');
    await app.close();
  });
});

/** Publishes changes to other processes too; here to a list. */
@Injectable()
class RecordingFeed extends ApprovalChangeFeed {
  readonly published: PublishedChange[] = [];
  private readonly here = new InProcessChangeFeed();

  async publish(change: PublishedChange): Promise<void> {
    this.published.push(change);
    this.here.publish(change);
    throw new Error('The wire is cut.');
  }

  subscribe(listener: (change: PublishedChange) => void): () => void {
    return this.here.subscribe(listener);
  }
}

describe('a custom feed of changes', () => {
  it('receives every write, even without a local subscriber, and its failure changes nothing', async () => {
    const providers = [RecordingFeed, { provide: ApprovalChangeFeed, useExisting: RecordingFeed }];
    const { app, approvals, ask } = await start([callsTools(refund)], new InMemoryApprovalStore(), { providers });
    const { first } = await waits(ask());
    expect(linesOf(app.get(RecordingFeed).published)).toEqual(['run suspended 1', 'approval PENDING 1']);
    const { changes } = follow(approvals, BOB);
    expect((await approvals.decide(first.id, yes(first), BOB)).status).toBe('APPROVED');
    await settled();
    expect(linesOf(changes)).toEqual(['run suspended 2', 'approval APPROVED 3']);
    await app.close();
  });

  it('receives no change while it has no listener', async () => {
    const published: PublishedChange[] = [];
    class SilentFeed extends InProcessChangeFeed {
      override publish(change: PublishedChange): void {
        published.push(change);
        super.publish(change);
      }
    }
    const providers = [{ provide: ApprovalChangeFeed, useClass: SilentFeed }];
    const { app, approvals, ask } = await start([callsTools(refund)], new InMemoryApprovalStore(), { providers });
    const { first } = await waits(ask());
    expect(published).toEqual([]);
    const { leave } = follow(approvals, BOB);
    await approvals.cancel(first.id, BOB);
    expect(published).toHaveLength(2);
    leave();
    await approvals.runs.cancel((await approvals.get(first.id)).runId, BOB);
    expect(published).toHaveLength(2);
    await app.close();
  });
});
