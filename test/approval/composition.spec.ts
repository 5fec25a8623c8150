import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Logger } from '@nestjs/common';
import { isPromiseLike } from '#core';
import { strategyNameOf } from '../../libs/approval/src/composition/strategy-words.js';
import {
  allOf,
  allowTools,
  anyOf,
  askForTools,
  audited,
  denyOverrides,
  denyTools,
  firstDecisive,
  forTools,
  type ShadowReport,
  shadow,
  ToolApprovalAuditor,
  ToolApprovalDecision,
  type ToolApprovalEvent,
  ToolApprovalException,
  ToolApprovalStrategy,
  when,
} from 'toolgate/approval';
import { deferred, settled } from '../story.fixture.js';
import { abstains, approves, asks, askAbout, bare, fails, rejects, saying } from './composition.fixture.js';

beforeAll(() => Logger.overrideLogger(false));

const later = (strategy: ToolApprovalStrategy) =>
  ToolApprovalStrategy.of(async (...call) => await strategy.approve(...call));

/** The expected outcomes of two strategies, in this order: approve, reject, ask, abstain or error. */
const outcomeOf = async (strategy: ToolApprovalStrategy): Promise<string> => {
  try {
    return (await askAbout(strategy)).type;
  } catch (error) {
    expect(error).toBeInstanceOf(ToolApprovalException);
    return 'error';
  }
};

const pairs = [
  // one, other, denyOverrides, allOf, anyOf, firstDecisive
  [approves, approves, 'approve', 'approve', 'approve', 'approve'],
  [approves, rejects, 'reject', 'reject', 'approve', 'approve'],
  [approves, asks, 'ask', 'ask', 'approve', 'approve'],
  [approves, abstains, 'approve', 'abstain', 'approve', 'approve'],
  [approves, fails, 'error', 'error', 'error', 'approve'],
  [rejects, asks, 'reject', 'reject', 'ask', 'reject'],
  [rejects, abstains, 'reject', 'reject', 'reject', 'reject'],
  [rejects, fails, 'error', 'error', 'error', 'reject'],
  [asks, abstains, 'ask', 'ask', 'ask', 'ask'],
  [asks, fails, 'error', 'error', 'error', 'ask'],
  [abstains, abstains, 'abstain', 'abstain', 'abstain', 'abstain'],
  [abstains, fails, 'error', 'error', 'error', 'error'],
] as const;

describe.each(pairs.map(([one, other, ...outcomes]) => ({ one, other, outcomes })))(
  '$one.approve.name beside $other.approve.name',
  ({ one, other, outcomes }) => {
    it('decides as the composition documents, synchronously and asynchronously', async () => {
      for (const [first, second] of [
        [one, other],
        [later(one), other],
        [one, later(other)],
        [later(one), later(other)],
      ] as const) {
        const all = [denyOverrides, allOf, anyOf, firstDecisive].map((compose) => outcomeOf(compose(first, second)));
        expect(await Promise.all(all)).toEqual(outcomes);
      }
    });
  },
);

