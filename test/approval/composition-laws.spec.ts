import { beforeAll, describe, expect, it } from 'vitest';
import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { isPromiseLike } from '#core';
import { approverGroupsOf, mergeRequirements } from '#approval';
import {
  allOf,
  anyOf,
  type ApprovalRequirement,
  type ApprovalTraceEntry,
  type ApproverRequirement,
  audited,
  denyOverrides,
  firstDecisive,
  forTools,
  rateLimit,
  shadow,
  ToolApprovalAuditor,
  ToolApprovalDecision,
  ToolApprovalException,
  ToolApprovalStrategy,
  when,
} from 'toolgate/approval';
import { askAbout } from './composition.fixture.js';

type Outcome = 'approve' | 'reject' | 'ask' | 'abstain' | 'error';
type Fate = 'approve' | 'reject' | 'ask' | 'abstain' | 'throws' | 'nonsense' | 'late';
type Many = 'denyOverrides' | 'allOf' | 'anyOf' | 'firstDecisive';
type One = 'forTools' | 'forOthers' | 'when' | 'unless' | 'audited' | 'shadow' | 'rateLimit';

/** A strategy, as the oracle sees it. */
type Tree =
  | { readonly type: 'leaf'; readonly fate: Fate; readonly waits: boolean }
  | { readonly type: 'many'; readonly compose: Many; readonly parts: readonly Tree[] }
  | { readonly type: 'one'; readonly wrap: One; readonly part: Tree };

const { tree } = fc.letrec<{ tree: Tree; many: Tree; one: Tree; leaf: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4, depthSize: 'small' }, tie('leaf'), tie('many'), tie('one')),
  leaf: fc.record({
    type: fc.constant('leaf'),
    fate: fc.constantFrom<Fate>(
      'approve',
      'approve',
      'reject',
      'ask',
      'abstain',
      'abstain',
      'throws',
      'nonsense',
      'late',
    ),
    waits: fc.boolean(),
  }) as fc.Arbitrary<Tree>,
  many: fc.record({
    type: fc.constant('many'),
    compose: fc.constantFrom<Many>('denyOverrides', 'allOf', 'anyOf', 'firstDecisive'),
    parts: fc.array(tie('tree'), { maxLength: 4 }),
  }) as fc.Arbitrary<Tree>,
  one: fc.record({
    type: fc.constant('one'),
    wrap: fc.constantFrom<One>('forTools', 'forOthers', 'when', 'unless', 'audited', 'shadow', 'rateLimit'),
    part: tie('tree'),
  }) as fc.Arbitrary<Tree>,
}));
const FEW = { numRuns: 40 };
const trees = fc.array(tree, { maxLength: 4 });

class Deaf extends ToolApprovalAuditor {
  decided(): void {
    throw new Error('deaf');
  }
}

const say: Readonly<Record<Fate, () => unknown>> = {
  approve: () => ToolApprovalDecision.approve(),
  reject: () => ToolApprovalDecision.reject('no'),
  ask: () => ToolApprovalDecision.ask({ expiresInMs: 1000 }),
  abstain: () => ToolApprovalDecision.abstain(),
  throws: () => {
    throw new Error('down');
  },
  nonsense: () => ({ type: 'yes' }),
  late: () => new Promise<never>(() => {}),
};

const many = { denyOverrides, allOf, anyOf, firstDecisive };
const one: Readonly<Record<One, (strategy: ToolApprovalStrategy) => ToolApprovalStrategy>> = {
  forTools: (strategy) => forTools('ref*', strategy),
  forOthers: (strategy) => forTools('other*', strategy),
  when: (strategy) => when(() => true, strategy),
  unless: (strategy) => when(() => false, strategy),
  audited: (strategy) => audited(strategy, new Deaf()),
  shadow: (strategy) => shadow(strategy, () => new Deaf().decided()),
  rateLimit: (strategy) => rateLimit({ calls: 1, per: 1000 }, strategy),
};

