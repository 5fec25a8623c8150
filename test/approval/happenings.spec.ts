import { describe, expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { ChatClient, Tool, ToolApprovalAuditor } from 'toolgate';
import {
  type ApprovalHappening,
  type ApprovalStore,
  InMemoryApprovalStore,
  type ToolApprovalEvent,
} from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
  VirtualClock,
} from 'toolgate/testing';
import { deferred, settled } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { LEASE_MS, lostProcess, tillOver } from './lost-process.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

@Injectable()
class Book extends ToolApprovalAuditor {
  readonly happenings: ApprovalHappening[] = [];

  decided(_event: ToolApprovalEvent): void {}

  override happened(happening: ApprovalHappening): void {
    this.happenings.push(happening);
  }

  /** `STATUS tool from BEFORE`, or the event of a run. */
  get lines(): readonly string[] {
    return this.happenings.map(({ event, approval, from }) =>
      [event.type, approval?.toolName, from && `from ${from}`].filter(Boolean).join(' '),
    );
  }
}

const refund = (id = 'c1') => toolCall('refund', { order: 'A-1', amount: 70 }, id);
const BOB = { id: 'bob' };
const HOUR = 3_600_000;

const start = async (script: readonly ScriptedAnswer[], store: ApprovalStore, approval: object = {}) => {
  const booted = await bootDesk(new ScriptedChatModel(script), { store, approval }, { providers: [Book] });
  const chat = booted.app.get(ChatClient);
  const ask = (text = 'Refund A-1') => chat.prompt(text).tools(Desk).conversation('c');
  return { ...booted, chat, ask, book: booted.app.get(Book) };
};

onEveryStore('an auditor', (open) => {
  it('receives every change of an approval and its run, in order, after each write', async () => {
    const { book, ask, approvals, chat } = await start([callsTools(refund()), 'Done.'], await open());
    const { runId, first } = await waits(ask().call());
    expect(book.lines).toEqual(['PENDING refund', 'SUSPENDED']);
    await approvals.decide(first.id, yes(first), BOB);
    await chat.resume(runId).call().content();
    expect(book.lines.slice(2)).toEqual([
      'VOTED refund',
      'APPROVED refund from PENDING',
      'SETTLED',
      'RESUMED',
      'EXECUTING refund from APPROVED',
      'SUCCEEDED refund from EXECUTING',
      'ANSWERED',
      'COMPLETED',
    ]);
    expect(book.happenings[3]).toMatchObject({
      event: { by: 'bob', runId, approvalId: first.id },
      run: { id: runId, requester: { id: 'ada' } },
      approval: { status: 'APPROVED', decidedBy: 'bob', arguments: { order: 'A-1', amount: 70 } },
    });
    expect(book.happenings.map(({ event }) => event)).toEqual(await approvals.runs.events(runId));
  });

  it('receives an expiry from the process that finds it', async () => {
    const clock = new VirtualClock();
    const script = [callsTools(refund('c1'), refund('c2')), 'Too late.'];
    const { book, ask, approvals, chat } = await start(script, await open(clock), { expiresInMs: HOUR });
    const { runId, first } = await waits(ask().call());
    await approvals.decide(first.id, { ...yes(first), decision: 'reject' }, BOB);
    clock.advance(HOUR);
    expect(book.lines).not.toContain('EXPIRED refund from PENDING');
    await chat.resume(runId).call().content();
    expect(book.lines.filter((line) => line.includes('from'))).toEqual([
      'REJECTED refund from PENDING',
      'EXPIRED refund from PENDING',
    ]);
  });

  it('receives an approval that lapses, is canceled, or is superseded by another message', async () => {
    const clock = new VirtualClock();
    const store = await open(clock);
    const asks = [callsTools(refund()), callsTools(refund()), callsTools(refund()), 'Hello.'];
    const { book, ask, approvals } = await start(asks, store, { onMessage: 'supersede', approvalLapsesInMs: HOUR });
    const approve = async () => {
      const { first } = await waits(ask().call());
      await approvals.decide(first.id, yes(first), BOB);
      return first;
    };
    const lapsed = await approve();
    clock.advance(HOUR);
    await approvals.runs.cancel((await approvals.get(lapsed.id)).runId, BOB);
    await approvals.cancel((await approve()).id, BOB);
    await waits(ask().call());
    await ask('Never mind').call().outcome();
    expect(book.lines.filter((line) => line.includes('from'))).toEqual([
      'APPROVED refund from PENDING',
      'LAPSED refund from APPROVED',
      'APPROVED refund from PENDING',
      'CANCELLED refund from APPROVED',
      'CANCELLED refund from PENDING',
    ]);
  });
});

/** Another process over the same store, with an auditor. */
const watching = async (store: ApprovalStore, providers: readonly Provider[]) => {
  const { app, approvals } = await bootDesk(new ScriptedChatModel([]), { store }, { providers: [...providers, Book] });
  return { approvals, book: app.get(Book) };
};

