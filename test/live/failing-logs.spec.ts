import { describe, expect, it, vi } from 'vitest';
import { ChatClient } from 'toolgate';
import { InMemoryTurnLog, type OpenedTurn, TurnLog, type TurnLogWriter } from 'toolgate/chat';
import { ScriptedChatModel } from 'toolgate/testing';
import { bootDesk } from '../approval/approval.fixture.js';
import { deferred } from '../story.fixture.js';
import { allOf, loggedLines } from './live.fixture.js';

type Step = 'open' | 'append' | 'end';
type Failure = 'throws' | 'rejects' | 'hangs';

const TEXT = 'The order is on its way.';
const never = (): Promise<never> => new Promise(() => {});
const steps: readonly Step[] = ['open', 'append', 'end'];
const failures: readonly Failure[] = ['throws', 'rejects', 'hangs'];

const fail = (how: Failure): Promise<never> => {
  if (how === 'throws') throw new Error('The disk is full.');
  return how === 'rejects' ? Promise.reject(new Error('The disk is full.')) : never();
};

/** A log that fails at one of its steps. */
class FailingTurnLog extends InMemoryTurnLog {
  constructor(
    private readonly step: Step,
    private readonly how: Failure,
  ) {
    super();
  }

  override open(run: string, turn: OpenedTurn): TurnLogWriter {
    if (this.step === 'open') return fail(this.how) as never;
    const writer = super.open(run, turn);
    const { step } = this;
    return { ...writer, [step]: () => fail(this.how) };
  }
}

/** A log that opens its turns only after `open()`. */
class SlowTurnLog extends InMemoryTurnLog {
  readonly slow = deferred<void>();

  override open(run: string, turn: OpenedTurn): TurnLogWriter {
    return this.slow.promise.then(() => super.open(run, turn)) as never;
  }
}

describe('a log that opens a turn after its writer has given up', () => {
  it('gives up the turn too, so that no reader and no conversation waits for it', async () => {
    const log = new SlowTurnLog();
    const gate = deferred<void>();
    const model = new ScriptedChatModel([TEXT], { beforePart: () => gate.promise });
    const { app } = await bootDesk(model, {}, { providers: [{ provide: TurnLog, useValue: log }] });
    const chat = app.get(ChatClient);
    loggedLines();
    vi.useFakeTimers();
    try {
      const turn = chat.prompt('Hi').conversation('c-1').stream().live();
      await vi.advanceTimersByTimeAsync(10_000);
      log.slow.resolve();
      await vi.advanceTimersByTimeAsync(0);
      expect(log.find(turn.runId)).toMatchObject({ isOpen: false });
      expect(await chat.active('c-1')).toBeUndefined();
      gate.resolve();
      expect(await turn.outcome()).toMatchObject({ status: 'completed', content: TEXT });
    } finally {
      vi.useRealTimers();
    }
    await app.close();
  });
});

describe('a log that cannot be read', () => {
  it('is reported to the reader without its reason, which is logged, and the turn continues', async () => {
    const log = new InMemoryTurnLog();
    const providers = [{ provide: TurnLog, useValue: log }];
    const { app } = await bootDesk(new ScriptedChatModel([TEXT]), {}, { providers });
    const lines = loggedLines();
    Object.assign(log, { read: () => ({ next: () => Promise.reject(new Error('The row is damaged.')) }) });
    const turn = app.get(ChatClient).prompt('Hi').stream().live();
    expect(await allOf(turn.parts())).toEqual([{ type: 'error', kind: 'lost', message: expect.any(String) }]);
    expect(await turn.outcome()).toMatchObject({ status: 'completed', content: TEXT });
    expect(lines).toEqual([expect.stringMatching(/cannot be read.*The row is damaged\..*\(run /)]);
    await app.close();
  });
});

describe.each(steps)('a log that fails at %s', (step) => {
  it.each(failures)('and %s never fails a turn, and is logged once', async (how) => {
    const { app } = await bootDesk(
      new ScriptedChatModel([TEXT]),
      {},
      {
        providers: [{ provide: TurnLog, useValue: new FailingTurnLog(step, how) }],
      },
    );
    const lines = loggedLines();
    vi.useFakeTimers();
    try {
      const turn = app.get(ChatClient).prompt('Hi').stream().live();
      expect(await turn.outcome()).toMatchObject({ status: 'completed', content: TEXT });
      await new Promise((resolve) => setImmediate(resolve));
      if (how === 'hangs') await vi.advanceTimersByTimeAsync(10_000);
      expect(lines).toEqual([expect.stringContaining('The parts of a live turn cannot be saved')]);
      expect(lines[0]).toContain(turn.runId);
      const parts = await allOf(turn.parts());
      expect(parts.at(-1)).toEqual({ type: 'error', kind: 'lost', message: 'The turn was lost before its end.' });
    } finally {
      vi.useRealTimers();
    }
    await app.close();
  });
});