describe('a composition', () => {
  it.each([denyOverrides, allOf, anyOf, firstDecisive])('of no strategies abstains', (compose) => {
    expect(askAbout(compose())).toEqual({ type: 'abstain' });
  });

  it.each([denyOverrides, allOf, anyOf, firstDecisive])('of synchronous parts is synchronous', (compose) => {
    expect(isPromiseLike(askAbout(compose(abstains, approves)))).toBe(false);
    expect(() => askAbout(compose(abstains, fails))).toThrow('fails: the policy is down');
  });

  it('returns the reason and metadata of the first part with that decision', () => {
    const one = saying('one', () => ToolApprovalDecision.reject('too much', { limit: 50 }));
    const decision = askAbout(denyOverrides(approves, one, rejects)) as ToolApprovalDecision;
    expect(bare(decision)).toEqual({ type: 'reject', reason: 'too much', metadata: { limit: 50 } });
  });

  it('starts its parts together and in order; firstDecisive starts them one after the other', async () => {
    const order: string[] = [];
    const gates = [deferred(), deferred()];
    const parts = gates.map(({ promise }, index) =>
      ToolApprovalStrategy.of(async () => {
        order.push(`starts ${index}`);
        await promise;
        order.push(`ends ${index}`);
        return ToolApprovalDecision.abstain();
      }),
    );
    const together = askAbout(anyOf(...parts));
    expect(order).toEqual(['starts 0', 'starts 1']);
    gates[1]!.resolve();
    await settled();
    gates[0]!.resolve();
    await together;
    expect(order.splice(0)).toEqual(['starts 0', 'starts 1', 'ends 1', 'ends 0']);
    await askAbout(firstDecisive(...parts));
    expect(order).toEqual(['starts 0', 'ends 0', 'starts 1', 'ends 1']);
  });

  it('asks no strategy after the first that decides', async () => {
    const never = saying('never', () => ToolApprovalDecision.approve());
    await askAbout(firstDecisive(abstains, rejects, never));
    expect(never.asked.times).toBe(0);
  });

  it.each([undefined, null, true, {}, { type: 'yes' }, { type: 'reject' }, { type: 'ask', requirement: 7 }])(
    'treats %j from a part as an error',
    (nonsense) => {
      const part = saying('part', () => nonsense);
      expect(() => askAbout(anyOf(part, approves))).toThrow(ToolApprovalException);
    },
  );

  it.each([undefined, null, {}, () => ToolApprovalDecision.approve()])('rejects %o as a part', (part) => {
    expect(() => denyOverrides(part as never)).toThrow(
      /denyOverrides\(\) received .* is not a strategy\. Pass an instance/,
    );
  });

  it('rejects a class as a part, and names it', () => {
    class Closed extends ToolApprovalStrategy {
      approve = () => ToolApprovalDecision.reject('closed');
    }
    expect(() => allOf(Closed as never)).toThrow('allOf() received the function or class Closed');
  });
});

describe('the trace of a decision', () => {
  it('states in order what each part decided and why, with nested parts flattened', async () => {
    class OfficeHours extends ToolApprovalStrategy {
      approve() {
        return denyOverrides(abstains).approve(...([{}, {}, {}] as never as Parameters<typeof abstains.approve>));
      }
    }
    const strategy = denyOverrides(
      anyOf(later(rejects), allowTools('refund')),
      new OfficeHours(),
      denyTools('delete*'),
      forTools('ref*', asks),
      ToolApprovalStrategy.alwaysReject('closed'),
    );
    const { trace } = await askAbout(strategy);
    expect(trace).toEqual([
      { strategy: 'function', decision: 'reject', reason: 'no', within: ['denyOverrides', 'anyOf'] },
      { strategy: 'allowTools', decision: 'approve', within: ['denyOverrides', 'anyOf'] },
      { strategy: 'abstains', decision: 'abstain', within: ['denyOverrides', 'OfficeHours', 'denyOverrides'] },
      { strategy: 'denyTools', decision: 'abstain', within: ['denyOverrides'] },
      { strategy: 'asks', decision: 'ask', reason: 'May it?', within: ['denyOverrides', 'forTools'] },
      { strategy: 'alwaysReject', decision: 'reject', reason: 'closed', within: ['denyOverrides'] },
    ]);
    expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
  });

  it('is part of an error too, which names the strategy that failed', () => {
    const cause = new Error('the policy is down');
    const broken = saying('broken', () => {
      throw cause;
    });
    const strategy = denyOverrides(rejects, anyOf(approves, broken));
    expect(() => askAbout(strategy)).toThrow(
      expect.objectContaining({
        name: 'ToolApprovalException',
        problem: 'broken: the policy is down',
        cause,
        trace: [
          { strategy: 'rejects', decision: 'reject', reason: 'no', within: ['denyOverrides'] },
          { strategy: 'approves', decision: 'approve', within: ['denyOverrides', 'anyOf'] },
          { strategy: 'broken', decision: 'error', reason: 'the policy is down', within: ['denyOverrides', 'anyOf'] },
        ],
      }),
    );
  });

  it.each([7, [], [null], [{ strategy: 'x' }], [{ strategy: 'x', decision: 'approve', within: [1] }]])(
    'ignores an invalid trace that a strategy returns: %j',
    (trace) => {
      const part = saying('part', () => ({ type: 'approve', trace }));
      const decision = askAbout(denyOverrides(part)) as ToolApprovalDecision;
      expect(decision.trace).toEqual([{ strategy: 'part', decision: 'approve', within: ['denyOverrides'] }]);
    },
  );

  it('is not created for a strategy outside a composition', () => {
    expect(askAbout(approves)).toBe(ToolApprovalDecision.approve());
  });

  it('contains a name for every strategy', () => {
    class Closed extends ToolApprovalStrategy {
      approve = () => ToolApprovalDecision.reject('closed');
    }
    const strategies = [new Closed(), approves, ToolApprovalStrategy.of(() => ToolApprovalDecision.abstain()), anyOf()];
    expect(strategies.map(strategyNameOf)).toEqual(['Closed', 'approves', 'function', 'anyOf']);
  });
});

