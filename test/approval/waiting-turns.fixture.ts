import { Injectable } from '@nestjs/common';
import * as fc from 'fast-check';
import { ChatMemory, MessageChatMemoryAdvisor } from 'toolgate/memory';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { Test } from '@nestjs/testing';
import {
  type ListedApproval,
  ApprovalService,
  InMemoryApprovalStore,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { RunEndedException } from 'toolgate/chat';
import type { Message } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { z } from 'zod';
import { keepLogs } from '../story.fixture.js';
import { Askers } from './approval.fixture.js';

const verdicts = ['approve', 'reject', 'ask', 'abstain', 'throw'] as const;
const bodies = ['works', 'fails', 'hands out'] as const;

/** The arguments of a call state what happens to it. */
interface CallPlan {
  readonly tool: 'act' | 'alone' | 'free' | 'unknown';
  readonly first: (typeof verdicts)[number];
  readonly later: (typeof verdicts)[number];
  readonly body: string;
  readonly onTimeout: 'reject' | 'cancel';
}

type DecisionPlan = 'approve' | 'reject' | 'respond' | 'edit' | 'take back' | 'leave';

/** What happens to a turn that waits. */
interface WaitPlan {
  readonly decisions: readonly DecisionPlan[];
  readonly next: 'go on' | 'lapse' | 'cancel' | 'supersede';
}

/** A turn: the calls of its model, and what happens each time it waits. */
export interface TurnPlan {
  readonly rounds: readonly { readonly calls: readonly CallPlan[]; readonly failsOnce: boolean }[];
  readonly waits: readonly WaitPlan[];
  readonly mode: 'call' | 'stream';
}

const weighted = <T>(...values: readonly (readonly [number, T])[]) =>
  fc.oneof(...values.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const call: fc.Arbitrary<CallPlan> = fc.record({
  tool: weighted<CallPlan['tool']>([6, 'act'], [2, 'alone'], [2, 'free'], [1, 'unknown']),
  first: weighted<CallPlan['first']>([6, 'ask'], [2, 'approve'], [2, 'reject'], [1, 'abstain']),
  later: weighted<CallPlan['later']>([6, 'approve'], [1, 'reject'], [1, 'ask'], [1, 'throw']),
  body: weighted([6, 'works'], [1, 'fails'], [1, 'hands out'], [1, 'not in the schema']),
  onTimeout: weighted<CallPlan['onTimeout']>([2, 'reject'], [1, 'cancel']),
});

const wait: fc.Arbitrary<WaitPlan> = fc.record({
  decisions: fc.array(
    weighted<DecisionPlan>([6, 'approve'], [2, 'reject'], [2, 'respond'], [2, 'edit'], [1, 'take back'], [2, 'leave']),
    { minLength: 3, maxLength: 3 },
  ),
  next: weighted<WaitPlan['next']>([8, 'go on'], [1, 'lapse'], [1, 'cancel'], [1, 'supersede']),
});

export const turns: fc.Arbitrary<TurnPlan> = fc.record({
  rounds: fc.array(
    fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }), failsOnce: weighted([7, false], [1, true]) }),
    { minLength: 1, maxLength: 4 },
  ),
  waits: fc.array(wait, { minLength: 1, maxLength: 5 }),
  mode: fc.constantFrom('call', 'stream'),
});

const shape = z.object({
  first: z.enum(verdicts),
  later: z.enum(verdicts),
  body: z.enum(bodies),
  onTimeout: z.enum(['reject', 'cancel']),
});

@Injectable()
class Deeds {
  @Tool({ parameters: shape })
  act({ body }: z.infer<typeof shape>): string {
    if (body === 'fails') throw new Error('It failed.');
    return 'acted';
  }

  @Tool({ parameters: shape, sequential: true, requiresApproval: true })
  alone(input: z.infer<typeof shape>): string {
    return this.act(input);
  }

  @Tool({ parameters: shape, requiresApproval: false })
  free(input: z.infer<typeof shape>): string {
    return this.act(input);
  }
}

const asPlanned = ToolApprovalStrategy.of((_tool, args, { phase }) => {
  const { first, later, onTimeout } = args as z.infer<typeof shape>;
  const verdict = phase === 'first' ? first : phase === 'resume' ? later : 'approve';
  if (verdict === 'throw') throw new Error('The strategy failed.');
  if (verdict === 'ask') return ToolApprovalDecision.ask({ allowEdit: true, onTimeout });
  return verdict === 'reject' ? ToolApprovalDecision.reject('not this one') : ToolApprovalDecision[verdict]();
});

const DAY = 86_400_000;
const BY = { id: 'grace' };

/** An application that plays turns, one after the other, each in a conversation of its own. */
export class WaitingTurns {
  private rounds: TurnPlan['rounds'][number][] = [];
  private readonly model: ScriptedChatModel;
  private readonly failed = new Set<object>();
  private readonly clock = new VirtualClock();
  private chat!: ChatClient;
  private approvals!: ApprovalService;
  private memory!: ChatMemory;
  private turns = 0;
  close!: () => Promise<void>;

