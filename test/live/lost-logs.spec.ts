import { describe, expect, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { textOfParts } from '../chat/chat.fixture.js';
import { allOf } from './live.fixture.js';

const TEXT = 'The order is on its way.';
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }, 'c1'));

describe('a live turn whose parts were lost', () => {
  it('is followed in its saved run, if it has one', async () => {
    const { app, approvals } = await bootDesk(new ScriptedChatModel([refund, TEXT]), { liveTurns: { maxBytes: 1 } });
    const turn = app.get(ChatClient).prompt('Refund').tools(Desk).stream().live();
    expect(await turn.outcome()).toMatchObject({ status: 'suspended' });
    const { items } = await approvals.list({ runId: turn.runId });
    const approval = await approvals.get(items[0]?.id ?? '', { id: 'ada' });
    await approvals.decide(approval.id, yes(approval), { id: 'grace' });
    const parts = await allOf(turn.parts());
    expect(textOfParts(parts)).toBe(TEXT);
    expect(parts.map(({ type }) => type)).not.toContain('error');
    await app.close();
  });

  it('reports that it was aborted, if its saved run was canceled', async () => {
    const { app } = await bootDesk(new ScriptedChatModel([refund]), { liveTurns: { maxBytes: 1 } });
    const chat = app.get(ChatClient);
    const turn = chat.prompt('Refund').tools(Desk).stream().live();
    expect(await turn.outcome()).toMatchObject({ status: 'suspended' });
    await chat.abort(turn.runId, { id: 'ada' });
    const aborted = { type: 'error', kind: 'aborted', message: 'The turn was aborted.' };
    expect(await allOf(turn.parts())).toEqual([aborted]);
    await app.close();
  });
});
