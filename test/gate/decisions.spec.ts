import { afterEach, describe, expect, it, vi } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Tool, ToolApprovalDecision, ToolApprovalException, ToolApprovalStrategy } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, failureOf, lastResults, lastTexts } from '../story.fixture.js';

const ran: string[] = [];

@Injectable()
class Desk {
  @Tool({ description: 'Gated', requiresApproval: true })
  gated() {
    ran.push('gated');
  }

  @Tool({ description: 'Free', requiresApproval: false })
  free() {
    ran.push('free');
  }

  @Tool({ description: 'Says nothing of approval' })
  plain() {
    ran.push('plain');
  }
}

type Tools = 'gated' | 'free' | 'plain';
type Answer = 'runs' | 'denied' | 'error';

const start = async (decide: () => unknown, tools: readonly string[], approval: object = {}) => {
  ran.length = 0;
  const strategy = ToolApprovalStrategy.of(decide as () => ToolApprovalDecision);
  const script = [callsTools(...tools.map((name) => toolCall(name))), 'End.'];
  const story = await boot({ script, providers: [Desk], options: { approval: { strategy, ...approval } } });
  return { ...story, ask: () => story.chat.prompt('Go').tools(Desk).call().content() };
};

const never = new Promise<never>(() => {});
const decisions: readonly (readonly [string, () => unknown, Record<Tools, Answer>])[] = [
  ['approve', () => ToolApprovalDecision.approve(), { gated: 'runs', free: 'runs', plain: 'runs' }],
  ['reject', () => ToolApprovalDecision.reject('no'), { gated: 'denied', free: 'runs', plain: 'denied' }],
  ['abstain', () => ToolApprovalDecision.abstain(), { gated: 'denied', free: 'runs', plain: 'runs' }],
  ['ask', () => ToolApprovalDecision.ask({ message: 'May I?' }), { gated: 'error', free: 'runs', plain: 'error' }],
  ['undefined', () => undefined, { gated: 'error', free: 'runs', plain: 'error' }],
  ['null', () => null, { gated: 'error', free: 'runs', plain: 'error' }],
  ['true', () => true, { gated: 'error', free: 'runs', plain: 'error' }],
  ["'approve'", () => 'approve', { gated: 'error', free: 'runs', plain: 'error' }],
  ['{}', () => ({}), { gated: 'error', free: 'runs', plain: 'error' }],
  ['an unknown type', () => ({ type: 'yes' }), { gated: 'error', free: 'runs', plain: 'error' }],
  ['reject without a reason', () => ({ type: 'reject' }), { gated: 'error', free: 'runs', plain: 'error' }],
  [
    'reject with a blank reason',
    () => ({ type: 'reject', reason: ' ' }),
    { gated: 'error', free: 'runs', plain: 'error' },
  ],
  ['a list of decisions', () => [{ type: 'approve' }], { gated: 'error', free: 'runs', plain: 'error' }],
];

const expectAnswer = async (ask: () => Promise<string>, tool: Tools, answer: Answer) => {
  if (answer === 'error') await expect(failureOf(ask())).rejects.toThrow(ToolApprovalException);
  else await expect(ask()).resolves.toBe('End.');
  expect(ran).toEqual(answer === 'runs' ? [tool] : []);
};

describe.each(['gated', 'free', 'plain'] as const)('the call of a tool that is %s', (tool) => {
  it.each(decisions)('has the documented result if the strategy returns %s', async (_, decide, answers) => {
    const { ask } = await start(decide, [tool]);
    await expectAnswer(ask, tool, answers[tool]);
  });

  it.each(decisions)('has the documented result if the strategy resolves to %s', async (_, decide, answers) => {
    const { ask } = await start(async () => decide(), [tool]);
    await expectAnswer(ask, tool, answers[tool]);
  });

  it.each(decisions)(
    'has the documented result if the strategy returns a foreign thenable of %s',
    async (_, decide, answers) => {
      // oxlint-disable-next-line unicorn/no-thenable
      const { ask } = await start(() => ({ then: (resolve: (value: unknown) => void) => resolve(decide()) }), [tool]);
      await expectAnswer(ask, tool, answers[tool]);
    },
  );

  it.each([
    [
      'throws',
      () => {
        throw new Error('the policy is down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the policy is down'))],
  ])('has the documented result if the strategy %s', async (_, decide) => {
    const { ask } = await start(decide, [tool]);
    await expectAnswer(ask, tool, tool === 'free' ? 'runs' : 'error');
  });
});