  constructor() {
    this.model = new ScriptedChatModel(Array.from({ length: 1_000_000 }, () => () => this.answer()));
  }

  /** With the memory inside or outside the tool loop. */
  async boot(order: number | undefined): Promise<this> {
    const store = new InMemoryApprovalStore(this.clock.now);
    const approval = { store, requester: new Askers(), strategy: asPlanned, worker: false } as const;
    const memory = {
      provide: MessageChatMemoryAdvisor,
      inject: [ChatMemory],
      useFactory: (kept: ChatMemory) => new MessageChatMemoryAdvisor(kept, { order }),
    };
    const app = await Test.createTestingModule({
      imports: [ToolgateModule.forRoot({ model: this.model, approval: { ...approval, onMessage: 'supersede' } })],
      providers: [Deeds, memory],
    })
      .setLogger(keepLogs())
      .compile();
    await app.init();
    this.chat = app.get(ChatClient);
    this.approvals = app.get(ApprovalService);
    this.memory = app.get(ChatMemory);
    this.close = () => app.close();
    return this;
  }

  /** Plays a turn to its end; returns every list of messages that a model or a reader received. */
  async play({ rounds, waits, mode }: TurnPlan): Promise<readonly (readonly Message[])[]> {
    const conversation = `conversation ${(this.turns += 1)}`;
    const seen: (readonly Message[])[] = [];
    this.model.prompts.splice(0);
    this.failed.clear();
    this.rounds = [...rounds];
    const ask = (text: string) => this.chat.prompt(text).conversation(conversation).tools(Deeds)[mode]().outcome();
    let run: string | undefined;
    let read = await this.reading(ask('Do it'), seen);
    for (let step = 0; step < 12 && (run = read?.runId ?? run) !== undefined; step += 1) {
      const { decisions, next } = waits[step % waits.length]!;
      await this.decide(run, decisions);
      if (next === 'lapse') this.clock.advance(2 * DAY);
      if (next === 'cancel') await this.approvals.runs.cancel(run, BY).catch(() => {});
      if (next === 'supersede') await this.supersede(() => ask('No, wait'));
      const resumed = this.chat.resume(run)[mode]().outcome();
      read = await this.reading(resumed, seen);
      if (!['suspended', 'resuming'].includes((await this.approvals.runs.get(run)).status)) break;
    }
    this.rounds = [];
    await this.reading(ask('And then?'), seen);
    seen.push(...this.model.prompts.map(({ messages }) => messages), await this.memory.get(conversation));
    return seen;
  }

  private async supersede(ask: () => Promise<unknown>): Promise<void> {
    const rest = this.rounds;
    this.rounds = [];
    await ask().catch(() => {});
    this.rounds = rest;
  }

  private async reading(
    outcome: Promise<{ readonly status: string; readonly runId?: string }>,
    seen: (readonly Message[])[],
  ): Promise<{ readonly runId?: string } | undefined> {
    try {
      const found = await outcome;
      return found.status === 'suspended' ? found : undefined;
    } catch (error) {
      if (error instanceof RunEndedException) seen.push(error.transcript);
      return undefined;
    }
  }

  private async decide(run: string, decisions: readonly DecisionPlan[]): Promise<void> {
    const { items } = await this.approvals.list({ runId: run, status: 'PENDING' });
    for (const [place, approval] of items.entries()) await this.decideOne(approval, decisions[place % 3]!);
    // Undecided questions expire.
    if ((await this.approvals.list({ runId: run, status: 'PENDING' })).items.length > 0) this.clock.advance(DAY);
  }

  private decideOne({ id, revision, argsHash, ...approval }: ListedApproval, decision: DecisionPlan): Promise<unknown> {
    const command = { decisionId: `${id} 1`, revision, argsHash, reason: 'because' };
    switch (decision) {
      case 'leave':
        return Promise.resolve();
      case 'take back':
        return this.approvals.cancel(id, BY);
      case 'edit': {
        const editedArguments = { ...approval.arguments, body: 'hands out' };
        return this.approvals.decide(id, { ...command, decision: 'approve', editedArguments }, BY);
      }
      case 'respond':
        return this.approvals.decide(id, { ...command, decision, response: { said: 'by hand' } }, BY);
      default:
        return this.approvals.decide(id, { ...command, decision }, BY);
    }
  }

  private answer() {
    const [round] = this.rounds;
    if (!round) return 'Done.';
    if (round.failsOnce && !this.failed.has(round)) {
      this.failed.add(round);
      throw new Error('The model failed.');
    }
    this.rounds = this.rounds.slice(1);
    // The same ids in each round: a provider may reuse them.
    return callsTools(...round.calls.map(({ tool, ...input }, index) => toolCall(tool, { ...input }, `c${index}`)));
  }
}