describe('forTools, denyTools, allowTools and askForTools', () => {
  const decide = (strategy: ToolApprovalStrategy, tool: string) =>
    bare(askAbout(strategy, { tool }) as ToolApprovalDecision);

  it('match the whole name of a tool, and are case-sensitive', () => {
    for (const tool of ['order_refund', 'Refund', 'refunds']) {
      expect(decide(denyTools('refund'), tool)).toEqual({ type: 'abstain' });
    }
    expect(decide(denyTools('other', 'ref*'), 'refund')).toEqual({ type: 'reject', reason: 'refund is not allowed' });
    expect(decide(allowTools('*'), 'refund')).toEqual({ type: 'approve' });
    expect(decide(forTools(['a*', 'refund'], rejects), 'refund')).toEqual({ type: 'reject', reason: 'no' });
    expect(decide(askForTools('refund'), 'refund')).toEqual({ type: 'ask' });
    const strict = askForTools('a*', 'refund', { fourEyes: true });
    expect(decide(strict, 'refund')).toEqual({ type: 'ask', requirement: { fourEyes: true } });
  });

  it.each([denyTools, allowTools, askForTools])('match no tool without globs', (make) => {
    expect(decide(make(), 'refund')).toEqual({ type: 'abstain' });
  });

  it.each(['', 7, null, undefined, ['refund']])('reject %o as a pattern', (glob) => {
    const what =
      /takes patterns for the names of tools, and .* is not a pattern\. Pass a glob such as 'refund\*', or a RegExp/;
    for (const make of [denyTools, allowTools, askForTools]) {
      expect(() => make('ok', glob as never, 'ok')).toThrow(what);
    }
    if (!Array.isArray(glob)) expect(() => forTools(glob as never, approves)).toThrow(what);
  });

  it.each([
    [{ expiresInMs: 0 }, 'expiresInMs of its requirement must be milliseconds above 0'],
    [{ expiresInMs: Number.MAX_SAFE_INTEGER }, 'milliseconds above 0, at most a hundred years'],
    [{ message: 7 }, 'message of its requirement must be a string'],
    [{ fourEyes: 'yes' }, 'fourEyes of its requirement must be true or false'],
    [{ onTimeout: 'approve' }, "onTimeout of its requirement must be 'reject' or 'cancel'"],
    [{ approvers: [] }, 'approvers of its requirement must be roles, users and a quorum only'],
    [{ approvers: { role: ['lead'] } }, 'approvers of its requirement must be roles, users and a quorum'],
    [{ approvers: { users: ['a', 'b'], quorum: 3 } }, 'a quorum of at most the number of users'],
    [{ fourEye: true }, 'in its requirement "fourEye" is unknown'],
    [{ approvers: { roles: [] } }, 'approvers of its requirement must be'],
    [{ approvers: { users: [''] } }, 'approvers of its requirement must be'],
    [{ approvers: [{ quorum: 0 }] }, 'approvers of its requirement must be'],
    [
      { approvers: { quorum: 1001 } },
      'askForTools() cannot be created: approvers of its requirement require 1001 approvals, and an approval stores 1000 decisions. Require at most 1000.',
    ],
    [{ approvers: [{ roles: ['a'], quorum: 1000 }, { roles: ['b'] }] }, 'require 1001 approvals'],
  ])('reject the requirement %j', (requirement, what) => {
    expect(() => askForTools('refund', requirement as never)).toThrow(what);
  });

  it.each(['roles', 'users'])('reject a requirement with longer names than an approver has: %s', (names) => {
    const requiring = (length: number) => () => askForTools('refund', { approvers: { [names]: ['a'.repeat(length)] } });
    expect(requiring(1001)).toThrow('lists of names with 1 to 1000 characters');
    expect(requiring(1000)).not.toThrow();
  });
});

