import { describe, expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { Tool, ToolApprovalDecision, ToolApprovalException, ToolApprovalStrategy, type ToolCallback } from 'toolgate';
import {
  allOf,
  allowTools,
  type ApprovalRequirement,
  askForTools,
  denyOverrides,
  denyTools,
  firstDecisive,
  forTools,
  HumanApprovalStrategy,
  rateLimit,
  shadow,
  when,
} from 'toolgate/approval';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, failureOf, lastTexts } from '../story.fixture.js';
import { askAbout } from './composition.fixture.js';

const ran: string[] = [];

@Injectable()
class Desk {
  @Tool({ description: 'Finds an order' })
  find_order() {
    ran.push('find_order');
    return 'found';
  }

  @Tool({ description: 'Refunds', requiresApproval: true })
  refund(amount: number) {
    ran.push(`refund ${amount}`);
    return 'refunded';
  }

  @Tool({ description: 'Deletes everything' })
  delete_all() {
    ran.push('delete_all');
    return 'deleted';
  }
}

@Injectable()
class Weather {
  readonly isFine = true;
}

@Injectable()
class FineDays extends ToolApprovalStrategy {
  constructor(private readonly weather: Weather) {
    super();
  }

  approve({ definition }: ToolCallback) {
    return this.weather.isFine && definition.name === 'find_order'
      ? ToolApprovalDecision.reject('go outside')
      : ToolApprovalDecision.abstain();
  }
}

const start = async (strategy: Provider, ...calls: readonly (readonly [string, object?])[]) => {
  ran.length = 0;
  const script = [callsTools(...calls.map(([name, args]) => toolCall(name, args as never))), 'End.'];
  const providers = [Desk, ...(strategy === undefined ? [] : [strategy])];
  const story = await boot({ script, providers });
  return { ...story, ask: () => story.chat.prompt('Go').tools(Desk).call().content() };
};

const inForce = (useValue: ToolApprovalStrategy): Provider => ({ provide: ToolApprovalStrategy, useValue });
const everything = [['find_order'], ['refund', { amount: 80 }], ['delete_all']] as const;

const policy = () =>
  denyOverrides(
    denyTools('delete*'),
    forTools(
      'refund',
      allOf(
        ToolApprovalStrategy.alwaysApprove(),
        when((_tool, { amount }) => Number(amount) > 50, ToolApprovalStrategy.alwaysReject('over 50')),
      ),
    ),
  );

describe('an application whose strategy is composed', () => {
  it('sends each rejection to the model, and runs the rest', async () => {
    const { ask, model } = await start(inForce(policy()), ...everything);
    await expect(ask()).resolves.toBe('End.');
    expect(lastTexts(model)).toEqual([
      'found',
      'Tool execution was denied: over 50',
      'Tool execution was denied: delete_all is not allowed',
    ]);
    expect(ran).toEqual(['find_order']);
  });

  it('can compose injected strategies', async () => {
    const strategy: Provider = {
      provide: ToolApprovalStrategy,
      inject: [FineDays],
      useFactory: (fineDays: FineDays) => firstDecisive(fineDays, allowTools('*')),
    };
    ran.length = 0;
    const script = [callsTools(...everything.map(([name, args]) => toolCall(name, args))), 'End.'];
    const { chat, model } = await boot({ script, providers: [Desk, Weather, FineDays, strategy] });
    await chat.prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: go outside', 'refunded', 'deleted']);
  });

  it('rejects a tool that requires approval if every strategy abstains', async () => {
    const strategy = denyOverrides(
      shadow(ToolApprovalStrategy.alwaysApprove(), () => {}),
      denyTools(),
    );
    const { ask, model } = await start(inForce(strategy), ...everything);
    await ask();
    expect(lastTexts(model)).toEqual(['found', 'Tool execution was denied: no strategy decided', 'deleted']);
  });

  it('limits the calls that start in a batch', async () => {
    const strategy = rateLimit({ calls: 2, per: 60_000 }, allowTools('*'));
    const { ask, model } = await start(inForce(strategy), ...everything);
    await ask();
    expect(lastTexts(model)).toEqual(['found', 'refunded', 'Tool execution was denied: no more than 2 calls in 60 s']);
  });

  it('runs nothing if a part fails, and names that part', async () => {
    const down = ToolApprovalStrategy.of(function weekends() {
      throw new Error('the calendar is down');
    });
    const { ask } = await start(inForce(denyOverrides(allowTools('*'), forTools('refund', down))), ...everything);
    await expect(ask()).rejects.toThrow(
      'The approval of "refund" failed: weekends: the calendar is down. No call of this batch ran.',
    );
    expect(ran).toEqual([]);
  });

  it('fails the turn if a strategy asks and there is no approval store', async () => {
    for (const strategy of [
      new HumanApprovalStrategy(),
      denyOverrides(askForTools('refund')),
      denyOverrides(new HumanApprovalStrategy()),
    ]) {
      const { ask } = await start(inForce(strategy), ...everything);
      await expect(failureOf(ask())).rejects.toThrow(ToolApprovalException);
      expect(ran).toEqual([]);
    }
  });

  it('runs calls that need no approval under HumanApprovalStrategy, even if it is provided as a class', async () => {
    const { ask } = await start({ provide: ToolApprovalStrategy, useClass: HumanApprovalStrategy }, ['find_order']);
    await expect(ask()).resolves.toBe('End.');
    expect(ran).toEqual(['find_order']);
  });
});

