import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { expect, it } from 'vitest';
import { ChatClient, denyOverrides, firstDecisive, ToolgateModule } from 'toolgate';
import { aiSdkTools, aiSdkToolsModule, type AiSdkToolSet, NeedsApprovalStrategy } from 'toolgate/ai-sdk/tools';
import { ApprovalService, HumanApprovalStrategy, InMemoryApprovalStore, ToolApprovalStrategy } from 'toolgate/approval';
import { SqlModule } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { Askers, yes } from '../approval/approval.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { onBothVersions } from './both-versions.fixture.js';

interface Application {
  readonly script: readonly ScriptedAnswer[];
  readonly tools: AiSdkToolSet;
  readonly strategy?: ToolApprovalStrategy;
  /** A file of SQLite; in memory without it. */
  readonly file?: string;
}

const start = async ({ script, tools, strategy = new HumanApprovalStrategy(), file }: Application) => {
  const model = new ScriptedChatModel(script);
  const store = file === undefined ? { store: new InMemoryApprovalStore() } : {};
  const approval = { strategy, requester: new Askers(), worker: false, ...store };
  const app = await Test.createTestingModule({
    imports: [
      ToolgateModule.forRoot({ model, approval }),
      aiSdkToolsModule({ tools }),
      ...(file === undefined ? [] : [SqlModule.forRoot({ sqlite: { file } })]),
    ],
  }).compile();
  await app.init();
  return { app, model, chat: app.get(ChatClient), approvals: app.get(ApprovalService) };
};

const refundInput = z.object({ order: z.string(), amount: z.number() });
const asks = (amount = 80): ScriptedAnswer => callsTools(toolCall('refund', { order: 'A-1042', amount }));

onBothVersions('a tool of the AI SDK that needs approval', ({ tool }) => {
  it('waits for a person, and runs once in the process that resumes after a restart', async () => {
    const file = join(tmpdir(), `${randomUUID()}.sqlite`);
    const ran: unknown[] = [];
    const tools = (process: string) => ({
      refund: tool({
        inputSchema: refundInput,
        needsApproval: true,
        execute: ({ order, amount }, { toolCallId }) => {
          ran.push([process, order, amount, toolCallId]);
          return `Refunded ${amount}`;
        },
        toModelOutput: ({ output }) => ({ type: 'text', value: `${output}, as agreed` }),
      }),
    });
    const first = await start({ script: [asks()], tools: tools('first'), file });
    const turn = await first.chat.prompt('Refund A-1042').tools('refund').call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn must wait.');
    await first.app.close();

    const second = await start({ script: ['It is refunded.'], tools: tools('second'), file });
    const [waiting] = turn.approvals;
    await second.approvals.decide(waiting!.id, yes(waiting!), { id: 'grace' });
    expect(await second.chat.resume(turn.runId).call().content()).toBe('It is refunded.');
    expect(ran).toEqual([['second', 'A-1042', 80, 'call-refund']]);
    expect(second.model.prompts[0]!.messages.at(-1)).toMatchObject({
      content: [{ output: { type: 'text', text: 'Refunded 80, as agreed' }, outcome: { type: 'success' } }],
    });
    await second.app.close();
  });

  it('fails before it could wait if only the prompt has it', async () => {
    const ran: unknown[] = [];
    const refund = tool({ inputSchema: refundInput, needsApproval: true, execute: (input) => void ran.push(input) });
    const { app, chat } = await start({ script: [asks()], tools: {} });
    const call = chat.prompt('Refund').tools(aiSdkTools({ refund })).call();
    await expect(call.outcome()).rejects.toThrow('refund');
    expect(ran).toEqual([]);
    await app.close();
  });

  it('is decided by the strategy also if it needs no approval', async () => {
    const ran: unknown[] = [];
    const refund = tool({ inputSchema: refundInput, needsApproval: false, execute: (input) => void ran.push(input) });
    const strategy = ToolApprovalStrategy.of((_tool, { amount }) =>
      Number(amount) > 50 ? { type: 'reject', reason: 'too much' } : { type: 'abstain' },
    );
    const { app, chat } = await start({ script: [asks(80), 'No.', asks(20), 'Paid.'], tools: { refund }, strategy });
    for (const text of ['No.', 'Paid.']) {
      expect(await chat.prompt('Refund').tools('refund').call().content()).toBe(text);
    }
    expect(ran).toEqual([{ order: 'A-1042', amount: 20 }]);
    await app.close();
  });

  it('never runs without a strategy that approves it', async () => {
    const ran: unknown[] = [];
    const refund = tool({
      inputSchema: refundInput,
      needsApproval: () => false,
      execute: (input) => void ran.push(input),
    });
    const strategy = ToolApprovalStrategy.of(() => ({ type: 'abstain' }));
    const { app, chat } = await start({ script: [asks(), 'Denied.'], tools: { refund }, strategy });
    expect(await chat.prompt('Refund').tools('refund').call().content()).toBe('Denied.');
    expect(ran).toEqual([]);
    await app.close();
  });
});

