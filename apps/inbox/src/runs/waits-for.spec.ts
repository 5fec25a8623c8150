import { describe, expect, it } from 'vitest';
import type { ListedRunBody, RunSlotBody } from 'toolgate/http/client';
import { en } from '../texts/en.js';
import { hasUnknown, stateOf, waitsFor } from './waits-for.js';

const slot = (toolName: string, more: Partial<RunSlotBody> = {}): RunSlotBody => ({
  index: 0,
  toolCallId: 'c',
  toolName,
  state: 'ready',
  attempt: 0,
  ...more,
});

const run = (more: Partial<ListedRunBody>): ListedRunBody => ({
  id: 'r',
  kind: 'turn',
  status: 'suspended',
  tenant: 'acme',
  client: 'default',
  requester: 'maria',
  version: 1,
  round: 0,
  slots: [],
  hasEffects: false,
  createdAt: '',
  updatedAt: '',
  failures: 0,
  ...more,
});

const words = (more: Partial<ListedRunBody>): string => waitsFor(run(more), en.runs);

describe('what a run waits for', () => {
  it('is a decision on the calls that require one', () => {
    const slots = [slot('sendEmail', { approvalId: 'a' }), slot('findOrder')];
    expect(words({ slots })).toBe('Waits for a decision on Send email');
    expect(slots.map((one) => stateOf(one, run({ slots })))).toEqual(['waits', 'ready']);
  });

  it('is the outcome of a lost call before anything else', () => {
    const slots = [slot('payOut', { state: 'unknown', approvalId: 'a' }), slot('sendEmail', { approvalId: 'b' })];
    expect(words({ slots, failures: 2 })).toBe('Waits for the outcome of Pay out');
    expect(hasUnknown({ slots })).toBe(true);
  });

  it('is the agent inside a call', () => {
    const slots = [slot('askBilling', { state: 'waiting', innerRunId: 'i' }), slot('findOrder', { state: 'done' })];
    expect(words({ slots })).toBe('Waits for the agent in Ask billing');
    expect(slots.map((one) => stateOf(one, run({ slots })))).toEqual(['waiting', 'done']);
  });

  it('is a worker after the last decision', () => {
    const slots = [slot('refund', { approvalId: 'a' })];
    expect(words({ slots, settledAt: '2026' })).toBe('Everything is decided. A worker resumes the run.');
    expect(words({ slots, settledAt: '2026', failures: 1 })).toBe('1 attempt failed. Another one follows.');
    expect(stateOf(slots[0]!, run({ settledAt: '2026' }))).toBe('ready');
  });

  it('is nothing after the end', () => {
    expect([words({ status: 'completed' }), words({ status: 'failed' })]).toEqual([
      'Ended with an answer',
      'Failed for good',
    ]);
  });
});