/** Creates the strategy of a tree. */
const build = (tree: Tree): ToolApprovalStrategy => {
  if (tree.type === 'many') return many[tree.compose](...tree.parts.map(build));
  if (tree.type === 'one') return one[tree.wrap](build(tree.part));
  const { fate, waits } = tree;
  const decide = { [fate]: () => (waits ? Promise.resolve().then(say[fate]) : say[fate]()) }[fate]!;
  const strategy = ToolApprovalStrategy.of(decide as () => ToolApprovalDecision);
  return fate === 'late' ? Object.assign(strategy, { timeoutMs: 1 }) : strategy;
};

/** What the oracle expects: the outcome, the strategies that are asked, and whether the result is a promise. */
interface Expected {
  readonly outcome: Outcome;
  readonly asked: readonly string[];
  readonly waits: boolean;
}

const leafOf = (name: string): Expected => ({ outcome: 'abstain', asked: [`${name} abstain`], waits: false });

const expected = (tree: Tree): Expected => {
  if (tree.type === 'many') return expectedOfMany(tree.compose, tree.parts.map(expected));
  if (tree.type === 'one') return expectedOfOne(tree.wrap, tree.part);
  const { fate, waits } = tree;
  const outcome = fate === 'throws' || fate === 'nonsense' || fate === 'late' ? 'error' : fate;
  return { outcome, asked: [`${fate} ${outcome}`], waits: waits || fate === 'late' };
};

const expectedOfOne = (wrap: One, part: Tree): Expected => {
  if (wrap === 'shadow') return leafOf('shadow');
  if (wrap === 'forOthers') return leafOf('forTools');
  return wrap === 'unless' ? leafOf('when') : expected(part);
};

const expectedOfMany = (compose: Many, all: readonly Expected[]): Expected => {
  if (all.length === 0) return leafOf(compose);
  const decisive = all.findIndex(({ outcome }) => outcome !== 'abstain');
  const parts = compose === 'firstDecisive' && decisive >= 0 ? all.slice(0, decisive + 1) : all;
  const said = parts.map(({ outcome }) => outcome);
  return {
    outcome: outcomeOf(compose, said),
    asked: parts.flatMap(({ asked }) => asked),
    waits: parts.some(({ waits }) => waits),
  };
};

const outcomeOf = (compose: Many, said: readonly Outcome[]): Outcome => {
  const anyone = (outcome: Outcome) => said.includes(outcome);
  const everyone = (outcome: Outcome) => said.every((other) => other === outcome);
  if (anyone('error')) return 'error';
  if (everyone('abstain')) return 'abstain';
  if (compose === 'firstDecisive') return said.at(-1)!;
  if (compose === 'anyOf') return anyone('approve') ? 'approve' : anyone('ask') ? 'ask' : 'reject';
  if (anyone('reject')) return 'reject';
  if (anyone('ask')) return 'ask';
  return compose === 'denyOverrides' || everyone('approve') ? 'approve' : 'abstain';
};

/** The observed outcome. */
const observe = async (strategy: ToolApprovalStrategy) => {
  let waits = false;
  try {
    const decision = askAbout(strategy);
    waits = isPromiseLike(decision);
    const { type, trace, ...rest } = await decision;
    return { outcome: type as Outcome, trace, waits, rest };
  } catch (error) {
    expect(error).toBeInstanceOf(ToolApprovalException);
    return { outcome: 'error' as const, trace: (error as ToolApprovalException).trace, waits, rest: {} };
  }
};

const outcome = async (strategy: ToolApprovalStrategy) => {
  const { outcome, rest } = await observe(strategy);
  return { outcome, rest };
};

const toTold = (trace: readonly ApprovalTraceEntry[] = []) =>
  trace.map(({ strategy, decision }) => `${strategy} ${decision}`);

beforeAll(() => Logger.overrideLogger(false));