describe('HumanApprovalStrategy', () => {
  const strict: ApprovalRequirement = { approvers: { roles: ['lead'] }, expiresInMs: 60_000 };
  const question = (requirement?: ApprovalRequirement) => ({ type: 'ask', ...(requirement && { requirement }) });

  it('asks about tools that require approval, and abstains for others', () => {
    const strategy = new HumanApprovalStrategy();
    expect(askAbout(strategy, { requiresApproval: true })).toEqual(question());
    expect(askAbout(strategy)).toEqual({ type: 'abstain' });
  });

  it.each([[['refund*', 'cancel']], ['refund*']])('also asks about tools that match %j', (tools) => {
    const strategy = new HumanApprovalStrategy({ tools, requirement: strict });
    expect(askAbout(strategy, { tool: 'refund_all' })).toEqual(question(strict));
    expect(askAbout(strategy, { tool: 'other', requiresApproval: true })).toEqual(question(strict));
    expect(askAbout(strategy, { tool: 'other' })).toEqual({ type: 'abstain' });
  });

  it('demands the requirement of each glob, and all requirements if several globs match', () => {
    const tools = { 'refund*': strict, '*_all': { fourEyes: true, expiresInMs: 5000 } };
    const strategy = new HumanApprovalStrategy({ tools, requirement: { allowEdit: true } });
    expect(askAbout(strategy, { tool: 'refund' })).toEqual(question(strict));
    expect(askAbout(strategy, { tool: 'refund_all' })).toEqual(
      question({ approvers: { roles: ['lead'] }, fourEyes: true, expiresInMs: 5000 }),
    );
    expect(askAbout(strategy, { tool: 'other', requiresApproval: true })).toEqual(question({ allowEdit: true }));
    expect(askAbout(strategy, { tool: 'other' })).toEqual({ type: 'abstain' });
  });

  it('rejects invalid patterns and requirements', () => {
    const make = (options: object) => () => new HumanApprovalStrategy(options as never);
    expect(make({ tools: [''] })).toThrow(
      "HumanApprovalStrategy takes patterns for the names of tools, and '' is not a pattern",
    );
    expect(make({ tools: { '': {} } })).toThrow("and '' is not a pattern");
    expect(make({ tools: 7 })).toThrow('and 7 is not a pattern');
    expect(make({ tools: null })).toThrow('and null is not a pattern');
    expect(make({ requirement: { expiresInMs: -1 } })).toThrow(
      'HumanApprovalStrategy cannot be created: expiresInMs of its requirement must be milliseconds above 0, at most a hundred years.',
    );
    expect(make({ tools: { refund: { approvers: { quorum: 0 } } } })).toThrow(
      'HumanApprovalStrategy for refund cannot',
    );
    expect(make({ tools: { refund: true } })).toThrow(
      'HumanApprovalStrategy for refund cannot be created: its requirement',
    );
  });
});
