import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { ChatModel } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { AppModule } from './chat-from-nothing/app.module.js';

interface Chunk {
  readonly type: string;
  readonly approvalId?: string;
  readonly output?: unknown;
  readonly delta?: string;
}

/** Starts the server of the page with a script instead of the provider, so that it needs no key. */
const startServer = async () => {
  const script = [callsTools(toolCall('refund', { orderNumber: 'A-1043', amount: 80 })), 'I refunded 80 of A-1043.'];
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(ChatModel)
    .useValue(new ScriptedChatModel(script, { chunkSize: 100 }))
    .compile();
  const app = module.createNestApplication({ logger: false, forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
  return app;
};

const chunksOf = async (response: Response): Promise<readonly Chunk[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Chunk);

export const run = async (): Promise<unknown> => {
  process.env['OPENAI_API_KEY'] ??= 'none';
  process.env['NODE_ENV'] = 'development';
  const server = await startServer();
  const send = async (message: object) => {
    const body = JSON.stringify({ id: 'first', trigger: 'submit-message', messages: [message] });
    const headers = { 'content-type': 'application/json' };
    return chunksOf(
      await fetch(`http://127.0.0.1:${(server.getHttpServer().address() as AddressInfo).port}/api/chat`, {
        method: 'POST',
        headers,
        body,
      }),
    );
  };
  const asked = await send({ role: 'user', parts: [{ type: 'text', text: 'Refund 80 of A-1043' }] });
  const approval = { id: asked.find(({ type }) => type === 'tool-approval-request')?.approvalId, approved: true };
  const answered = await send({ role: 'assistant', parts: [{ state: 'approval-responded', approval }] });
  await server.close();
  return answered.flatMap(({ output, delta }) => output ?? delta ?? []);
};
