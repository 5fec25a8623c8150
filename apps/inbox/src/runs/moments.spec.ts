import { describe, expect, it } from 'vitest';
import type { EventSentence } from '../present/event-words.js';
import { momentsOf } from './moments.js';

const event = (at: string, text: string): EventSentence => ({ at, text, type: 'X', tone: 'step' });

describe('the moments of a run', () => {
  it('join the events of one second, oldest first', () => {
    const events = [
      event('2026-11-22T10:00:00.000Z', 'asked'),
      event('2026-11-22T10:00:00.900Z', 'waits'),
      event('2026-11-22T10:00:01.000Z', 'decided'),
      event('2026-11-22T12:00:00.000Z', 'resumed'),
    ];
    expect(momentsOf(events).map(({ events: some }) => some.map(({ text }) => text))).toEqual([
      ['asked', 'waits'],
      ['decided'],
      ['resumed'],
    ]);
  });
});