describe('any composition of strategies', () => {
  it('has the outcome, the timing and the trace that the oracle expects', async () => {
    await fc.assert(
      fc.asyncProperty(
        trees,
        fc.constantFrom<Many>('denyOverrides', 'allOf', 'anyOf', 'firstDecisive'),
        async (parts, compose) => {
          const whole: Tree = { type: 'many', compose, parts };
          const { outcome, asked, waits } = expected(whole);
          const observed = await observe(build(whole));
          expect([observed.outcome, observed.waits]).toEqual([outcome, waits]);
          expect(toTold(observed.trace)).toEqual(parts.length === 0 ? [] : asked);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never approves if a part that is asked fails, however deep', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (parts) => {
        const { outcome, trace } = await observe(denyOverrides(...parts.map(build)));
        if (trace?.some(({ decision }) => decision === 'error')) expect(outcome).toBe('error');
      }),
    );
  });

  it('has a trace that is JSON, in which each entry names its composition', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (parts) => {
        const { trace = [] } = await observe(denyOverrides(...parts.map(build)));
        expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
        expect(trace.every(({ within }) => within?.[0] === 'denyOverrides')).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

const STRICTNESS: readonly Outcome[] = ['abstain', 'approve', 'ask', 'reject', 'error'];

describe('denyOverrides', () => {
  it('never gets less strict when a strategy is added', async () => {
    await fc.assert(
      fc.asyncProperty(trees, tree, fc.nat(4), async (parts, more, place) => {
        const before = await outcome(denyOverrides(...parts.map(build)));
        const after = await outcome(denyOverrides(...parts.toSpliced(place, 0, more).map(build)));
        expect(STRICTNESS.indexOf(after.outcome)).toBeGreaterThanOrEqual(STRICTNESS.indexOf(before.outcome));
      }),
      { numRuns: 100 },
    );
  });

  it('does not depend on the order of its parts', async () => {
    const shuffled = trees.chain((parts) =>
      fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([parts, others]) => {
        const { outcome: one } = await outcome(denyOverrides(...parts.map(build)));
        const { outcome: other } = await outcome(denyOverrides(...others.map(build)));
        expect(other).toBe(one);
      }),
    );
  });
});

describe.each(Object.entries(many))('%s', (name, compose) => {
  it('does not depend on how its parts are nested', async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, tree, async (...parts) => {
        const flat = await outcome(compose(...parts.map(build)));
        const [a, b, c] = parts.map(build) as [ToolApprovalStrategy, ToolApprovalStrategy, ToolApprovalStrategy];
        await expect(outcome(compose(a, compose(b, c)))).resolves.toEqual(flat);
        const [d, e, f] = parts.map(build) as [ToolApprovalStrategy, ToolApprovalStrategy, ToolApprovalStrategy];
        await expect(outcome(compose(compose(d, e), f))).resolves.toEqual(flat);
      }),
      FEW,
    );
  });

  it('of one strategy decides like that strategy', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (part) => {
        await expect(outcome(compose(build(part)))).resolves.toMatchObject({ outcome: expected(part).outcome });
      }),
      FEW,
    );
  });

  const neutral = name === 'allOf' ? ToolApprovalStrategy.alwaysApprove() : denyOverrides();
  it(`decides the same beside ${name === 'allOf' ? 'an approval' : 'an abstention'}`, async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (part) => {
        const { outcome: alone } = await outcome(compose(build(part)));
        await expect(outcome(compose(neutral, build(part)))).resolves.toMatchObject({ outcome: alone });
        await expect(outcome(compose(build(part), neutral))).resolves.toMatchObject({ outcome: alone });
      }),
      FEW,
    );
  });
});

interface Approval {
  readonly voters: readonly { readonly id: string; readonly roles: readonly string[] }[];
  readonly requester: string;
  readonly elapsedMs: number;
  readonly edited: boolean;
}

/** Whether an approval meets one requirement. */
const isMet = (requirement: ApprovalRequirement, { voters, requester, elapsedMs, edited }: Approval): boolean => {
  const { expiresInMs = Infinity, fourEyes, allowEdit } = requirement;
  const counting = voters.filter(({ id }) => !fourEyes || id !== requester);
  const isOf = ({ roles, users }: ApproverRequirement, voter: Approval['voters'][number]) =>
    (!roles && !users) || users?.includes(voter.id) || roles?.some((role) => voter.roles.includes(role));
  return (
    elapsedMs < expiresInMs &&
    (!edited || allowEdit === true) &&
    counting.length > 0 &&
    approverGroupsOf(requirement).every(
      (group) => counting.filter((voter) => isOf(group, voter)).length >= (group.quorum ?? 1),
    )
  );
};

