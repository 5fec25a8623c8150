// #region declare
import { clientTool, createToolgate, InMemoryApprovalStore, RequesterResolver, type ChatModel } from 'toolgate';
import { z } from 'zod';

const locate = clientTool({
  name: 'locate',
  description: 'Where the user is',
  outputSchema: z.object({ city: z.string() }),
  expiresInMs: 60_000,
});

class Requesters extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

const start = (model: ChatModel) =>
  createToolgate({
    model,
    tools: [locate],
    approval: { store: new InMemoryApprovalStore(), requester: new Requesters() },
  });
// #endregion

import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([callsTools(toolCall('locate')), 'It is sunny in Rome.']);
  // #region use
  const { chat, approvals, close } = await start(model);
  const turn = await chat.prompt('How is the weather here?').call().outcome();
  if (turn.status !== 'suspended') throw new Error('The turn must wait for its requester.');
  const { id, toolName, arguments: input, revision, argsHash } = turn.approvals[0]!;
  const ada = { id: 'ada' };
  const response = { city: 'Rome' };
  await approvals.decide(id, { decisionId: 'd-1', decision: 'respond', revision, argsHash, response }, ada);
  const answer = await chat.resume(turn.runId).call().content();
  await close();
  // #endregion
  return { asked: [toolName, input], answer };
};
