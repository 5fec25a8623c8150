import { describe, expect, it } from 'vitest';
import { ToolContext } from 'toolgate/tool';
import { idsForLog } from './ids-for-log.js';

describe('idsForLog', () => {
  it('contains the ids that exist, and leaves out the others', () => {
    expect(idsForLog({ runId: '1f', call: { toolCallId: 'c-1' }, conversation: '42' })).toBe(
      '(run 1f, call c-1, conversation 42)',
    );
    expect(idsForLog({ conversation: '42' })).toBe('(conversation 42)');
    expect(idsForLog({})).toBe('');
  });

  it('takes them from the context of a turn or a call', () => {
    const turn = new ToolContext({ runId: '1f', conversation: '42' });
    const call = new ToolContext({ turn, call: { toolCallId: 'c-1', toolName: 'find', index: 0, round: 0 } });
    expect(idsForLog(turn)).toBe('(run 1f, conversation 42)');
    expect(idsForLog(call)).toBe('(run 1f, call c-1)');
  });

  it('returns one short line for any id', () => {
    const line = idsForLog({
      runId: '1f',
      call: { toolCallId: 'c\n[Nest] LOG all is well\u2028' },
      conversation: 'x'.repeat(1000),
    });
    expect(line).toBe(`(run 1f, call c\\n[Nest] LOG all is well\\u2028, conversation ${'x'.repeat(100)})`);
  });
});
