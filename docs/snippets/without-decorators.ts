// #region declare
import {
  createToolgate,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  toolCallback,
} from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

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

// Answers from a script, so that this runs without a key.
const model = new ScriptedChatModel([
  callsTools(toolCall('findOrder', { orderNumber: 'A-1042' })),
  callsTools(toolCall('refund', { orderNumber: 'A-1042' })),
  'It is refunded.',
]);

const start = () =>
  createToolgate({
    model,
    tools: [findOrder, refund],
    strategy: new HumanApprovalStrategy(),
    approval: { store: new InMemoryApprovalStore(), requester: new Requesters(), worker: false },
  });
// #endregion

// #region use
async function main() {
  const { chat, approvals, close } = await start();
  const turn = await chat.prompt('Refund A-1042').call().outcome();
  if (turn.status !== 'suspended') throw new Error('The refund must wait for a person.');
  const [approval] = turn.approvals;
  const { id, revision, argsHash } = approval!;
  await approvals.decide(id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, { id: 'grace' });
  const answer = await chat.resume(turn.runId).call().content();
  await close();
  return { waited: turn.status, answer, refunded };
}

const result = main();
void result.then(console.log);
// #endregion

// #region vectors
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import { HashEmbeddingModel } from 'toolgate/testing';

async function search() {
  const { get, close } = await createToolgate({
    model,
    memory: true,
    // Needs no key. For a real one: aiSdkEmbeddingModel(openai.embedding('text-embedding-3-small'))
    providers: [{ provide: EmbeddingModel, useValue: new HashEmbeddingModel() }],
  });
  const store = get(VectorStore);
  await store.add([{ id: 'faq-1', text: 'We ship on Mondays.' }]);
  const [nearest] = await store.search({ text: 'When do you ship?', topK: 1 });
  await close();
  return nearest?.text;
}
// #endregion

export const run = async (): Promise<unknown> => {
  if ((await search()) !== 'We ship on Mondays.') throw new Error('The store must find its document.');
  return result;
};
