import 'reflect-metadata';
import { Logger, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { assistantMessage, type Message, userMessage } from 'toolgate/model';
import { ToolRegistry } from 'toolgate/tool';
import { compare, type Work } from './compare.js';
import { handWritten } from './hand-written.js';
import { InProcessModel } from './in-process.model.js';
import { findOrder, toolsOf } from './tools-of.js';

Logger.overrideLogger(['error', 'warn']);

const historyOf = (length: number): Message[] => [
  ...Array.from({ length }, (_, index) =>
    index % 2 === 0 ? userMessage(`Question ${index}`) : assistantMessage(`Answer ${index}`),
  ),
  userMessage('Where is my order A-1042?'),
];

const boot = async (tools: Type, model: InProcessModel) => {
  @Module({
    imports: [ToolgateModule.forRoot({ model })],
    providers: [
      tools,
      { provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.of(() => ToolApprovalDecision.approve()) },
    ],
  })
  class App {}
  return NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
};

const drain = async (parts: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of parts) count++;
  return count;
};

const scenario = async (tools: number, history: number, mode: 'call' | 'stream', atOnce: number) => {
  const model = new InProcessModel();
  const type = toolsOf(tools);
  const app = await boot(type, model);
  const chat = app.get(ChatClient);
  const definitions = app
    .get(ToolRegistry)
    .callbacks()
    .map(({ definition }) => definition);
  const loop = handWritten({ model, definitions, run: findOrder });
  const messages = historyOf(history);
  const base: Work = mode === 'call' ? () => loop.call(messages) : () => drain(loop.stream(messages));
  const prompt = () => chat.prompt({ messages, tools: [type] });
  const ours: Work = mode === 'call' ? () => prompt().call().content() : () => drain(prompt().stream());
  const result = await compare(base, ours, atOnce);
  await app.close();
  return result;
};

const print = (name: string, { base, ours, ratio }: Awaited<ReturnType<typeof compare>>): void =>
  console.log(
    `${name.padEnd(52)} ${String(base).padStart(9)} ${String(ours).padStart(9)} ${ratio.toFixed(2).padStart(7)} ×`,
  );

console.log(
  `${'a prompt with one tool round trip, no I/O'.padEnd(52)} ${'by hand/s'.padStart(9)} ${'ours/s'.padStart(9)}   ratio`,
);
const scenarios = (['call', 'stream'] as const).flatMap((mode) =>
  [1, 1000].flatMap((atOnce) =>
    [1, 20, 200].flatMap((tools) => [0, 100].map((history) => ({ mode, atOnce, tools, history }))),
  ),
);

for (const { mode, atOnce, tools, history } of scenarios) {
  const name = `${mode}, ${atOnce} at once, ${tools} tools, ${history} messages before`;
  print(name, await scenario(tools, history, mode, atOnce));
}
