import { describe, expect, it } from '@jest/globals';
import { ChatClient, ToolApprovalDecision } from 'toolgate';
import {
  type Approve,
  type Approver,
  type ApprovalStore,
  InMemoryApprovalStore,
  type RunCheckpoint,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, type OpenStore, waits } from './waiting.fixture.js';

const refund = (order: string) => toolCall('refund', { order, amount: 70 }, `call-${order}`);
const CLERK: Approver = { id: 'cid', roles: ['clerk'] };
const editedArguments = { order: 'A-9', amount: 5 };

const start = async (open: OpenStore) => {
  const clock = new VirtualClock();
  const store = await open(clock);
  const asked: string[] = [];
  const strategy: Approve = (_tool, { order }, { phase, toolCallId }) => {
    if (phase === 'edit') asked.push(`${toolCallId} ${String(order)}`);
    return ToolApprovalDecision.ask({ approvers: { roles: ['clerk'] }, allowEdit: true, expiresInMs: 1000 });
  };
  // The next batch is shorter than the first.
  const model = new ScriptedChatModel([callsTools(refund('A-1'), refund('A-2')), callsTools(refund('A-3')), 'Done.']);
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, approval: { strategy } });
  const chat = booted.app.get(ChatClient);
  const { runId, approvals: waiting } = await waits(chat.prompt('Refund them').call());
  const { approvals } = booted;
  const approveAll = async () => {
    for (const one of (await approvals.list({ status: 'PENDING' })).items)
      await approvals.decide(one.id, yes(one, `yes-${one.id}`), CLERK);
  };
  const edit = (index: number, change: object = {}, by = CLERK) => {
    const { id, revision, argsHash } = waiting[index]!;
    const command = { decisionId: 'edit', decision: 'approve', revision, argsHash, editedArguments } as const;
    return rejectionOf(approvals.decide(id, { ...command, ...change }, by));
  };
  const goOn = () => chat.resume(runId).call().outcome();
  return { ...booted, clock, asked, waiting, approveAll, edit, goOn, runId };
};

onEveryStore('an edit that cannot count', (open) => {
  it.each([0, 1])('is a conflict in a batch that the turn has left, and asks no strategy: call %d', async (index) => {
    const { app, approveAll, goOn, edit, asked, approvals, waiting } = await start(open);
    await approveAll();
    expect((await goOn()).status).toBe('suspended');
    const before = await approvals.get(waiting[index]!.id);
    expect(await edit(index)).toMatchObject({ problem: 'conflict' });
    expect(asked).toEqual([]);
    expect(await approvals.get(waiting[index]!.id)).toEqual(before);
    await app.close();
  });

  it('is refused before the strategy is asked: by a person who may not decide', async () => {
    const { app, edit, asked } = await start(open);
    expect(await edit(0, {}, { id: 'mal', roles: ['intern'] })).toMatchObject({ problem: 'not-eligible' });
    expect(await edit(0, {}, { id: 'mal', tenant: 'other', roles: ['clerk'] })).toMatchObject({ problem: 'not-found' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('is refused before the strategy is asked: of another revision or other arguments', async () => {
    const { app, edit, asked } = await start(open);
    expect(await edit(0, { revision: 2 })).toMatchObject({ problem: 'conflict' });
    expect(await edit(0, { argsHash: 'another' })).toMatchObject({ problem: 'hash-mismatch' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('is refused before the strategy is asked: of a question that is answered', async () => {
    const { app, approveAll, edit, asked } = await start(open);
    await approveAll();
    expect(await edit(0)).toMatchObject({ problem: 'conflict' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('is refused before the strategy is asked: of a question that has expired, whether or not this is written', async () => {
    const { app, clock, edit, asked } = await start(open);
    clock.advance(1000);
    expect(await edit(0)).toMatchObject({ problem: 'gone' });
    expect(asked).toEqual([]);
    await app.close();
  });

  it('is refused before the strategy is asked: under the id of another decision', async () => {
    const { app, approvals, waiting, edit, asked } = await start(open);
    await approvals.decide(waiting[0]!.id, yes(waiting[0]!, 'edit'), CLERK);
    expect(await edit(0)).toMatchObject({ problem: 'decision-reused' });
    expect(asked).toEqual([]);
    await app.close();
  });
});

/** A store in which something happens between the look at an approval and the look at its run's checkpoint. */
class MovingStore extends InMemoryApprovalStore {
  meanwhile?: () => Promise<unknown>;

  override async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    const { meanwhile } = this;
    this.meanwhile = undefined;
    await meanwhile?.();
    return super.checkpoint(run);
  }
}

describe('an edit whose turn moves on while it is checked', () => {
  it('is a conflict, and asks no strategy about a call of the next batch', async () => {
    let store!: MovingStore;
    const open: OpenStore = async (clock): Promise<ApprovalStore> => (store = new MovingStore(clock?.now));
    const { app, approveAll, goOn, edit, asked } = await start(open);
    store.meanwhile = async () => {
      await approveAll();
      await goOn();
    };
    expect(await edit(0)).toMatchObject({ problem: 'conflict' });
    expect(asked).toEqual([]);
    await app.close();
  });
});

describe('a decision', () => {
  it('is the one that was passed, whatever becomes of its object meanwhile', async () => {
    const { app, approvals, waiting } = await start(async (clock) => new InMemoryApprovalStore(clock?.now));
    const command = { ...yes(waiting[0]!), decision: 'reject' as 'reject' | 'approve' };
    const deciding = approvals.decide(waiting[0]!.id, command, CLERK);
    command.decision = 'approve';
    expect((await deciding).status).toBe('REJECTED');
    await app.close();
  });
});
