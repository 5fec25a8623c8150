import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Injectable, UseGuards } from '@nestjs/common';
import { concat, NEVER, type Observable, of } from 'rxjs';
import { ChatClient, Tool, ToolContext } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { provideFunctionTool } from 'toolgate/tool';
import { deferred, settled } from '../story.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { until, waits } from './waiting.fixture.js';

/** Tools, each of which is interrupted at its own effect. */
@Injectable()
class Bank {
  begun = 0;
  readonly paid = deferred();

  @Tool({ description: 'Tells how far it is, and never ends', requiresApproval: true })
  watch(): Observable<string> {
    this.begun++;
    return concat(of('sent'), NEVER);
  }

  @Tool({ description: 'Yields how far it is, and never ends', requiresApproval: true })
  async *steps() {
    this.begun++;
    yield 'sent';
    await new Promise(() => {});
  }

  @Tool({ description: 'Streams, and never ends', requiresApproval: true })
  stream(): Readable {
    this.begun++;
    const stream = new Readable({ read: () => {} });
    stream.push('sent');
    return stream;
  }

  @Tool({ description: 'Has sent a request, and gives up when it is interrupted', requiresApproval: true })
  request(context: ToolContext): Promise<string> {
    this.begun++;
    return new Promise((_, reject) =>
      context.signal.addEventListener('abort', () => reject(new Error('The request was cut off.'))),
    );
  }

  @Tool({ description: 'Sends a request behind a guard', requiresApproval: true })
  @UseGuards({ canActivate: () => true })
  guarded(context: ToolContext): Promise<string> {
    return this.request(context);
  }

  @Tool({ description: 'Goes on to its end', requiresApproval: true })
  async pay(): Promise<string> {
    this.begun++;
    await this.paid.promise;
    return 'Paid.';
  }
}

const requestByFunction = provideFunctionTool('requestByFunction', {
  description: 'Sends a request from a function',
  requiresApproval: true,
  inject: [Bank],
  useFactory: (bank) => (_input, context) => bank.request(context),
});

/** A process that stops while the body of an approved call runs. */
const interrupt = async (tool: string) => {
  const store = new InMemoryApprovalStore();
  const options = { store, approval: { shutdownMs: 1 } };
  const script = [callsTools(toolCall(tool)), 'Never.'];
  const { app, approvals } = await bootDesk(new ScriptedChatModel(script), options, {
    providers: [Bank, requestByFunction],
  });
  const chat = app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Pay').tools(tool).call());
  await approvals.decide(first.id, yes(first), { id: 'grace' });
  const reading = chat.resume(runId).call().outcome();
  reading.catch(() => {});
  const bank = app.get(Bank);
  await until(() => bank.begun === 1);
  await settled();
  await app.close();
  await settled();
  return { store, bank, stateOf: async () => (await store.state(runId))! };
};

describe('an interrupted body', () => {
  it.each(['watch', 'steps', 'stream', 'request', 'guarded', 'requestByFunction'])(
    'has an unknown outcome, whatever it returned or threw because of the interruption: %s',
    async (tool) => {
      const { stateOf } = await interrupt(tool);
      const { run, approvals } = await stateOf();
      expect(run.slots).toMatchObject([{ state: 'unknown' }]);
      expect(run.slots[0]!.result).toBeUndefined();
      expect(approvals).toMatchObject([{ status: 'OUTCOME_UNKNOWN' }]);
    },
  );

  it('has the result that it returns in spite of the interruption', async () => {
    const { stateOf, bank } = await interrupt('pay');
    expect((await stateOf()).approvals).toMatchObject([{ status: 'OUTCOME_UNKNOWN' }]);
    bank.paid.resolve();
    await until(async () => (await stateOf()).run.slots[0]!.state === 'done');
    expect((await stateOf()).approvals).toMatchObject([{ status: 'SUCCEEDED' }]);
  });
});