describe('when', () => {
  it('asks its strategy if the predicate returns true', async () => {
    const big = when((_tool, { amount }) => Number(amount) > 50, rejects);
    expect(askAbout(big, { args: { amount: 50 } })).toEqual({ type: 'abstain' });
    expect(askAbout(big, { args: { amount: 51 } })).toMatchObject({ type: 'reject' });
    const slow = when(async (_tool, _args, { data }) => data.tenant === 'acme', rejects);
    await expect(askAbout(slow, { data: { tenant: 'acme' } })).resolves.toMatchObject({ type: 'reject' });
    await expect(askAbout(slow)).resolves.toEqual({ type: 'abstain' });
  });

  it.each([
    [undefined, 'undefined'],
    [4200, 'a number'],
    ['yes', 'a string'],
    [{}, 'an object'],
    [null, 'null'],
  ])('treats %o from its predicate as an error, not as false', async (said, kind) => {
    const problem = `the predicate returned ${kind}. Return true or false`;
    expect(() => askAbout(when(() => said as never, rejects))).toThrow(problem);
    await expect(askAbout(when(async () => said as never, rejects))).rejects.toThrow(problem);
  });

  it('fails if its predicate fails', () => {
    const broken = when(() => {
      throw new Error('no weather');
    }, rejects);
    expect(() => askAbout(anyOf(broken, approves))).toThrow('when: no weather');
    expect(() => when(undefined as never, rejects)).toThrow(
      'when() takes a function as its first argument, not undefined',
    );
  });
});

describe('shadow', () => {
  const watch = (strategy: ToolApprovalStrategy) => {
    const reports: ShadowReport[] = [];
    return { reports, strategy: shadow(strategy, (report) => void reports.push(report)) };
  };

  it.each([approves, rejects, asks, abstains, fails])(
    'decides nothing, and reports what its strategy would have decided',
    (inner) => {
      const { strategy, reports } = watch(inner);
      expect(askAbout(strategy)).toEqual({ type: 'abstain' });
      const [{ decision, error, trace, tool }] = reports as [ShadowReport];
      expect(tool.definition.name).toBe('refund');
      if (inner === fails) expect(error).toEqual(new Error('the policy is down'));
      else expect(decision).toEqual(askAbout(inner));
      expect(trace).toMatchObject([{ strategy: inner.approve.name, within: ['shadow'] }]);
    },
  );

  it('does not wait for its strategy', async () => {
    const slow = deferred<ToolApprovalDecision>();
    const { strategy, reports } = watch(ToolApprovalStrategy.of(() => slow.promise));
    expect(askAbout(denyOverrides(strategy, approves))).toMatchObject({ type: 'approve' });
    expect(reports).toEqual([]);
    slow.resolve(ToolApprovalDecision.reject('no'));
    await settled();
    expect(reports).toMatchObject([{ decision: { type: 'reject', reason: 'no' } }]);
  });

  it.each([
    () => {
      throw new Error('full');
    },
    () => Promise.reject(new Error('full')),
    () => new Promise<never>(() => {}),
  ])('ignores failures of its sink', async (sink) => {
    expect(askAbout(shadow(rejects, sink))).toEqual({ type: 'abstain' });
    expect(askAbout(shadow(fails, sink))).toEqual({ type: 'abstain' });
    await settled();
  });
});

