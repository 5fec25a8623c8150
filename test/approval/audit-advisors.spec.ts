import { describe, expect, it } from 'vitest';
import { Advise, ChatClient } from 'toolgate';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  HIGHEST_PRECEDENCE,
} from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const seen: unknown[] = [];

@Advise({ order: HIGHEST_PRECEDENCE + 100 })
class Outside extends Advisor {
  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    seen.push(['outside', request.round, request.resumed]);
    return chain.next(request);
  }
}

@Advise({ order: HIGHEST_PRECEDENCE + 500 })
class Inside extends Advisor {
  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    seen.push(['inside', request.round, request.resumed]);
    return chain.next(request);
  }
}

describe('an advisor', () => {
  it.each(['call', 'stream'] as const)('sees whether its turn has waited when the turn resumes: %s', async (mode) => {
    seen.length = 0;
    const refund = toolCall('refund', { order: 'A-1', amount: 70 });
    const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
    const { app, approvals } = await bootDesk(model, {}, { providers: [Outside, Inside] });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund A-1').tools(Desk)[mode]());
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    expect(await chat.resume(runId)[mode]().outcome()).toMatchObject({ status: 'completed' });
    await app.close();
    expect(seen).toEqual([
      ['outside', 0, undefined],
      ['inside', 0, undefined],
      ['outside', 0, true],
      ['inside', 1, true],
    ]);
  });
});