describe('an auditor', () => {
  it('receives a call whose outcome is unknown, and later the outcome that a person reports', async () => {
    const { store, runId, outside } = await lostProcess('pay');
    const { approvals, book } = await watching(store, [tillOver(outside)]);
    await approvals.runs.reconcile(runId);
    expect(book.lines).toEqual(['LEASE_LOST', 'OUTCOME_UNKNOWN pay from EXECUTING']);
    const outcome = { type: 'succeeded', value: 'paid' } as const;
    await approvals.runs.reconcile(runId, { index: 0, outcome }, BOB);
    expect(book.lines.slice(2)).toEqual(['RECONCILED', 'SUCCEEDED pay from OUTCOME_UNKNOWN']);
  });

  it('receives an unknown call that no person was asked about, too', async () => {
    const started = deferred();
    @Injectable()
    class Till {
      @Tool({ description: 'Never ends', requiresApproval: false })
      count(): Promise<string> {
        started.resolve();
        return new Promise(() => {});
      }
    }
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const script = [callsTools(toolCall('count', {}, 'c0'), refund())];
    const first = await bootDesk(new ScriptedChatModel(script), { store }, { providers: [Till] });
    const chat = first.app.get(ChatClient);
    const { runId, first: asked } = await waits(chat.prompt('Count').tools(Till, Desk).call());
    await first.approvals.decide(asked.id, yes(asked), BOB);
    chat
      .resume(runId)
      .call()
      .outcome()
      .catch(() => {});
    await started.promise;
    await settled();
    clock.advance(LEASE_MS);
    const { approvals, book } = await watching(store, [Till]);
    await approvals.runs.reconcile(runId);
    const unknown = book.happenings.filter(({ event }) => event.type === 'OUTCOME_UNKNOWN');
    expect(
      unknown.map(({ event, run, approval }) => [event.data, run.slots[0]!.toolName, approval?.toolName]),
    ).toContainEqual([{ index: 0 }, 'count', undefined]);
  });

  it('changes nothing if it fails, and the log contains the failure', async () => {
    @Injectable()
    class Broken extends Book {
      override happened(): never {
        throw new Error('disk full');
      }
    }
    const { app, approvals } = await bootDesk(
      new ScriptedChatModel([callsTools(refund()), 'Done.']),
      {},
      { providers: [Broken, Book] },
    );
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    await approvals.decide(first.id, yes(first), BOB);
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(app.get(Book).lines.at(-1)).toBe('COMPLETED');
  });

  it('changes nothing by changing the event that it receives', async () => {
    @Injectable()
    class Scribbler extends Book {
      override decided({ trace = [] }: ToolApprovalEvent): void {
        for (const entry of trace) Object.assign(entry, { decision: 'approve', strategy: 'Nobody' });
      }

      override happened({ event, run, approval }: ApprovalHappening): void {
        for (const record of [event, run, approval]) if (record) Object.assign(record, { status: 'LOST', slots: 0 });
      }
    }
    const { app, approvals } = await bootDesk(
      new ScriptedChatModel([callsTools(refund()), 'Done.']),
      {},
      { providers: [Scribbler, Book] },
    );
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk).call());
    const { trace } = await approvals.get(first.id);
    expect(trace).toMatchObject([{ strategy: 'HumanApprovalStrategy', decision: 'ask' }]);
    expect((await approvals.decide(first.id, yes(first), BOB)).status).toBe('APPROVED');
    expect(await chat.resume(runId).call().content()).toBe('Done.');
    expect(app.get(Book).happenings[0]).toMatchObject({
      run: { status: 'suspended' },
      approval: { status: 'PENDING' },
    });
  });

  it('receives no change that was not written, and no change twice', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { book, ask, approvals } = await start([callsTools(refund()), 'Done.'], store);
    const { first } = await waits(ask().call());
    book.happenings.length = 0;
    for (const fault of ['fail-before', 'lost-reply'] as const) {
      store.plan = ({ method }) => (method === 'change' ? fault : 'ok');
      await expect(approvals.decide(first.id, yes(first), BOB)).rejects.toThrow();
    }
    store.plan = () => 'ok';
    // The write was executed, and its reply was lost.
    await approvals.decide(first.id, yes(first), BOB);
    expect(book.lines).toEqual([]);
    expect((await approvals.get(first.id)).status).toBe('APPROVED');
  });

  it('receives changes from the moment it starts to listen', async () => {
    let listens = false;
    @Injectable()
    class Sleeper extends Book {
      override isListening() {
        return listens;
      }
    }
    const { app, approvals } = await bootDesk(
      new ScriptedChatModel([callsTools(refund()), 'Done.']),
      {},
      { providers: [Sleeper] },
    );
    const { first } = await waits(app.get(ChatClient).prompt('Refund A-1').tools(Desk).call());
    listens = true;
    await approvals.decide(first.id, yes(first), BOB);
    await settled();
    expect(app.get(Sleeper).lines).toEqual(['VOTED refund', 'APPROVED refund from PENDING', 'SETTLED']);
  });
});
