import { Logger } from '@nestjs/common';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '@opentelemetry/api';
import { TURN_WATCH } from '#chat';
import { type Advisor, type ChatTurn, watched } from 'toolgate/chat';
import { ToolContext } from 'toolgate/tool';
import { TurnSpans, advisorNameOf } from './turn-spans.js';
import { Telemetry } from '../telemetry/telemetry.js';

const watchedTurn = (): ChatTurn => {
  const options = { toolContent: false, messageContent: false, approvalReason: false, redact: (text: string) => text };
  const turn = { context: new ToolContext() } as ChatTurn;
  const telemetry = new Telemetry(api, options);
  // A turn asks this first, which finds the tracer.
  expect(telemetry.isOn).toBe(false);
  TURN_WATCH.set(turn, new TurnSpans(telemetry, turn, { advisors: [] } as never));
  return turn;
};

// What cannot be recorded is logged.
beforeAll(() => Logger.overrideLogger(false));

describe('an observed part of a turn', () => {
  const part = { name: 'search_tools', family: 'tool_search' } as const;

  it('returns the result of its work, synchronously or asynchronously', async () => {
    const turn = watchedTurn();
    expect(watched(turn, part, () => 3)).toBe(3);
    await expect(watched(turn, part, async () => 3)).resolves.toBe(3);
    await expect(watched(turn, part, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    const fails = (): number => {
      throw new Error('down');
    };
    expect(() => watched(turn, part, fails)).toThrow('down');
  });

  it('returns the result even if it cannot be recorded', async () => {
    const resultAttributes = (): never => {
      throw new Error('unreadable');
    };
    expect(watched(watchedTurn(), { ...part, resultAttributes }, () => 3)).toBe(3);
    await expect(watched(watchedTurn(), { ...part, resultAttributes }, async () => 3)).resolves.toBe(3);
  });

  it('starts its work once, although the work returns a thenable that starts again with each await', async () => {
    let begun = 0;
    const lazy = {
      // oxlint-disable-next-line unicorn/no-thenable
      then: (done: (value: number) => unknown) => Promise.resolve(++begun).then(done),
    } as unknown as Promise<number>;
    expect(await watched(watchedTurn(), part, () => lazy)).toBe(1);
    expect(begun).toBe(1);
  });
});

describe('advisorNameOf', () => {
  it.each([
    ['MessageChatMemoryAdvisor', 'message_chat_memory'],
    ['SafeGuardAroundAdvisor', 'safe_guard'],
    ['HTTPHeaderAdvisor', 'http_header'],
    ['Retry2Advisor', 'retry2'],
    ['Stopwatch', 'stopwatch'],
    ['Advisor', 'advisor'],
    ['', ''],
  ])('%s is %s', (name, words) => {
    const type = { [name]: class {} }[name]!;
    expect(advisorNameOf(new type() as Advisor)).toBe(words);
  });
});
