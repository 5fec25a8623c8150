import { describe, expect, it } from 'vitest';
import { Injectable, Scope } from '@nestjs/common';
import { Tool, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import {
  allOf,
  allowTools,
  anyOf,
  type ApprovalPredicate,
  askForTools,
  audited,
  denyOverrides,
  denyTools,
  firstDecisive,
  forTools,
  HumanApprovalStrategy,
  rateLimit,
  shadow,
  when,
} from 'toolgate/approval';
import { ToolRegistry } from 'toolgate/tool';
import { boot } from '../story.fixture.js';

@Injectable()
class Desk {
  @Tool({ description: 'Refunds', requiresApproval: true })
  refund() {}

  @Tool({ description: 'Notes something' })
  note() {}

  @Tool({ description: 'Finds something', requiresApproval: false })
  find() {}
}

@Injectable()
class OfficeHours extends ToolApprovalStrategy {
  approve() {
    return ToolApprovalDecision.approve();
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerTurn extends OfficeHours {}

const people = new HumanApprovalStrategy();
const hours = new OfficeHours();
const isLarge: ApprovalPredicate = () => true;
const book = { decided: () => {} };

const bootWith = (strategy: ToolApprovalStrategy, approval: object = {}) =>
  boot({ providers: [Desk], options: { approval: { strategy, ...approval } } });

const rulesOf = async (strategy: ToolApprovalStrategy) => {
  const { app } = await bootWith(strategy);
  const told = app.get(ToolRegistry).describe();
  return Object.fromEntries(told.map(({ name, approval }) => [name, approval]));
};

const NEVER = 'is always rejected: no strategy decides';
const ALWAYS = 'runs: no strategy decides';

describe('the start-up report of each tool', () => {
  it.each<[ToolApprovalStrategy, string, string]>([
    [people, 'needs approval: a person decides', ALWAYS],
    [denyTools('refund'), 'needs approval: rejected', ALWAYS],
    [allowTools('*'), 'needs approval: approved', 'runs unless refused: approved'],
    [askForTools('note'), NEVER, 'runs unless refused: a person decides'],
    [forTools('note', hours), NEVER, 'runs unless refused: OfficeHours decides'],
    [
      denyOverrides(hours, when(isLarge, people)),
      'needs approval: the strictest of (OfficeHours decides; a person decides where isLarge)',
      'runs unless refused: OfficeHours decides',
    ],
    [
      firstDecisive(
        when(() => true, allowTools('refund')),
        people,
      ),
      'needs approval: the first of (approved in some cases; a person decides)',
      ALWAYS,
    ],
    [
      allOf(hours, anyOf(allowTools('refund'), people)),
      'needs approval: all of (OfficeHours decides; one of (approved; a person decides))',
      'runs unless refused: OfficeHours decides',
    ],
    [
      audited(rateLimit({ calls: 2, per: 60_000 }, people), book),
      'needs approval: a person decides, no more than 2 calls in 60 s',
      'runs unless refused: no more than 2 calls in 60 s',
    ],
    [shadow(hours, () => {}), NEVER, ALWAYS],
    [hours, 'OfficeHours must approve', 'OfficeHours may refuse'],
    [ToolApprovalStrategy.alwaysApprove(), 'alwaysApprove must approve', 'alwaysApprove may refuse'],
  ])('describes in words what decides: %#', async (strategy, refund, note) => {
    expect(await rulesOf(strategy)).toEqual({ refund, note, find: 'runs without approval' });
  });

  it('names a strategy that is created for each turn', async () => {
    const { app } = await boot({ providers: [Desk, { provide: ToolApprovalStrategy, useClass: PerTurn }] });
    expect(app.get(ToolRegistry).describe()[0]).toMatchObject({ approval: 'PerTurn must approve' });
  });

  it('contains the description that a strategy returns', async () => {
    const described = Object.assign(new OfficeHours(), { describe: () => 'approved from nine to five' });
    expect(await rulesOf(described)).toMatchObject({ refund: 'needs approval: approved from nine to five' });
  });
});

describe('a tool that requires approval, and that no part of the strategy ever decides', () => {
  const what = '"refund" (Desk.refund) requires approval, and the strategy abstains on every call of it';
  const strategy = denyOverrides(
    allowTools('note'),
    shadow(hours, () => {}),
  );

  it('causes a warning at start-up', async () => {
    const { logs } = await bootWith(strategy);
    expect(logs).toContainEqual(
      expect.stringContaining(`${what}: every call is rejected. Name the tool in a part of the strategy.`),
    );
  });

  it('stops start-up with requireCoverage', async () => {
    await expect(bootWith(strategy, { requireCoverage: true })).rejects.toThrow(
      `${what}. Name the tool in a part of the strategy.`,
    );
  });

  it('causes no warning if one part may decide', async () => {
    const { logs } = await bootWith(denyOverrides(strategy, denyTools('re*')), { requireCoverage: true });
    expect(logs).toEqual([]);
  });
});
