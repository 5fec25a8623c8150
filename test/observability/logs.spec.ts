import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  ChatClient,
  ChatModelException,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolgateModule,
  ToolParam,
} from 'toolgate';
import { ApprovalService, InMemoryApprovalStore, ToolApprovalAuditor } from 'toolgate/approval';
import { ObservabilityModule } from 'toolgate/observability';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { Test } from '@nestjs/testing';
import { Askers, yes } from '../approval/approval.fixture.js';

/** Words of a user, a model, an argument, a result and an error, which a log must not contain. */
const SAID = /hunter2|s3cret|Ann|A-1042/;

@Injectable()
class Desk {
  @Tool({ description: 'Find an order', requiresApproval: false })
  find(@ToolParam() order: string): string {
    return `${order} is of Ann`;
  }

  @Tool({ description: 'Refund an order' })
  refund(@ToolParam() order: string): string {
    return `Refunded ${order} to Ann, s3cret`;
  }

  @Tool({ description: 'Has a bug', requiresApproval: false })
  buggy(@ToolParam() order: string): never {
    throw new TypeError(`${order} is not a function`);
  }
}

@Injectable()
class BrokenAuditor extends ToolApprovalAuditor {
  decided(): never {
    throw new Error('The book is full, password=hunter2');
  }
}

const LEVELS = ['log', 'warn', 'error', 'fatal'] as const;

const boot = async (script: readonly ScriptedAnswer[], providers: readonly (typeof BrokenAuditor)[] = []) => {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (...words: readonly unknown[]): void =>
      void lines.push(`${level}: ${words.map(String).join(' ')}`);
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  const app = await Test.createTestingModule({
    imports: [
      ToolgateModule.forRoot({
        model: new ScriptedChatModel(script),
        memory: true,
        retry: { minDelayMs: 0, maxDelayMs: 1 },
        approval: { strategy, requester: new Askers(), store: new InMemoryApprovalStore(), worker: false },
      }),
      ObservabilityModule.forRoot({}),
    ],
    providers: [Desk, ...providers],
  })
    .setLogger(Object.fromEntries(LEVELS.map((level) => [level, keep(level)])) as never)
    .compile();
  await app.init();
  lines.splice(0);
  const chat = app.get(ChatClient);
  const ask = () => chat.prompt('Refund A-1042 of Ann').tools(Desk).conversation('c-1');
  return { app, chat, lines, ask };
};

const whole = (): ScriptedAnswer[] => [
  callsTools(toolCall('find', { order: 'A-1042' })),
  callsTools(toolCall('refund', { order: 'A-1042' })),
  'Refunded, Ann.',
];

describe('the log of a whole turn with tools, memory and approval', () => {
  it.each(['call', 'stream'] as const)('is empty by default, in a %s', async (mode) => {
    const { app, chat, lines, ask } = await boot(whole());
    const waiting = await (mode === 'call' ? ask().call().outcome() : ask().stream().outcome());
    if (waiting.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    const [approval] = waiting.approvals;
    await app.get(ApprovalService).decide(approval!.id, yes(approval!), { id: 'bob' });
    const resumed = chat.resume(waiting.runId);
    const outcome = await (mode === 'call' ? resumed.call().outcome() : resumed.stream().outcome());
    expect(outcome.status).toBe('completed');
    expect(lines).toEqual([]);
  });
});

describe('a problem in a turn', () => {
  const IDS = /\(run [\da-f-]{36}(?:, call call-\w+)?, conversation c-1\)/;

  it('has one log line with the ids of the turn, and no content', async () => {
    const busy = new ChatModelException({ provider: 'acme', modelId: 'm-1' }, 'is busy', { kind: 'overloaded' });
    const repeated = Array.from({ length: 5 }, () => callsTools(toolCall('find', { order: 'A-1042' })));
    const script = [busy, callsTools(toolCall('buggy', { order: 'A-1042' })), ...repeated, 'Sorry, Ann.'];
    const { lines, ask } = await boot(script);
    await ask().call().content();
    expect(lines.map((line) => line.split(' ').slice(0, 5).join(' '))).toEqual([
      'warn: The model m-1 of',
      'error: Tool "buggy" failed with',
      'warn: A model called "find"',
    ]);
    for (const line of lines) {
      expect(line).toMatch(IDS);
      expect(line).not.toMatch(SAID);
    }
    expect(new Set(lines.map((line) => /run ([\da-f-]{36})/.exec(line)![1])).size).toBe(1);
  });

  it('in an auditor has its own log line', async () => {
    const { lines, ask } = await boot(whole(), [BrokenAuditor]);
    await ask().call().outcome();
    const said = (tool: string) =>
      new RegExp(
        `^warn: BrokenAuditor failed: Error: The book is full, password=.redacted. .run .*, call call-${tool}, `,
      );
    expect(lines).toEqual(['find', 'refund'].map((tool) => expect.stringMatching(said(tool))));
    for (const line of lines) expect(line).not.toMatch(SAID);
  });
});
