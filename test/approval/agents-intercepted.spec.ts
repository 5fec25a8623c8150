import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { agentTool } from 'toolgate';
import { ChatClientRegistry } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import {
  type PreparedCall,
  ToolExecutionExceptionProcessor,
  type ToolCallResult,
  ToolInterceptor,
} from 'toolgate/tool';
import { approveOne, bootAgents } from './agents.fixture.js';
import { Desk } from './approval.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { settled } from '../story.fixture.js';
import { onEveryStore, waits } from './waiting.fixture.js';

const INSTEAD: ToolCallResult = { output: { type: 'text', text: 'intercepted' }, outcome: { type: 'success' } };

@Injectable()
class AnswersInstead extends ToolInterceptor {
  intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    return next().catch(() => INSTEAD);
  }
}

@Injectable()
class FailsInstead extends ToolInterceptor {
  intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    return next().catch(() => Promise.reject(new Error('intercepted')));
  }
}

/** Answers the calls of agents at once. Their turns continue. */
@Injectable()
class AnswersEarly extends ToolInterceptor {
  late?: Promise<unknown>;

  intercept({ call }: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    const running = next();
    if (call.toolName !== 'agent') return running;
    this.late = rejectionOf(running);
    return Promise.resolve(INSTEAD);
  }
}

class Processor extends ToolExecutionExceptionProcessor {
  readonly processed: string[] = [];

  process({ message }: Error): string {
    this.processed.push(message);
    return message;
  }
}

onEveryStore('an interceptor around the call of an agent', (open) => {
  const boot = async (given: Parameters<typeof bootAgents>[0] = {}) =>
    bootAgents({ ...given, options: { store: await open(), ...given.options } });

  const read = async (stream: AsyncIterable<StreamPart>): Promise<string> => {
    let parts = '';
    for await (const part of stream) parts += JSON.stringify(part);
    return parts;
  };

  it.each([AnswersInstead, FailsInstead])(
    'cannot prevent the turn from waiting, and its result is ignored',
    async (Interceptor) => {
      const processor = new Processor();
      const booted = await boot({
        providers: [Interceptor, { provide: ToolExecutionExceptionProcessor, useValue: processor }],
      });
      const { chat, model, approvals } = booted;
      const asking = chat.prompt('agent(refund)').stream();
      expect(await read(asking)).not.toContain('intercepted');
      const { runId } = await waits(asking);
      const [slot] = (await approvals.runs.get(runId)).slots;
      expect([slot!.state, slot!.result]).toEqual(['waiting', undefined]);
      expect(await read(chat.resume(runId).stream())).not.toContain('intercepted');
      await approveOne(booted);
      expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
      expect(JSON.stringify(model.prompts)).not.toContain('intercepted');
      expect(processor.processed).toEqual([]);
    },
  );

  it('ends the call: the turn cannot wait inside it later', async () => {
    const booted = await boot({ providers: [AnswersEarly] });
    const { app, chat, model, approvals, desk } = booted;
    const call = model.call.bind(model);
    model.call = async (prompt, options) => {
      if (JSON.stringify(prompt.messages).includes('"refund"')) await settled();
      return call(prompt, options);
    };
    // The batch has not ended when the turn inside would wait.
    desk.find = (async () => {
      await app.get(AnswersEarly).late;
      return 'found';
    }) as never;
    expect(await chat.prompt('agent(refund) find').call().content()).toBe('Done: agent(refund) find.');
    expect(JSON.stringify(model.prompts.at(-1))).toContain('intercepted');
    expect(await approvals.runs.list()).toEqual({ items: [] });
    expect(await approvals.list()).toEqual({ items: [] });
  });
});

describe('an agent of another application', () => {
  it('cannot wait, because two stores would have to write together', async () => {
    const other = await bootAgents();
    const client = other.app.get(ChatClientRegistry).get('inner');
    const settings = { name: 'foreign', description: 'Hands a task to another application', requiresApproval: false };
    const foreign = agentTool({ ...settings, client, prompt: () => 'refund' });
    const { chat, approvals } = await bootAgents({
      providers: [{ provide: 'foreign', useValue: foreign }],
      options: { client: { tools: [Desk, 'foreign'] } },
    });
    const failure = await rejectionOf(chat.prompt('foreign').call().content());
    expect((failure as Error).cause).toMatchObject({ name: 'NestedSuspensionException', toolName: 'foreign' });
    for (const { runs } of [approvals, other.approvals]) expect(await runs.list()).toEqual({ items: [] });
  });
});