describe('a strategy that fails', () => {
  it('fails the turn with the tool, the reason and the cause', async () => {
    const cause = new Error('the policy is down');
    const { ask } = await start(() => Promise.reject(cause), ['gated']);
    await expect(failureOf(ask())).rejects.toMatchObject({
      name: 'ToolApprovalException',
      toolName: 'gated',
      message: 'The approval of "gated" failed: the policy is down. No call of this batch ran.',
      cause,
    });
  });

  it('stops the whole batch, including approved calls and calls that need no approval', async () => {
    let asked = 0;
    const decide = () => (asked++ === 0 ? ToolApprovalDecision.approve() : undefined);
    const { ask } = await start(decide, ['free', 'plain', 'gated']);
    await expect(failureOf(ask())).rejects.toThrow(ToolApprovalException);
    expect(ran).toEqual([]);
  });

  it.each([
    [
      'throws a value that is not an Error',
      () => {
        throw 'secret';
      },
      'the strategy threw a value that is not an Error',
    ],
    [
      'returns nothing',
      () => undefined,
      'the strategy returned undefined. Return ToolApprovalDecision.approve(), reject(reason), ask() or abstain()',
    ],
    [
      'asks',
      () => ToolApprovalDecision.ask(),
      'the strategy requires approval by a person, and no ApprovalStore is configured. Import SqlModule, provide ApprovalStore, or use createToolgate({ approval: { store } }) in place of ChatClient.create()',
    ],
    [
      'gives no reason',
      () => ({ type: 'reject' }),
      'it was rejected without a reason. Return ToolApprovalDecision.reject(reason)',
    ],
  ])('causes an error with the reason if it %s', async (_, decide, what) => {
    const { ask } = await start(decide, ['plain']);
    await expect(failureOf(ask())).rejects.toThrow(
      `The approval of "plain" failed: ${what}. No call of this batch ran.`,
    );
  });

  it.each(['throw', 'reject'])(
    'is named in the error with the tool, without arguments, with onError: %o',
    async (onError) => {
      class OfficeHours extends ToolApprovalStrategy {
        approve(): never {
          throw new Error('the calendar is down');
        }
      }
      const script = [callsTools(toolCall('gated', { card: '4111-1111' })), 'End.'];
      const options = { approval: { strategy: new OfficeHours(), onError: onError as 'throw' } };
      const { chat, logs } = await boot({ script, providers: [Desk], options });
      const error = await failureOf(chat.prompt('Go').tools(Desk).call().content()).catch(String);
      const told = onError === 'throw' ? String(error) : logs.join('\n');
      expect(told).toContain(
        onError === 'throw'
          ? 'The approval of "gated" failed: OfficeHours: the calendar is down. No call of this batch ran.'
          : 'The approval of "gated" failed, so the call is rejected: OfficeHours: the calendar is down.',
      );
      expect(told).not.toContain('4111');
    },
  );

  it("rejects the call instead with onError: 'reject', and the log contains the reason", async () => {
    const { ask, model, logs } = await start(() => Promise.reject(new Error('the policy is down')), ['free', 'gated'], {
      onError: 'reject',
    });
    await expect(ask()).resolves.toBe('End.');
    expect(ran).toEqual(['free']);
    expect(lastTexts(model)).toEqual(['Done', 'Tool execution was denied: its approval could not be decided']);
    expect(logs).toContainEqual(
      expect.stringContaining('The approval of "gated" failed, so the call is rejected: the policy is down.'),
    );
  });

  it.each(['approve', ''])('an invalid onError: "%s" stops start-up', async (onError) => {
    const starting = start(() => ToolApprovalDecision.approve(), ['gated'], { onError });
    await expect(starting).rejects.toThrow(`approval.onError is '${onError}'. Pass 'throw', 'reject' or 'ask'`);
  });

  it("stops start-up with onError: 'ask' without a store", async () => {
    const starting = start(() => ToolApprovalDecision.approve(), ['gated'], { onError: 'ask' });
    await expect(starting).rejects.toThrow('no ApprovalStore is configured');
  });
});

describe('an error of a strategy', () => {
  it.each(['throw', 'reject'] as const)('contains no argument (onError: %s)', async (onError) => {
    @Injectable()
    class Bank {
      @Tool({ description: 'Pays' })
      pay(_pin: string) {}
    }
    const { chat, model, logs } = await boot({
      script: [callsTools(toolCall('pay', { _pin: 'hunter2' })), 'End.'],
      providers: [Bank],
      options: { approval: { strategy: () => Promise.reject(new Error('the policy is down')), onError } },
    });
    const end = await chat
      .prompt('Go')
      .tools(Bank)
      .call()
      .content()
      .catch((error: Error) => error.message);
    const told = model.prompts.length > 1 ? lastTexts(model) : [];
    expect([end, ...logs, ...told].join()).not.toMatch(/hunter2|\.ts:\d/);
  });
});

