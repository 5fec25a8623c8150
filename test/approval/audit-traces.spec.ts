import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  ChatClient,
  ToolApprovalAuditor,
  ToolApprovalDecision,
  type ToolApprovalEvent,
  ToolApprovalStrategy,
} from 'toolgate';
import { type ApprovalTraceEntry, audited, denyOverrides } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { approves, asks, saying } from './composition.fixture.js';
import { bootDesk, Desk } from './approval.fixture.js';

class Book extends ToolApprovalAuditor {
  readonly traces: (readonly ApprovalTraceEntry[] | undefined)[] = [];

  decided({ trace }: ToolApprovalEvent) {
    this.traces.push(trace);
  }
}

@Injectable()
class OfficeHours extends ToolApprovalStrategy {
  decide: () => unknown = () => ToolApprovalDecision.approve();

  approve() {
    return this.decide() as ToolApprovalDecision;
  }
}

const fails = (): never => {
  throw new Error('the calendar is away');
};

/** The traces that an auditor and the stored approvals contain for one call of refund. */
const tracesWith = async (strategy: ToolApprovalStrategy, approval: object = {}) => {
  const book = new Book();
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
  const { app, approvals } = await bootDesk(
    model,
    { approval: { strategy, ...approval } },
    { providers: [{ provide: Book, useValue: book }] },
  );
  await app
    .get(ChatClient)
    .prompt('Refund A-1')
    .tools(Desk)
    .call()
    .outcome()
    .catch(() => {});
  const { items } = await approvals.list();
  await app.close();
  return { events: book.traces, records: items.map(({ trace }) => trace) };
};

const officeHours = (decide: () => unknown) => Object.assign(new OfficeHours(), { decide });

describe('the trace of a decision', () => {
  it.each([
    ['approve', () => ToolApprovalDecision.approve(), {}],
    ['approve', () => ({ type: 'approve', reason: 'small' }), { reason: 'small' }],
    ['abstain', () => ToolApprovalDecision.abstain(), {}],
    ['reject', () => ToolApprovalDecision.reject('closed'), { reason: 'closed' }],
    ['error', fails, { reason: 'the calendar is away' }],
    [
      'error',
      () => undefined,
      {
        reason:
          'OfficeHours returned undefined. Return ToolApprovalDecision.approve(), reject(reason), ask() or abstain()',
      },
    ],
  ])('names the strategy to the auditor, even if there is only one: %s', async (decision, decide, why) => {
    const { events, records } = await tracesWith(officeHours(decide));
    expect(events).toEqual([[{ strategy: 'OfficeHours', decision, ...why }]]);
    expect(records).toEqual([]);
  });

  it.each([
    [() => ToolApprovalDecision.ask({ message: 'May it?' }), { reason: 'May it?' }],
    [() => ToolApprovalDecision.ask(), {}],
  ])('names in the record the strategy that asked, even if there is only one', async (decide, why) => {
    const trace = [{ strategy: 'OfficeHours', decision: 'ask', ...why }];
    expect(await tracesWith(officeHours(decide))).toEqual({ events: [trace], records: [trace] });
  });

  it('names in the record of a composition what each part decided', async () => {
    const trace = [
      { strategy: 'approves', decision: 'approve', within: ['denyOverrides'] },
      { strategy: 'asks', decision: 'ask', reason: 'May it?', within: ['denyOverrides'] },
    ];
    expect(await tracesWith(denyOverrides(approves, asks))).toEqual({ events: [trace], records: [trace] });
  });

  it('names in the record the strategy that failed, if that is why a person is asked', async () => {
    const onError = { onError: 'ask' };
    const alone = [{ strategy: 'OfficeHours', decision: 'error', reason: 'the calendar is away' }];
    expect((await tracesWith(officeHours(fails), onError)).records).toEqual([alone]);
    const composed = denyOverrides(approves, saying('broken', fails));
    expect((await tracesWith(composed, onError)).records).toEqual([
      [
        { strategy: 'approves', decision: 'approve', within: ['denyOverrides'] },
        { strategy: 'broken', decision: 'error', reason: 'the calendar is away', within: ['denyOverrides'] },
      ],
    ]);
  });

  it('contains no secret of the error of a strategy, because approvers read it', async () => {
    const leaks = () => {
      throw new Error('the calendar is away: password=hunter2');
    };
    for (const strategy of [officeHours(leaks), denyOverrides(approves, saying('broken', leaks))]) {
      const { records } = await tracesWith(strategy, { onError: 'ask' });
      expect(records.flat().at(-1)).toMatchObject({ reason: 'the calendar is away: password=[redacted]' });
    }
  });

  it('is plain JSON, even if the strategy returns other values in its trace', async () => {
    const entry = { strategy: 'mine', decision: 'ask', when: new Date(0), self: () => 1 };
    const { records } = await tracesWith(officeHours(() => ({ type: 'ask', trace: [entry] })));
    expect(records).toEqual([[{ strategy: 'mine', decision: 'ask' }]]);
    const odd = await tracesWith(officeHours(() => ({ type: 'ask', trace: 7 })));
    expect(odd.records).toEqual([[{ strategy: 'OfficeHours', decision: 'ask' }]]);
  });

  it('reaches the auditor of a single part too', async () => {
    const book = new Book();
    await tracesWith(audited(denyOverrides(approves), book));
    expect(book.traces).toEqual([
      [{ strategy: 'approves', decision: 'approve', within: ['audited', 'denyOverrides'] }],
    ]);
  });
});