const names = (...all: readonly string[]) => fc.subarray([...all], { minLength: 1 });
const group = fc.record(
  { roles: names('lead', 'finance'), users: names('ann', 'bob'), quorum: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: [] },
);
const requirement: fc.Arbitrary<ApprovalRequirement> = fc.record(
  {
    message: fc.constantFrom('May it?', 'Really?'),
    expiresInMs: fc.integer({ min: 1, max: 9 }),
    approvers: fc.oneof(group, fc.array(group, { minLength: 1, maxLength: 2 })),
    fourEyes: fc.boolean(),
    allowEdit: fc.boolean(),
    onTimeout: fc.constantFrom('reject', 'cancel'),
  },
  { requiredKeys: [] },
);
const person = fc.record({ id: fc.constantFrom('ann', 'bob', 'cem', 'dee'), roles: fc.subarray(['lead', 'finance']) });
const approval: fc.Arbitrary<Approval> = fc.record({
  voters: fc.uniqueArray(person, { selector: ({ id }) => id, maxLength: 4 }),
  requester: fc.constantFrom('ann', 'cem'),
  elapsedMs: fc.nat(9),
  edited: fc.boolean(),
});

describe('several questions about one call', () => {
  it('merge into one requirement, which is met only if each of them is met', () => {
    fc.assert(
      fc.property(fc.array(requirement, { minLength: 1, maxLength: 4 }), approval, (all, given) => {
        const merged = isMet(mergeRequirements(all), given);
        const each = all.every((one) => isMet(one, given));
        // If one requirement demands four eyes, the requester's vote does not count for any quorum.
        const exact = !all.some(({ fourEyes }) => fourEyes) || all.every(({ fourEyes }) => fourEyes);
        expect(merged || (!exact && each)).toBe(each);
      }),
      { numRuns: 1000 },
    );
  });

  it('contain every message once, and cancel if one of them cancels', () => {
    fc.assert(
      fc.property(fc.array(requirement, { minLength: 1, maxLength: 4 }), (all) => {
        const { message, onTimeout } = mergeRequirements(all);
        expect(message?.split('\n') ?? []).toEqual([...new Set(all.flatMap(({ message }) => message ?? []))]);
        const timeouts = all.map(({ onTimeout }) => onTimeout);
        expect(onTimeout).toBe((['cancel', 'reject'] as const).find((one) => timeouts.includes(one)));
      }),
    );
  });

  it('become one question in the composition', () => {
    const ask = (demand: ApprovalRequirement) => ToolApprovalStrategy.of(() => ToolApprovalDecision.ask(demand));
    const parts = [
      ask({ message: 'Over 50.', expiresInMs: 60_000, approvers: { roles: ['lead'] }, allowEdit: true }),
      ask({ message: 'At night.', approvers: { roles: ['lead'], quorum: 2 }, fourEyes: true }),
      ask({ expiresInMs: 30_000, approvers: { users: ['ann'] } }),
      ask({ approvers: [{ roles: ['lead', 'lead'] }, { users: ['ann'] }] }),
    ];
    for (const compose of [denyOverrides, allOf, anyOf]) {
      expect(askAbout(compose(...parts))).toMatchObject({
        type: 'ask',
        requirement: {
          message: 'Over 50.\nAt night.',
          expiresInMs: 30_000,
          approvers: [{ roles: ['lead'], quorum: 2 }, { users: ['ann'] }],
          fourEyes: true,
        },
      });
    }
  });

  it('demand nothing if none of them demands anything', () => {
    const ask = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
    expect(askAbout(denyOverrides(ask, ask))).toEqual({ type: 'ask', trace: expect.any(Array) });
  });
});
