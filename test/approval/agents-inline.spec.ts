import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { agentTool, ChatClient } from 'toolgate';
import { ToolApprovalStrategy } from 'toolgate/approval';
import { Advise, Advisor, type AdvisorChain, type ChatClientRequest, type ChatTurnException } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { ToolCallLimits } from 'toolgate/tool';
import { bootAgents } from './agents.fixture.js';
import { advisor, rejectionOf, tool } from '../chat/chat.fixture.js';
import { failureOf, lastTexts } from '../story.fixture.js';

type Given = NonNullable<Parameters<typeof bootAgents>[0]>;

/** Agents whose refunds are approved at once, so that their turns run inside the turn around them. */
const boot = (given: Given = {}) =>
  bootAgents({ ...given, options: { approval: { strategy: ToolApprovalStrategy.alwaysApprove() } } });

describe('the turn of an agent that does not wait', () => {
  it('has the tool context and the transient data of the call, under those of its prompt', async () => {
    const own = { toolContext: { desk: 'inner', user: undefined as never }, transient: { trace: 'inner' } };
    const { chat, desk } = await boot({ prompt: (text) => ({ text, ...own }) });
    const seen: unknown[] = [];
    desk.refund = ((_order: string, _amount: number, { data, transient }: { data: object; transient: object }) => {
      seen.push([data, transient]);
      return 'Refunded';
    }) as never;
    const asked = chat.prompt('agent(refund)').toolContext({ user: 'bob', desk: 'outer' });
    await asked.transient({ token: 'first', trace: 'outer' }).call().content();
    expect(seen).toEqual([
      [
        { user: 'bob', desk: 'inner' },
        { token: 'first', trace: 'inner' },
      ],
    ]);
  });

  it.each<[string, AbortSignal | undefined]>([
    ['without a signal of its own', undefined],
    ['with a signal of its own', new AbortController().signal],
  ])('ends with the turn around it, and starts no other tool: %s', async (_, signal) => {
    const { chat, desk, model, refunds } = await boot({ prompt: (text) => ({ text, ...(signal && { signal }) }) });
    const caller = new AbortController();
    desk.find = () => {
      caller.abort(new Error('The tab was closed.'));
      return 'found';
    };
    const leaving = chat.prompt('agent(find; refund)').signal(caller.signal).call().content();
    expect(((await rejectionOf(leaving)) as ChatTurnException).cause).toBe(caller.signal.reason);
    expect(refunds()).toEqual([]);
    expect(model.prompts).toHaveLength(2);
  });

  it('ends by a signal of its own, as a failed call of the turn around it', async () => {
    const own = new AbortController();
    const { chat, desk, model, refunds } = await boot({ prompt: (text) => ({ text, signal: own.signal }) });
    desk.find = () => {
      own.abort(new Error('The agent takes too long.'));
      return 'found';
    };
    expect(await chat.prompt('agent(find; refund)').call().content()).toBe('Done: agent(find; refund).');
    expect(lastTexts(model)).toEqual([expect.stringContaining('takes too long')]);
    expect(refunds()).toEqual([]);
  });
});

describe('the turn of an agent in an application without a store', () => {
  it.each<[string, ToolCallLimits]>([
    ['all calls', { totalCalls: 2 }],
    ['a tool', { perTool: { look: 2 } }],
    ['rounds', { rounds: 3 }],
  ])('has the limits of the turn around it: of %s', async (_, limits) => {
    const looks: number[] = [];
    const look = tool('look', () => looks.push(1));
    const calling = (name: string) => callsTools(toolCall(name, {}));
    const inner = ChatClient.create(new ScriptedChatModel([...Array(5).fill(calling('look')), 'Done']), {
      tools: [look],
    });
    const agent = agentTool({ name: 'agent', client: inner, prompt: () => 'Look' });
    const chat = ChatClient.create(new ScriptedChatModel([calling('agent'), 'Done']), { tools: [agent], limits });
    expect(await chat.prompt('Ask the agent').call().content()).toBe('Done');
    expect(looks).toHaveLength(2);
  });
});

/** Runs `whileSaving` while a turn that has asked a person is being saved: only then is `passive` read again. */
@Injectable()
@Advise()
class SeenWhileSaving extends Advisor {
  whileSaving?: (() => void) | undefined;

  constructor() {
    super();
    const get = (): boolean => {
      this.whileSaving?.();
      return false;
    };
    Object.defineProperty(this, 'passive', { get });
  }

  advise(request: ChatClientRequest, chain: AdvisorChain) {
    return chain.next(request);
  }
}

describe('a turn that is aborted while it is being prepared for its store', () => {
  const bootSeen = async (abort: () => void, prompt?: Given['prompt']) => {
    const booted = await bootAgents({
      providers: [SeenWhileSaving],
      ...(prompt && { prompt }),
      options: {
        approval: {
          strategy: ToolApprovalStrategy.of(() => {
            booted.app.get(SeenWhileSaving).whileSaving = abort;
            return { type: 'ask' };
          }),
        },
      },
    });
    return booted;
  };

  it.each(['refund', 'agent(refund)', 'agent(agent(refund))'])('is not saved: %s', async (task) => {
    const caller = new AbortController();
    const { chat, approvals } = await bootSeen(() => caller.abort(new Error('The tab was closed.')));
    const leaving = chat.prompt(task).signal(caller.signal).call().outcome();
    expect(((await rejectionOf(leaving)) as ChatTurnException).cause).toBe(caller.signal.reason);
    expect(await approvals.runs.list()).toEqual({ items: [] });
    expect(await approvals.list()).toEqual({ items: [] });
  });

  const failing = (error: Error) => ({
    prompt: (text: string) => ({
      text,
      advisors: [
        advisor(() => {
          throw error;
        }),
      ],
    }),
  });

  it('does not reach the outer model with an internal error of the turn of the agent', async () => {
    const { app, chat, model } = await boot(failing(new TypeError('secret-7 is not a function')));
    app.useLogger(false);
    expect(await chat.prompt('agent(refund)').call().content()).toBe('Done: agent(refund).');
    expect(lastTexts(model)).toEqual(['The tool "agent" failed because of an internal error.']);
  });

  it('fails with an error that no model must receive, if the turn of the agent fails with it', async () => {
    const signIn = new URIError('secret-7');
    const { chat } = await bootAgents({ ...failing(signIn), options: { toolCalling: { rethrow: [URIError] } } });
    expect(await rejectionOf(failureOf(chat.prompt('agent(find)').call().content()))).toBe(signIn);
  });

  it('is a failed call of the turn around it, if only the turn of the agent is aborted', async () => {
    const own = new AbortController();
    const abort = () => own.abort(new Error('The agent takes too long.'));
    const { chat, approvals, model } = await bootSeen(abort, (text) => ({ text, signal: own.signal }));
    expect(await chat.prompt('agent(refund)').call().content()).toBe('Done: agent(refund).');
    expect(lastTexts(model)).toEqual([expect.stringContaining('takes too long')]);
    expect(await approvals.list()).toEqual({ items: [] });
  });
});