describe('a strategy that does not decide', () => {
  afterEach(() => void vi.useRealTimers());

  const hang = async (timeouts: { readonly own?: number; readonly options?: number; readonly onError?: string }) => {
    class Slow extends ToolApprovalStrategy {
      override readonly timeoutMs = timeouts.own;

      approve() {
        return never;
      }
    }
    const { own: _, options: timeoutMs, ...approval } = timeouts;
    const { ask } = await start(() => undefined, ['gated'], { strategy: new Slow(), timeoutMs, ...approval });
    vi.useFakeTimers();
    let state = 'waiting';
    const answer = ask().then(
      (text) => (state = text),
      (error: Error) => (state = error.message),
    );
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return state;
    };
    return { after, answer };
  };

  it.each([
    ['10 s', {}, 10_000],
    ['the time in forRoot', { options: 50 }, 50],
    ['the time of the strategy, which precedes forRoot', { own: 20, options: 50 }, 20],
    ['a longer time of the strategy', { own: 60_000, options: 50 }, 60_000],
  ])('causes an error after %s', async (_, timeouts, ms) => {
    const { after } = await hang(timeouts);
    await expect(after(ms - 1)).resolves.toBe('waiting');
    await expect(after(1)).resolves.toContain(`it did not decide within ${ms} ms`);
    expect(ran).toEqual([]);
  });

  it.each([Infinity, 2 ** 31, 1e12])('may take %d ms', async (own) => {
    const { after } = await hang({ own });
    await expect(after(86_400_000)).resolves.toBe('waiting');
  });

  it("causes a rejection with onError: 'reject'", async () => {
    const { after } = await hang({ options: 50, onError: 'reject' });
    await expect(after(50)).resolves.toBe('End.');
    expect(ran).toEqual([]);
  });

  it('leaves no timer after it decides', async () => {
    const { ask } = await start(async () => ToolApprovalDecision.approve(), ['gated']);
    vi.useFakeTimers();
    await ask();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, -1, Number.NaN])('cannot start with timeoutMs: %o', async (timeoutMs) => {
    const starting = start(() => undefined, ['gated'], { timeoutMs });
    await expect(starting).rejects.toThrow(
      `approval.timeoutMs is ${timeoutMs}. Pass milliseconds above 0, or Infinity.`,
    );
  });
});

describe('a rejection', () => {
  it('is a result that the model reads and a program understands', async () => {
    const { ask, model } = await start(() => ToolApprovalDecision.reject('over 50', { limit: 50 }), ['gated']);
    await ask();
    expect(lastResults(model)).toEqual([
      {
        type: 'tool-result',
        toolCallId: 'call-gated',
        toolName: 'gated',
        output: { type: 'text', text: 'Tool execution was denied: over 50' },
        outcome: { type: 'denied', decision: 'reject', reason: 'over 50', metadata: { limit: 50 } },
      },
    ]);
  });

  it('states that no strategy decided, if the tool requires approval and the strategy abstains', async () => {
    const { ask, model } = await start(() => ToolApprovalDecision.abstain(), ['gated']);
    await ask();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: no strategy decided']);
  });

  it('carries its metadata as plain JSON', async () => {
    const at = new Date(0);
    const { ask, model } = await start(() => ({ type: 'reject', reason: 'no', metadata: { at } }), ['plain']);
    await ask();
    expect(lastResults(model)[0]!.outcome).toMatchObject({ metadata: { at: '1970-01-01T00:00:00.000Z' } });
  });

  it('with metadata that is not JSON is an error, and nothing runs', async () => {
    const { ask } = await start(() => ({ type: 'reject', reason: 'no', metadata: { n: 1n } }), ['plain']);
    await expect(failureOf(ask())).rejects.toThrow('JSON cannot carry a bigint');
    expect(ran).toEqual([]);
  });
});

describe('alwaysReject and alwaysApprove', () => {
  it('always reject, and always approve', async () => {
    const rejecting = await start(() => undefined, ['plain'], {
      strategy: ToolApprovalStrategy.alwaysReject('closed'),
    });
    await rejecting.ask();
    expect(lastTexts(rejecting.model)).toEqual(['Tool execution was denied: closed']);
    const approving = await start(() => undefined, ['gated'], { strategy: ToolApprovalStrategy.alwaysApprove() });
    await approving.ask();
    expect(ran).toEqual(['gated']);
  });
});
