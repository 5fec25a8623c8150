// #region declare
import {
  createToolgate,
  HumanApprovalStrategy,
  RequesterResolver,
  toolCallback,
  type ToolgateSettings,
} from 'toolgate';

const refunded: string[] = [];

const findOrder = toolCallback({
  name: 'findOrder',
  description: 'Look an order up by its number',
  inputSchema: { type: 'object', properties: { orderNumber: { type: 'string' } }, required: ['orderNumber'] },
  requiresApproval: false,
  call: ({ orderNumber }) => ({ orderNumber, status: 'shipped' }),
});

const refund = toolCallback({
  name: 'refund',
  description: 'Refund an order',
  inputSchema: { type: 'object', properties: { orderNumber: { type: 'string' } }, required: ['orderNumber'] },
  requiresApproval: true,
  call: ({ orderNumber }) => {
    refunded.push(String(orderNumber));
    return 'Refunded';
  },
});

class Requesters extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

const start = (settings: ToolgateSettings) =>
  createToolgate({ tools: [findOrder, refund], strategy: new HumanApprovalStrategy(), ...settings });
// #endregion

import { InMemoryApprovalStore } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

export const run = async (): Promise<unknown> => {
  const call = (name: string) => toolCall(name, { orderNumber: 'A-1042' });
  const model = new ScriptedChatModel([callsTools(call('findOrder')), callsTools(call('refund')), 'It is refunded.']);
  const settings = { store: new InMemoryApprovalStore(), requester: new Requesters(), worker: false };
  // #region use
  const { chat, approvals, close } = await start({ model, approval: settings });
  const turn = await chat.prompt('Refund A-1042').call().outcome();
  if (turn.status !== 'suspended') throw new Error('The refund must wait for a person.');
  const [approval] = turn.approvals;
  const { id, revision, argsHash } = approval!;
  await approvals.decide(id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, { id: 'grace' });
  const answer = await chat.resume(turn.runId).call().content();
  await close();
  // #endregion
  return { waited: turn.status, answer, refunded };
};
