import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ApprovalService, ApprovalStore, RequesterResolver } from 'toolgate/approval';
import { BullMqModule } from 'toolgate/bullmq';
import { assistantMessage, ChatModel, type ChatResponse, type ChatStream, type Prompt } from 'toolgate/model';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import { callsTools, toolCall } from 'toolgate/testing';

/** What notifies an instance of the work and the changes of the other instances. */
export type Waking = 'timer' | 'postgres' | 'bullmq';

/** An instance on a database. */
export interface Instance {
  readonly connectionString: string;
  readonly waking: Waking;
  readonly worker: boolean;
  /** How long the model takes for the answer after a refund, in milliseconds. */
  readonly answerMs?: number;
  readonly onRefund?: () => void;
  /** Called when the model has answered. */
  readonly onAnswer?: () => void;
}

class Asker extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

const USAGE = { inputTokens: 1, outputTokens: 1 };
const ASKS: ChatResponse = {
  message: callsTools(toolCall('refund', { order: 'A-1' })),
  finishReason: { unified: 'tool-calls' },
  usage: USAGE,
};
const DONE: ChatResponse = { message: assistantMessage('Done.'), finishReason: { unified: 'stop' }, usage: USAGE };

const CHUNKS = 30;
const CHUNK_EACH_MS = 130;

/** Returns the present time, which is comparable between the processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Asks for a refund, and answers after it. Its stream is text: the times at which it sent each chunk. */
class DeskModel extends ChatModel {
  constructor(private readonly instance: Instance) {
    super();
  }

  async call({ messages }: Prompt): Promise<ChatResponse> {
    if (messages.at(-1)?.role !== 'tool') return ASKS;
    await delay(this.instance.answerMs ?? 0);
    this.instance.onAnswer?.();
    return DONE;
  }

  async *stream(prompt: Prompt): ChatStream {
    // A worker streams too.
    if (prompt.messages.at(-1)?.role === 'tool') return this.call(prompt);
    for (let index = 0; index < CHUNKS; index++) {
      await delay(CHUNK_EACH_MS);
      yield { type: 'text-delta', id: '0', delta: `${now()} ` };
    }
    yield { type: 'finish', finishReason: DONE.finishReason, usage: USAGE };
    return DONE;
  }
}

const wakes = (waking: Waking, connectionString: string): readonly DynamicModule[] => {
  if (waking === 'timer') return [];
  return [waking === 'postgres' ? PostgresModule.forRoot() : BullMqModule.forRoot({ connection: connectionString })];
};

/** Starts an instance whose refunds wait for a person. */
export const startInstance = async (instance: Instance) => {
  const { connectionString, waking, worker, onRefund = () => {} } = instance;
  @Injectable()
  class Desk {
    @Tool({ description: 'Refund an order', requiresApproval: true })
    refund(order: string): string {
      onRefund();
      return `Refunded ${order}`;
    }
  }
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  @Module({
    imports: [
      ToolgateModule.forRoot({
        model: new DeskModel(instance),
        client: { tools: [Desk] },
        approval: { strategy, requester: new Asker(), worker },
      }),
      SqlModule.forRoot({ postgres: { connectionString }, liveTurns: true }),
      ...wakes(waking, connectionString),
    ],
    providers: [Desk],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
  const [chat, approvals] = [app.get(ChatClient), app.get(ApprovalService)];
  /** Creates a turn that waits. */
  const suspend = async () => {
    const outcome = await chat.prompt('Refund A-1').call().outcome();
    if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    return outcome;
  };
  const approve = async ({ approvals: asked }: Awaited<ReturnType<typeof suspend>>): Promise<void> => {
    for (const { id, revision, argsHash } of asked)
      await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, { id: 'grace' });
  };
  return { app, chat, approvals, store: app.get(ApprovalStore), suspend, approve };
};
