import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  Tool,
  ToolApprovalAuditor,
  ToolApprovalDecision,
  type ToolApprovalEvent,
  ToolApprovalException,
  ToolApprovalStrategy,
} from 'toolgate';
import { approvalGate, audited } from 'toolgate/approval';
import { ChatClient } from 'toolgate/chat';
import type { ToolCallPart } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, failureOf, lastTexts, settled } from '../story.fixture.js';

@Injectable()
class Book extends ToolApprovalAuditor {
  readonly events: ToolApprovalEvent[] = [];

  decided(event: ToolApprovalEvent) {
    this.events.push(event);
  }

  get lines() {
    return this.events.map(({ tool, outcome, reason }) => [tool.definition.name, outcome, reason]);
  }
}

@Injectable()
class Desk {
  @Tool({ description: 'Free', requiresApproval: false })
  free() {
    return 'free';
  }

  @Tool({ description: 'Plain' })
  plain(amount: number) {
    return amount;
  }
}

const plain = (amount: number) => toolCall('plain', { amount }, `plain-${amount}`);
const byAmount = ToolApprovalStrategy.of((_tool, { amount }) => {
  if (amount === 1) return { type: 'approve', reason: 'small', metadata: { rule: 7 } };
  if (amount === 2) return ToolApprovalDecision.reject('too much', { max: 1 });
  throw new Error('who knows');
});

const start = (calls: readonly ToolCallPart[], extra: Parameters<typeof boot>[0] = {}) =>
  boot({
    script: [callsTools(...calls), 'End.'],
    ...extra,
    providers: [Desk, Book, ...(extra.providers ?? [])],
  });

