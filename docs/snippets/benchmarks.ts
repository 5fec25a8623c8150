// #region declare
import { createToolgate, toolCallback } from 'toolgate';
import { assistantMessage, ChatModel, type ChatResponse, type ChatStream, type Prompt } from 'toolgate/model';

const findOrder = toolCallback({
  name: 'findOrder',
  description: 'Look an order up by its number',
  requiresApproval: false,
  call: ({ orderNumber }) => ({ orderNumber, status: 'paid' }),
});

const call = { type: 'tool-call', toolCallId: '1', toolName: 'findOrder', input: '{"orderNumber":"A-1042"}' } as const;

// Calls the tool, then answers, without any I/O.
class InstantModel extends ChatModel {
  async call({ messages }: Prompt): Promise<ChatResponse> {
    return messages.at(-1)?.role === 'user'
      ? { message: assistantMessage([call]), finishReason: { unified: 'tool-calls' }, usage: {} }
      : { message: assistantMessage('It is paid.'), finishReason: { unified: 'stop' }, usage: {} };
  }

  async *stream(prompt: Prompt): ChatStream {
    return this.call(prompt);
  }
}

async function measure(turns: number) {
  const { chat, close } = await createToolgate({ model: new InstantModel(), tools: [findOrder] });
  const ask = () => chat.prompt('Where is A-1042?').call().content();
  for (let turn = 0; turn < turns; turn++) await ask();

  const start = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) await ask();
  const { user, system } = process.cpuUsage(start);
  const answer = await ask();
  await close();
  return { answer, turns, microsecondsEach: (user + system) / turns };
}
// #endregion

export const run = async () => {
  const { answer, turns } = await measure(50);
  return { answer, turns };
};
