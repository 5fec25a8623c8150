import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { HumanApprovalStrategy, Tool, ToolApprovalStrategy } from 'toolgate';
import {
  allowTools,
  askForTools,
  denyOverrides,
  denyTools,
  firstDecisive,
  forTools,
  InMemoryApprovalStore,
  rateLimit,
  RequiresApproval,
  when,
} from 'toolgate/approval';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, lastTexts } from '../story.fixture.js';
import { Askers } from './approval.fixture.js';

@Injectable()
class Shop {
  @Tool({ description: 'Deploys to production' })
  deploy_prod() {
    return 'deployed';
  }

  @Tool({ description: 'Finds an order' })
  find() {
    return 'found';
  }
}

const start = (strategy: ToolApprovalStrategy, more: object = {}) =>
  boot({
    script: [callsTools(toolCall('deploy_prod'), toolCall('find')), 'End.'],
    providers: [Shop],
    options: {
      approval: { strategy, store: new InMemoryApprovalStore(), requester: new Askers(), worker: false, ...more },
    },
  });

const textOf = (pattern: string): string =>
  `No tool matches the pattern ${pattern}. The tools are: deploy_prod, find. A string is a glob, in which only * is special; a RegExp is a regular expression. Correct the pattern, or remove it.`;

const WRONG: readonly (readonly [string, () => ToolApprovalStrategy, string])[] = [
  ['a glob', () => new HumanApprovalStrategy({ tools: ['deploy.*'] }), "'deploy.*' of HumanApprovalStrategy"],
  ['a rule', () => new HumanApprovalStrategy({ tools: { deplyo_prod: {} } }), "'deplyo_prod' of HumanApprovalStrategy"],
  ['a RegExp', () => new HumanApprovalStrategy({ tools: /^Deploy/ }), '/^Deploy/ of HumanApprovalStrategy'],
  ['denyTools', () => denyTools('find', 'refnd*'), "'refnd*' of denyTools()"],
  ['allowTools', () => allowTools('finder'), "'finder' of allowTools()"],
  ['askForTools', () => askForTools('finder', { message: 'May I?' }), "'finder' of askForTools()"],
  ['forTools', () => forTools('finder', allowTools('find')), "'finder' of forTools()"],
  [
    'a part of parts',
    () =>
      firstDecisive(
        denyOverrides(
          forTools(
            'find',
            when(() => true, denyTools('refnd')),
          ),
        ),
        rateLimit({ calls: 1, per: 1000 }),
      ),
    "'refnd' of denyTools()",
  ],
];

describe('a pattern that matches no tool', () => {
  it.each(WRONG)('is reported at start-up: %s', async (_, make, pattern) => {
    const { logs, app } = await start(make());
    expect(logs.filter((line) => line.includes('No tool matches'))).toEqual([`warn: ${textOf(pattern)} Toolgate`]);
    await app.close();
  });

  it.each(WRONG)('stops start-up under requireCoverage: %s', async (_, make, pattern) => {
    await expect(start(make(), { requireCoverage: true })).rejects.toThrow(textOf(pattern));
  });

  it('is not reported if each pattern matches a tool', async () => {
    const { logs, app } = await start(denyOverrides(new HumanApprovalStrategy({ tools: [/^deploy/, 'f*'] })));
    expect(logs.filter((line) => line.includes('No tool matches'))).toEqual([]);
    await app.close();
  });

  it('is not reported if it matches a guarded method, also under requireCoverage', async () => {
    @Injectable()
    class Payouts {
      @RequiresApproval()
      async pay(order: string) {
        return order;
      }
    }
    const strategy = new HumanApprovalStrategy({ tools: ['deploy_prod', 'Payouts.*'] });
    const approval = { strategy, store: new InMemoryApprovalStore(), requester: new Askers(), requireCoverage: true };
    const { app, logs } = await boot({ providers: [Shop, Payouts], options: { approval } });
    expect(logs).toEqual([]);
    await app.close();
  });
});

describe('a RegExp', () => {
  it('is accepted beside globs by every strategy that takes patterns, and matches any part of the name', async () => {
    const { chat, model, app } = await start(firstDecisive(denyTools('x*', /prod$/g), allowTools(/^FIND$/i)));
    await chat.prompt('Go').tools(Shop).call().content();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: deploy_prod is not allowed', 'found']);
    await app.close();
  });

  it('selects the tools that need a person', async () => {
    for (const strategy of [
      new HumanApprovalStrategy({ tools: /prod$/ }),
      askForTools(/prod$/, { message: 'May I?' }),
      forTools([/prod$/], askForTools('*')),
    ]) {
      const { chat, app } = await start(strategy);
      expect(await chat.prompt('Go').tools(Shop).call().outcome()).toMatchObject({
        status: 'suspended',
        approvals: [{ toolName: 'deploy_prod' }],
      });
      await app.close();
    }
  });

  it('selects tools of a prompt', async () => {
    const { chat, model, app } = await start(allowTools('*'));
    await chat.prompt('Go').tools(/^find/).call().content();
    expect(model.prompts[0]!.tools!.map(({ name }) => name)).toEqual(['find']);
    await expect(chat.prompt('Go').tools(/^fnid/).call().content()).rejects.toThrow("No tool's name matches /^fnid/.");
    await app.close();
  });
});

describe('a strategy that is not one', () => {
  it.each([
    [{}, '{}'],
    [{ approve: true }, '{ approve: true }'],
  ])('stops start-up: %j', async (useValue, shown) => {
    const providers = [Shop, { provide: ToolApprovalStrategy, useValue }];
    await expect(boot({ providers })).rejects.toThrow(
      `The provider of ToolApprovalStrategy has no method approve(): it is ${shown}. Provide a class that extends ToolApprovalStrategy, or the value of ToolApprovalStrategy.of(…).`,
    );
  });
});