describe('an auditor', () => {
  it('receives every decision, including bypassed calls', async () => {
    const { chat, app } = await start([toolCall('free'), plain(1), plain(2)], {
      options: { approval: { strategy: byAmount } },
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(app.get(Book).lines).toEqual([
      ['free', 'bypassed', undefined],
      ['plain', 'approved', 'small'],
      ['plain', 'rejected', 'too much'],
    ]);
    const [, approved, rejected] = app.get(Book).events;
    expect(approved).toMatchObject({ args: { amount: 1 }, metadata: { rule: 7 }, context: { toolCallId: 'plain-1' } });
    expect(rejected).toMatchObject({ args: { amount: 2 }, metadata: { max: 1 } });
  });

  it('receives an error, together with the other decisions of the batch', async () => {
    const { chat, app } = await start([plain(1), plain(3)], { options: { approval: { strategy: byAmount } } });
    await expect(failureOf(chat.prompt('Go').tools(Desk).call().content())).rejects.toThrow(ToolApprovalException);
    expect(app.get(Book).lines).toEqual([
      ['plain', 'approved', 'small'],
      ['plain', 'error', undefined],
    ]);
    expect(app.get(Book).events[1]!.error).toMatchObject({ message: expect.stringContaining('who knows') });
  });

  it('receives decisions in an application without a strategy', async () => {
    const { chat, app } = await start([toolCall('free'), plain(1)]);
    await chat.prompt('Go').tools(Desk).call().content();
    expect(app.get(Book).lines).toEqual([
      ['free', 'bypassed', undefined],
      ['plain', 'approved', undefined],
    ]);
  });

  it('receives the error of a request-scoped strategy that cannot be created', async () => {
    const { chat, app } = await start([plain(1)], {
      providers: [
        { provide: ToolApprovalStrategy, scope: 2, useFactory: () => Promise.reject(new Error('no database')) },
      ],
    });
    await expect(chat.prompt('Go').tools(Desk).call().content()).rejects.toThrow(
      'The approval of "plain" failed: ToolApprovalStrategy: no database. No call of this batch ran.',
    );
    expect(app.get(Book).lines).toEqual([['plain', 'error', undefined]]);
  });

  it('works beside others, and can be provided under its token', async () => {
    const told: string[] = [];
    const { chat, app } = await start([plain(1)], {
      providers: [{ provide: ToolApprovalAuditor, useValue: { decided: () => void told.push('value') } }],
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(told).toEqual(['value']);
    expect(app.get(Book).events).toHaveLength(1);
  });

  it('receives the decisions of a gate that an application creates', async () => {
    const book = new Book();
    const gate = approvalGate(byAmount, { auditors: [book] });
    const chat = ChatClient.create(new ScriptedChatModel([callsTools(plain(2)), 'End.']), { gate });
    await chat.prompt('Go').tools(new Desk()).call().content();
    expect(book.lines).toEqual([['plain', 'rejected', 'too much']]);
  });
});

describe('the time of a decision', () => {
  const slow = ToolApprovalStrategy.of(async (_tool, { amount }) => {
    await new Promise((resolve) => setTimeout(resolve, Number(amount) * 20));
    return ToolApprovalDecision.approve();
  });

  it('is part of each event: its start and its duration', async () => {
    const before = Date.now();
    const { chat, app } = await start([toolCall('free'), plain(1), plain(4)], {
      options: { approval: { strategy: slow } },
    });
    await chat.prompt('Go').tools(Desk).call().content();
    const [bypassed, short, long] = app.get(Book).events;
    expect([bypassed!.startedAt, bypassed!.durationMs]).toEqual([undefined, undefined]);
    for (const { startedAt } of [short!, long!]) expect(startedAt).toBeGreaterThanOrEqual(before);
    expect(short!.durationMs).toBeGreaterThan(15);
    expect(long!.durationMs).toBeGreaterThan(75);
  });

  it('is part of an error event too', async () => {
    const { chat, app } = await start([plain(3)], { options: { approval: { strategy: byAmount } } });
    await expect(failureOf(chat.prompt('Go').tools(Desk).call().content())).rejects.toThrow(ToolApprovalException);
    expect(app.get(Book).events[0]!.durationMs).toBeGreaterThan(0);
  });

  it('is part of the event of audited()', async () => {
    const book = new Book();
    const { chat } = await start([plain(2)], { options: { approval: { strategy: audited(slow, book) } } });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(book.events[0]!.durationMs).toBeGreaterThan(35);
  });
});

describe('an auditor that does not listen', () => {
  @Injectable()
  class Sleeper extends Book {
    awake = false;

    override isListening() {
      return this.awake;
    }
  }

  it('receives nothing until it listens, and others receive every event', async () => {
    const { chat, app } = await start([plain(1), plain(2)], {
      script: [callsTools(plain(1)), 'One.', callsTools(plain(2)), 'Two.'],
      providers: [Sleeper],
      options: { approval: { strategy: byAmount } },
    });
    const go = () => chat.prompt('Go').tools(Desk).call().content();
    await go();
    app.get(Sleeper).awake = true;
    await go();
    expect(app.get(Sleeper).lines).toEqual([['plain', 'rejected', 'too much']]);
    expect(app.get(Book).lines).toHaveLength(2);
  });

  it('receives nothing from audited(), and does not change the decision', async () => {
    const sleeper = new Sleeper();
    const { chat, model } = await start([plain(2)], {
      options: { approval: { strategy: audited(byAmount, sleeper) } },
    });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: too much']);
    expect(sleeper.events).toEqual([]);
  });

  it('receives events if its isListening() throws', async () => {
    const book = new Book();
    const unsure = Object.assign(book, {
      isListening: () => {
        throw new Error('who knows');
      },
    });
    const gate = approvalGate(byAmount, { auditors: [unsure] });
    const chat = ChatClient.create(new ScriptedChatModel([callsTools(plain(2)), 'End.']), { gate });
    await chat.prompt('Go').tools(new Desk()).call().content();
    expect(book.lines).toEqual([['plain', 'rejected', 'too much']]);
  });
});

describe('an auditor that fails', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('changes no decision if it %s, and the log contains the failure', async (_, decided) => {
    @Injectable()
    class Broken extends ToolApprovalAuditor {
      decided = decided;
    }
    const { chat, app, model, logs } = await start([plain(1), plain(2)], {
      providers: [Broken],
      options: { approval: { strategy: byAmount } },
    });
    await expect(chat.prompt('Go').tools(Desk).call().content()).resolves.toBe('End.');
    await settled();
    expect(lastTexts(model)).toEqual(['1', 'Tool execution was denied: too much']);
    expect(app.get(Book).events).toHaveLength(2);
    expect(logs.filter((line) => line.includes('Broken failed: Error: disk full'))).toHaveLength(2);
  });

  it('changes no decision if its error has no text as its message', async () => {
    const decided = (): never => {
      throw Object.assign(new Error(), { message: ['disk', 'full'] });
    };
    const { chat, logs } = await start([plain(1)], {
      providers: [{ provide: ToolApprovalAuditor, useValue: { decided } }],
      options: { approval: { strategy: byAmount } },
    });
    await expect(chat.prompt('Go').tools(Desk).call().content()).resolves.toBe('End.');
    expect(logs.join()).toContain('failed: Error: disk,full');
  });

  it.each<[string, (error: Error) => void | Promise<void>]>([
    [
      'throws',
      (error) => {
        throw error;
      },
    ],
    ['rejects with', (error) => Promise.reject(error)],
  ])('changes no decision if the error that it %s cannot be read', async (_, decided) => {
    const unreadable = Object.defineProperty(new Error(), 'message', {
      get: () => {
        throw new Error('unreadable');
      },
    });
    const { chat, logs } = await start([plain(1)], {
      providers: [{ provide: ToolApprovalAuditor, useValue: { decided: () => decided(unreadable) } }],
      options: { approval: { strategy: byAmount } },
    });
    await expect(chat.prompt('Go').tools(Desk).call().content()).resolves.toBe('End.');
    await settled();
    expect(logs.join()).toContain('failed: an Error that cannot be read (run ');
  });

  it('delays nothing if it never ends', async () => {
    @Injectable()
    class Endless extends ToolApprovalAuditor {
      decided() {
        return new Promise<void>(() => {});
      }
    }
    const { chat } = await start([plain(1)], { providers: [Endless] });
    await expect(chat.prompt('Go').tools(Desk).call().content()).resolves.toBe('End.');
  });
});