describe('audited', () => {
  class Log extends ToolApprovalAuditor {
    readonly lines: string[] = [];

    decided({ outcome, tool, reason, error }: ToolApprovalEvent): void {
      this.lines.push([outcome, tool.definition.name, reason ?? (error as Error | undefined)?.message].join(' '));
    }
  }

  it('reports each decision and each error of its strategy', async () => {
    const log = new Log();
    for (const inner of [approves, later(rejects), asks, abstains]) {
      expect(bare(await askAbout(audited(inner, log)))).toEqual(await askAbout(inner));
    }
    expect(() => askAbout(audited(fails, log))).toThrow('fails: the policy is down');
    expect(log.lines).toEqual([
      'approved refund ',
      'rejected refund no',
      'asked refund ',
      'error refund the policy is down',
    ]);
  });

  it('ignores an auditor that fails, and rejects an invalid auditor', () => {
    const broken = { decided: () => Promise.reject(new Error('full')) };
    expect(askAbout(audited(approves, broken as ToolApprovalAuditor))).toMatchObject({ type: 'approve' });
    expect(() => audited(approves, undefined as never)).toThrow('audited() takes an auditor as its second argument');
  });
});

describe('a part that times out', () => {
  afterEach(() => void vi.useRealTimers());

  const slow = (timeoutMs?: number) =>
    Object.assign(
      saying('slow', () => new Promise<never>(() => {})),
      { timeoutMs },
    );

  it('is an error of that part after its own timeout', async () => {
    vi.useFakeTimers();
    const strategy = anyOf(approves, slow(50), Object.assign(later(approves), { timeoutMs: 90 }));
    expect(strategy.timeoutMs).toBe(10_000);
    const decision = outcomeOf(strategy);
    const failing = expect(askAbout(strategy)).rejects.toThrow('slow: it did not decide within 50 ms');
    await vi.advanceTimersByTimeAsync(50);
    await failing;
    await expect(decision).resolves.toBe('error');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is reported by a shadow after 10 s', async () => {
    vi.useFakeTimers();
    const reports: ShadowReport[] = [];
    void askAbout(shadow(slow(), (report) => void reports.push(report)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reports).toMatchObject([{ error: new Error('it did not decide within 10000 ms') }]);
  });

  it('leaves no timer when the caller leaves', async () => {
    vi.useFakeTimers();
    const caller = new AbortController();
    const decision = askAbout(anyOf(slow(300_000)), { signal: caller.signal });
    const failing = expect(decision).rejects.toThrow('slow: left');
    caller.abort(new Error('left'));
    await failing;
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [[slow(), slow()], undefined, undefined],
    [[slow(20_000), slow(5)], 20_000, 20_005],
    [[slow(20_000), slow()], 20_000, 30_000],
    [[slow(5), slow()], 10_000, 10_005],
  ])('counts towards the timeout of the composition (%#)', (parts, together, oneByOne) => {
    expect([denyOverrides(...parts).timeoutMs, allOf(...parts).timeoutMs, anyOf(...parts).timeoutMs]).toEqual([
      together,
      together,
      together,
    ]);
    expect(firstDecisive(...parts).timeoutMs).toBe(oneByOne);
    for (const wrapped of [forTools('*', parts[0]!), when(() => true, parts[0]!)]) {
      expect(wrapped.timeoutMs).toBe(parts[0]!.timeoutMs);
    }
  });

  it('wait together, any number of them, without a warning of Node', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    await askAbout(anyOf(...Array.from({ length: 30 }, () => Object.assign(later(approves), { timeoutMs: 1000 }))));
    // Node emits a warning in the next tick.
    await settled();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it.each([0, -1, Number.NaN, '5'])('cannot have the timeout %o', (timeoutMs) => {
    expect(() => anyOf(slow(timeoutMs as number))).toThrow('The timeoutMs of slow is');
  });
});
