import { describe, expect, it } from 'vitest';
import type { StreamPart } from 'toolgate/model';
import { earlierParts } from './earlier-parts.js';

const call = (round: number): StreamPart => ({
  type: 'tool-call',
  toolCallId: 'c1',
  toolName: 'find',
  input: '{}',
  round,
});
const result = (round: number): StreamPart => ({
  type: 'tool-result',
  toolCallId: 'c1',
  toolName: 'find',
  output: { type: 'text', text: 'found' },
  outcome: { type: 'success' },
  round,
});
const text = (round: number): StreamPart => ({ type: 'text-delta', id: '0', delta: 'Done.', round });
const turn = [call(0), result(0), call(1), result(1), text(2)];

describe('the parts before the first part of a stream', () => {
  it.each([
    ['an answer', text(2), turn.slice(0, 4)],
    ['a result', result(1), turn.slice(0, 3)],
    ['the first answer of a turn', text(0), []],
  ])('that begins with %s', (_, first, earlier) => {
    expect(earlierParts(first, turn)).toEqual(earlier);
  });
});
