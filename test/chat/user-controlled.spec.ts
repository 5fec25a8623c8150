import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { firstValueFrom } from 'rxjs';
import { ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { ChatMemory } from 'toolgate/memory';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolCallLimitExceededException } from 'toolgate/tool';
import { CallLoop, ModelLoop, Orders, StreamLoop } from '../../docs/snippets/user-controlled-execution.js';
import { deferred, keepLogs, lastTexts, settled } from '../story.fixture.js';
import { rejectionOf } from './chat.fixture.js';

let app: INestApplication;

const start = async (model: ScriptedChatModel, options: ToolgateModuleOptions = {}) => {
  const strategy = ToolApprovalStrategy.of((_, { orderNumber }) =>
    orderNumber === 'A-1' ? ToolApprovalDecision.reject('over the limit') : ToolApprovalDecision.approve(),
  );
  const tested = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model, ...options })],
    controllers: [StreamLoop],
    providers: [Orders, CallLoop, ModelLoop, { provide: ToolApprovalStrategy, useValue: strategy }],
  })
    .setLogger(keepLogs())
    .compile();
  app = tested.createNestApplication({ forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return { model, orders: app.get(Orders), url: `http://127.0.0.1:${port}/answers` };
};

afterEach(() => app.close());

const refund = (orderNumber: string, id?: string) => toolCall('refund', { orderNumber }, id);
const twoRefunds = (): ScriptedAnswer[] => [
  callsTools('Let me try. ', toolCall('findOrder', { orderNumber: 'A-2' }), refund('A-1'), refund('A-2', 'again')),
  'One of two.',
];

const read = async (url: string): Promise<string> => {
  const text = await (await fetch(`${url}/refund`)).text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, piece]) => piece).join('');
};

describe.each<[string, (url: string) => Promise<string>, string]>([
  ['a client that is called', () => app.get(CallLoop).answer('refund'), 'One of two.'],
  ['a client that is streamed to a browser', read, 'Let me try. One of two.'],
  ['a model and a memory', () => app.get(ModelLoop).answer('refund', 'c-1', 't-1'), 'One of two.'],
])('a custom tool loop around %s', (_, answer, text) => {
  it('passes the gate: rejected calls do not run, and approved calls run', async () => {
    const { model, orders, url } = await start(new ScriptedChatModel(twoRefunds()));
    expect(await answer(url)).toBe(text);
    expect(orders.refunded).toEqual(['A-2']);
    expect(lastTexts(model)).toEqual([
      '{"orderNumber":"A-2","status":"shipped"}',
      'Tool execution was denied: over the limit',
      'Done',
    ]);
    expect(model.prompts.map(({ messages, tools }) => [messages.length, tools?.length])).toEqual([
      [1, 2],
      [3, 2],
    ]);
  });

  it('works the same if the application disables the built-in loop', async () => {
    const { orders, url } = await start(new ScriptedChatModel(twoRefunds()), { toolCalling: { enabled: false } });
    expect(await answer(url)).toBe(text);
    expect(orders.refunded).toEqual(['A-2']);
  });
});

describe('a custom tool loop', () => {
  it('stops at the limits of the application', async () => {
    const script = Array.from({ length: 4 }, () => callsTools(refund('A-2')));
    const { orders } = await start(new ScriptedChatModel(script), { toolCalling: { limits: { callsPerTool: 2 } } });
    const error = await rejectionOf(app.get(CallLoop).answer('refund'));
    expect(error).toBeInstanceOf(ToolCallLimitExceededException);
    expect(orders.refunded).toEqual(['A-2', 'A-2']);
  });

  it('streams the model’s text to a browser, and runs tools after the answer is complete', async () => {
    const browserSawSome = deferred();
    const beforePart = (_: unknown, index: number) => (index === 2 ? browserSawSome.promise : undefined);
    const { orders, url } = await start(new ScriptedChatModel(twoRefunds(), { beforePart }));
    const response = await fetch(`${url}/refund`);
    let text = '';
    const refunded: number[] = [];
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (!text.includes('data: me')) continue;
      refunded.push(orders.refunded.length);
      browserSawSome.resolve();
    }
    expect(refunded[0]).toBe(0);
    expect(orders.refunded).toEqual(['A-2']);
  });

  it('sends no further request after its reader has left', async () => {
    const { model } = await start(new ScriptedChatModel(twoRefunds()));
    await firstValueFrom(app.get(StreamLoop).answer('refund'));
    await settled();
    expect([model.prompts.length, model.aborted]).toEqual([1, 1]);
  });

  it('remembers messages and results, and sends them in the next turn', async () => {
    const { model } = await start(new ScriptedChatModel([...twoRefunds(), 'As I said.']));
    const loop = app.get(ModelLoop);
    await loop.answer('refund', 'c-1', 't-1');
    await loop.answer('And?', 'c-1', 't-2');
    expect(model.prompts.at(-1)!.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(await app.get(ChatMemory).get('c-1')).toHaveLength(6);
  });
});