onBothVersions('NeedsApprovalStrategy', ({ tool, version }) => {
  const limited = (ran: unknown[], seen: unknown[] = []) => ({
    refund: tool({
      inputSchema: refundInput.transform(({ amount, order }) => ({ order, cents: amount * 100 })),
      needsApproval: ({ cents }, { toolCallId, messages, ...options }) => {
        const context: unknown = Reflect.get(options, version === 7 ? 'context' : 'experimental_context');
        seen.push([toolCallId, messages.length, context]);
        return cents > 5_000;
      },
      execute: ({ cents }) => void ran.push(cents),
    }),
    look: tool({ inputSchema: z.object({}), execute: () => 'seen' }),
  });

  it('asks a person about the calls for which the tool needs approval, and approves the others', async () => {
    const [ran, seen]: [unknown[], unknown[]] = [[], []];
    const strategy = new NeedsApprovalStrategy({ approvers: { roles: ['finance'] }, allowEdit: true });
    const { app, chat, approvals } = await start({
      script: [asks(20), 'Paid.', asks(80), 'Paid too.'],
      tools: limited(ran, seen),
      strategy,
    });
    const prompt = chat.prompt('Refund').tools('refund').toolContext({ user: 'ada' });
    expect(await prompt.call().content()).toBe('Paid.');
    const turn = await prompt.call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn must wait.');
    expect(ran).toEqual([2_000]);
    const [waiting] = turn.approvals;
    const grace = { id: 'grace', roles: ['finance'] };
    await approvals.decide(waiting!.id, { ...yes(waiting!), editedArguments: { order: 'A-1042', amount: 60 } }, grace);
    expect(await chat.resume(turn.runId).call().content()).toBe('Paid too.');
    expect(ran).toEqual([2_000, 6_000]);
    expect(seen[0]).toEqual(['call-refund', 1, { user: 'ada' }]);
    await app.close();
  });

  it('abstains on tools that state nothing, and another strategy only tightens', async () => {
    const ran: unknown[] = [];
    const strategy = denyOverrides(
      new NeedsApprovalStrategy(),
      ToolApprovalStrategy.of(({ definition }) =>
        definition.name === 'refund' ? { type: 'reject', reason: 'closed' } : { type: 'abstain' },
      ),
    );
    const script = [callsTools(toolCall('look')), 'Seen.', asks(20), 'Denied.'];
    const { app, chat } = await start({ script, tools: limited(ran), strategy });
    expect(await chat.prompt('Look').tools('look').call().content()).toBe('Seen.');
    expect(await chat.prompt('Refund').tools('refund').call().content()).toBe('Denied.');
    expect(ran).toEqual([]);
    await app.close();
  });

  it('leaves a tool that states nothing to the next strategy, and approves one that states false', async () => {
    const ran: string[] = [];
    const tools = {
      open: tool({ inputSchema: z.object({}), needsApproval: false, execute: () => void ran.push('open') }),
      silent: tool({ inputSchema: z.object({}), execute: () => void ran.push('silent') }),
    };
    const person = new HumanApprovalStrategy({ tools: '*' });
    const strategy = firstDecisive(new NeedsApprovalStrategy(), person);
    expect(aiSdkTools(tools).map((each) => new NeedsApprovalStrategy().describe(each))).toEqual([
      'needsApproval of the tool decides',
      undefined,
    ]);
    const script = [callsTools(toolCall('open')), 'Opened.', callsTools(toolCall('silent'))];
    const { app, chat } = await start({ script, tools, strategy });
    expect(await chat.prompt('Open').tools('open').call().content()).toBe('Opened.');
    expect((await chat.prompt('Go').tools('silent').call().outcome()).status).toBe('suspended');
    expect(ran).toEqual(['open']);
    await app.close();
  });

  it('calls the functions of a tool as its methods, with its context', async () => {
    const ran: string[] = [];
    const till = {
      limit: 50,
      inputSchema: z.object({ amount: z.number() }),
      contextSchema: z.object({ user: z.string() }).transform(async ({ user }) => ({ name: user.toUpperCase() })),
      needsApproval({ amount }: { amount: number }, { context }: { context: { name: string } }) {
        return context.name === 'ADA' && amount > this.limit;
      },
      execute({ amount }: { amount: number }) {
        ran.push(`${amount} of ${this.limit}`);
        return amount;
      },
      toModelOutput({ output }: { output: number }) {
        return { type: 'text', value: `${output} of ${this.limit}` };
      },
    };
    const pay = (amount: number) => callsTools(toolCall('till', { amount }));
    const script = [pay(20), 'Paid.', pay(80)];
    const { app, chat, model } = await start({ script, tools: { till }, strategy: new NeedsApprovalStrategy() });
    const prompt = chat.prompt('Pay').tools('till').toolContext({ user: 'ada' });
    await prompt.call().content();
    expect([ran, lastTexts(model)]).toEqual([['20 of 50'], ['20 of 50']]);
    expect((await prompt.call().outcome()).status).toBe('suspended');
    expect(ran).toHaveLength(1);
    await app.close();
  });

  it.each(['yes', undefined, null, 0, ''])('asks a person if needsApproval returns no boolean: %o', async (needed) => {
    const ran: unknown[] = [];
    const refund = tool({
      inputSchema: refundInput,
      needsApproval: () => needed as never,
      execute: (input) => void ran.push(input),
    });
    const { app, chat } = await start({ script: [asks()], tools: { refund }, strategy: new NeedsApprovalStrategy() });
    expect((await chat.prompt('Refund').tools('refund').call().outcome()).status).toBe('suspended');
    expect(ran).toEqual([]);
    await app.close();
  });

  it('asks although the settings of the tool leave open whether it requires approval', async () => {
    const ran: unknown[] = [];
    const refund = tool({ inputSchema: refundInput, needsApproval: true, execute: (input) => void ran.push(input) });
    const settings = { refund: { requiresApproval: undefined } };
    const { app, chat } = await start({ script: [asks()], tools: {}, strategy: new NeedsApprovalStrategy() });
    // A tool that only the prompt has cannot wait.
    const call = chat.prompt('Refund').tools(aiSdkTools({ refund }, { settings })).call();
    await expect(call.outcome()).rejects.toThrow('refund');
    expect(ran).toEqual([]);
    await app.close();
  });

  it('fails the turn if needsApproval throws, and runs nothing', async () => {
    const ran: unknown[] = [];
    const refund = tool({
      inputSchema: refundInput,
      needsApproval: () => {
        throw new Error('no rules');
      },
      execute: (input) => void ran.push(input),
    });
    const { app, chat } = await start({ script: [asks()], tools: { refund }, strategy: new NeedsApprovalStrategy() });
    await expect(chat.prompt('Refund').tools('refund').call().content()).rejects.toThrow('refund');
    expect(ran).toEqual([]);
    await app.close();
  });
});

it('a requirement that no approver can meet is refused', () => {
  expect(() => new NeedsApprovalStrategy({ approvers: { roles: [] } })).toThrow('its requirement');
});
