import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { anyOf, denyOverrides, type RateLimit, rateLimit, type ToolApprovalStrategy } from 'toolgate/approval';
// The bound on memory is not visible from outside.
import { RecentStarts } from '../../libs/approval/src/composition/recent-starts.js';
import { abstains, approves, asks, askAbout, fails, type Question, rejects, saying } from './composition.fixture.js';

const start = (strategy?: ToolApprovalStrategy, limit: Partial<RateLimit> = {}) => {
  const watch = { time: 1000 };
  const limited = rateLimit({ calls: 2, per: 1000, now: () => watch.time, ...limit }, strategy);
  let next = 0;
  const ask = async (question: Question = {}) =>
    (await askAbout(limited, { index: next++, ...question })) as { type: string; reason?: string };
  return { watch, limited, ask };
};

const typesOf = async (ask: (question?: Question) => Promise<{ type: string }>, times: number, question?: Question) => {
  const types: string[] = [];
  for (let time = 0; time < times; time++) types.push((await ask(question)).type);
  return types;
};

describe('a rate limit', () => {
  it('rejects calls above the limit, and states the limit', async () => {
    const { ask } = start(approves);
    expect(await typesOf(ask, 3)).toEqual(['approve', 'approve', 'reject']);
    expect(await ask()).toMatchObject({ type: 'reject', reason: 'no more than 2 calls in 1 s' });
  });

  it('lets calls start again as earlier ones leave the period, one by one', async () => {
    const { ask, watch } = start(approves);
    await ask();
    watch.time += 600;
    await ask();
    watch.time += 399;
    expect((await ask()).type).toBe('reject');
    watch.time += 1;
    expect(await typesOf(ask, 2)).toEqual(['approve', 'reject']);
  });

  it('does not count calls that are rejected or fail', async () => {
    const broken = start(fails);
    await expect(broken.ask()).rejects.toThrow('fails: the policy is down');
    let refuse = true;
    const { ask } = start(saying('sometimes', () => (refuse ? { type: 'reject', reason: 'no' } : { type: 'approve' })));
    await typesOf(ask, 5);
    refuse = false;
    expect(await typesOf(ask, 3)).toEqual(['approve', 'approve', 'reject']);
  });

  it('counts a question when its turn resumes, not when it is asked or edited', async () => {
    const { ask } = start(asks);
    expect(await typesOf(ask, 5)).toEqual(['ask', 'ask', 'ask', 'ask', 'ask']);
    expect(await typesOf(ask, 5, { phase: 'edit' })).toEqual(['ask', 'ask', 'ask', 'ask', 'ask']);
    expect(await typesOf(ask, 3, { phase: 'resume' })).toEqual(['ask', 'ask', 'reject']);
  });

  it('counts each call once, even if it is decided several times', async () => {
    const { ask } = start(approves);
    expect(await typesOf(ask, 3, { index: 7 })).toEqual(['approve', 'approve', 'approve']);
    expect((await ask({ index: 7, phase: 'resume' })).type).toBe('approve');
    expect(await typesOf(ask, 2)).toEqual(['approve', 'reject']);
    expect((await ask({ index: 7, phase: 'resume' })).type).toBe('approve');
  });

  it('counts the same place in another turn as another call', async () => {
    const { ask } = start(approves, { calls: 1 });
    expect((await ask({ index: 0, run: 'one' })).type).toBe('approve');
    expect((await ask({ index: 0, run: 'two' })).type).toBe('reject');
  });

  it('counts an abstention, which lets a call run, and abstains without a strategy', async () => {
    for (const { ask } of [start(abstains), start()]) {
      expect(await typesOf(ask, 3)).toEqual(['abstain', 'abstain', 'reject']);
    }
    const beside = denyOverrides(start().limited, approves);
    expect(await typesOf(async () => await askAbout(beside), 3)).toEqual(['approve', 'approve', 'approve']);
  });

  it('counts calls with different keys separately', async () => {
    const { ask } = start(approves, {
      calls: 1,
      key: (tool, _args, { data }) => `${tool.definition.name} ${data.tenant}`,
    });
    expect((await ask({ data: { tenant: 'acme' } })).type).toBe('approve');
    expect((await ask({ data: { tenant: 'other' } })).type).toBe('approve');
    expect((await ask({ data: { tenant: 'acme' }, tool: 'cancel' })).type).toBe('approve');
    expect((await ask({ data: { tenant: 'acme' } })).type).toBe('reject');
  });

  it('fails if its key is not a string', async () => {
    const { limited } = start(approves, { key: (_tool, _args, { data }) => data.tenant as string });
    expect(() => askAbout(anyOf(limited, approves))).toThrow(
      'rateLimit: the key of rateLimit() returned undefined. Return a string',
    );
  });

  it('adds an entry of its own to the trace beside that of its strategy', async () => {
    const { limited } = start(approves, { calls: 1 });
    await askAbout(limited);
    expect(askAbout(denyOverrides(limited, rejects), { index: 1 })).toMatchObject({
      reason: 'no more than 1 call in 1 s',
      trace: [
        { strategy: 'approves', decision: 'approve', within: ['denyOverrides', 'rateLimit'] },
        { strategy: 'rateLimit', decision: 'reject', reason: 'no more than 1 call in 1 s', within: ['denyOverrides'] },
        { strategy: 'rejects', decision: 'reject', reason: 'no', within: ['denyOverrides'] },
      ],
    });
  });

  it.each([
    [{ calls: 0 }, 'calls of rateLimit() is 0. Pass a whole number above 0'],
    [{ calls: 1.5 }, 'calls of rateLimit() is 1.5'],
    [{ per: 0 }, 'per of rateLimit() is 0. Pass milliseconds above 0'],
    [{ per: Infinity }, 'per of rateLimit() is Infinity'],
    [{ key: 'tenant' }, "key of rateLimit() is 'tenant'. Pass a function that returns a string"],
  ])('rejects the options %o', (limit, what) => {
    expect(() => start(approves, limit as never)).toThrow(what);
  });

  it('counts concurrent decisions one after the other', async () => {
    const later = saying('later', async () => ({ type: 'approve' }));
    const { ask } = start(later);
    const all = await Promise.all([ask(), ask(), ask()]);
    expect(all.map(({ type }) => type)).toEqual(['approve', 'approve', 'reject']);
  });
});

describe('for random calls at random times', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(6) });

  it('never admits more than the limit in any period, and rejects none without need', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (steps, calls) => {
        const starts = new RecentStarts(calls, 10);
        const admitted: { readonly key: string; readonly time: number }[] = [];
        let time = 0;
        steps.forEach(({ key, wait }, index) => {
          time += wait;
          const recent = admitted.filter((one) => one.key === key && one.time > time - 10).length;
          expect(starts.admit(key, `${index}`, time)).toBe(recent < calls);
          if (recent < calls) admitted.push({ key, time });
        });
      }),
    );
  });

  it('forgets starts outside the period, even for keys that never return', () => {
    const starts = new RecentStarts(3, 10);
    for (let time = 0; time < 1000; time++) {
      starts.admit(`tenant ${time}`, 'call', time);
      expect(starts.size).toBeLessThanOrEqual(10);
    }
  });
});
