import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ChatClient, Tool, ToolApprovalDecision, ToolParam } from 'toolgate';
import { type Approve, InMemoryApprovalStore } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { lastResults } from '../story.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

@Injectable()
class Post {
  begun = 0;

  @Tool({ description: 'Sends a letter', idempotent: true })
  send(@ToolParam() to: string): Promise<string> {
    this.begun++;
    return new Promise(() => void to);
  }
}

describe('a call that may be started again, and whose process was lost', () => {
  it('is never reported as denied if a policy prevents its restart, because it may have had its effect', async () => {
    let now = 0;
    const store = new InMemoryApprovalStore(() => now);
    const strategy: Approve = (_tool, _args, { phase }) =>
      phase === 'resume' && now > 0 ? ToolApprovalDecision.reject('not any more') : ToolApprovalDecision.ask();
    const model = new ScriptedChatModel([callsTools(toolCall('send', { to: 'Ada' })), 'I do not know.']);
    const { app, approvals } = await bootDesk(
      model,
      { store, approval: { strategy, shutdownMs: 1 } },
      { providers: [Post] },
    );
    const chat = app.get(ChatClient);
    const { first, runId } = await waits(chat.prompt('Write to Ada').tools(Post).call());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    chat
      .resume(runId)
      .call()
      .outcome()
      .catch(() => {});
    while ((await approvals.get(first.id)).status !== 'EXECUTING') await new Promise(setImmediate);
    now += 60_000;
    expect(await chat.resume(runId).call().content()).toBe('I do not know.');
    expect(lastResults(model)).toMatchObject([{ outcome: { type: 'unknown' } }]);
    expect(app.get(Post).begun).toBe(1);
    await app.close();
  });
});
