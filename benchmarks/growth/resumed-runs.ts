import Database from 'libsql';
import { NestFactory } from '@nestjs/core';
import { Injectable, Module } from '@nestjs/common';
import { ChatClient, Tool, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule, ToolParam } from 'toolgate';
import { ApprovalService, RequesterResolver } from 'toolgate/approval';
import { assistantMessage, ChatModel, type ChatResponse, type ChatStream, userMessage } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';

/** The length of a turn that waits in its first round. */
export interface ResumedTurn {
  /** Messages before the turn. */
  readonly messages: number;
  readonly rounds: number;
  /** Calls in each round. Those of the first round require approval. */
  readonly calls: number;
}

/** The writes that SQLite received. */
export interface Written {
  readonly transactions: number;
  readonly bytes: number;
}

/** The orders of the first round have smaller numbers. */
const FIRST_ROUND = 1000;

class Ada extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

class BatchModel extends ChatModel {
  private asked = 0;

  constructor(private readonly turn: ResumedTurn) {
    super();
  }

  async call(): Promise<ChatResponse> {
    const round = this.asked++;
    const finishReason = { unified: round < this.turn.rounds ? 'tool-calls' : 'stop' } as const;
    if (round >= this.turn.rounds) return { message: assistantMessage('Done.'), finishReason, usage: {} };
    const calls = Array.from({ length: this.turn.calls }, (_, index) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${round}-${index}`,
      toolName: 'find',
      input: JSON.stringify({ order: round * FIRST_ROUND + index }),
    }));
    return { message: assistantMessage(calls), finishReason, usage: {} };
  }

  async *stream(): ChatStream {
    return this.call();
  }
}

@Injectable()
class Orders {
  @Tool({ description: 'Finds an order' })
  find(@ToolParam() order: number) {
    return `The order ${order} was paid on Monday, and is on its way.`;
  }
}

/** Runs a turn that waits, decides, and returns what resuming it writes. */
export const writtenByResuming = async (turn: ResumedTurn): Promise<Written> => {
  const strategy = ToolApprovalStrategy.of((_, { order }) =>
    Number(order) < FIRST_ROUND ? ToolApprovalDecision.ask() : ToolApprovalDecision.approve(),
  );
  const limits = { rounds: Infinity, totalCalls: Infinity, callsPerTool: Infinity };
  const approval = { strategy, requester: new Ada(), worker: false };
  @Module({
    imports: [
      ToolgateModule.forRoot({ model: new BatchModel(turn), toolCalling: { limits }, approval }),
      SqlModule.forRoot({ sqlite: { file: ':memory:' } }),
    ],
    providers: [Orders],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
  const [chat, approvals] = [app.get(ChatClient), app.get(ApprovalService)];
  const messages = Array.from({ length: turn.messages }, (_, index) => userMessage(`${index}: ${'x'.repeat(120)}`));
  const outcome = await chat
    .prompt({ messages, tools: [Orders] })
    .call()
    .outcome();
  if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
  for (const { id, revision, argsHash } of outcome.approvals) {
    await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, { id: 'grace' });
  }
  const written = await writtenDuring(() => chat.resume(outcome.runId).call().content());
  await app.close();
  return written;
};

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

const writtenDuring = async (work: () => Promise<unknown>): Promise<Written> => {
  const database = new Database(':memory:');
  const written = { transactions: 0, bytes: 0 };
  const restore = [
    patched(database, 'exec', ([sql]) => (written.transactions += sql === 'commit' ? 1 : 0)),
    patched(database.prepare('select 1'), 'run', ([values]) => (written.bytes += bytesOf(values))),
  ];
  await work();
  for (const back of restore) back();
  return written;
};

const patched = (object: object, name: string, look: (args: readonly unknown[]) => void): (() => void) => {
  const prototype = Object.getPrototypeOf(object) as Record<string, Method>;
  const original = prototype[name]!;
  prototype[name] = function (...args: unknown[]) {
    look(args);
    return original.apply(this, args);
  };
  return () => void (prototype[name] = original);
};

const bytesOf = (values: unknown): number =>
  (values as readonly unknown[]).reduce<number>((sum, value) => sum + Buffer.byteLength(String(value ?? '')), 0);
