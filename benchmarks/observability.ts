import 'reflect-metadata';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolgateModule } from 'toolgate';
import { userMessage } from 'toolgate/model';
import { ObservabilityModule } from 'toolgate/observability';
import { drain } from './boot.js';
import { compare, type Work } from './compare.js';
import { droppingSdk } from './dropping-sdk.js';
import { InProcessModel } from './in-process.model.js';
import { toolsOf } from './tools-of.js';

Logger.overrideLogger(['error', 'warn']);

const tools = toolsOf(1);
const MODES = ['call', 'stream'] as const;

const start = async (observed: boolean) => {
  @Module({
    imports: [
      ToolgateModule.forRoot({ model: new InProcessModel() }),
      ...(observed ? [ObservabilityModule.forRoot({})] : []),
    ],
    providers: [tools],
  })
  class App {}
  return NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
};

const asking =
  (chat: ChatClient, mode: (typeof MODES)[number]): Work =>
  () => {
    const prompt = chat.prompt({ messages: [userMessage('Where is A-1042?')], tools: [tools] });
    return mode === 'call' ? prompt.call().content() : drain(prompt.stream());
  };

const print = (name: string, { base, ours, ratio }: Awaited<ReturnType<typeof compare>>): void => {
  const added = 1e6 / ours - 1e6 / base;
  console.log(
    `${name.padEnd(52)} ${String(base).padStart(9)} ${String(ours).padStart(9)} ${ratio.toFixed(2).padStart(7)} ×`,
  );
  console.log(`${''.padEnd(52)} ${`${added < 0 ? '-' : '+'} ${Math.abs(added).toFixed(1)} µs a prompt`.padStart(19)}`);
};

console.log(
  `\n${'a prompt with one tool round trip, observed'.padEnd(52)} ${'absent/s'.padStart(9)} ${'there/s'.padStart(9)}   ratio`,
);
const [absent, there] = [await start(false), await start(true)];
const works = (mode: (typeof MODES)[number]) =>
  [asking(absent.get(ChatClient), mode), asking(there.get(ChatClient), mode)] as const;
for (const mode of MODES) print(`${mode}, no SDK`, await compare(...works(mode), 1));
const sdk = droppingSdk();
for (const mode of MODES) {
  const switches = { base: sdk.stop, ours: sdk.start };
  print(`${mode}, an SDK that drops spans and keeps metrics`, await compare(...works(mode), 1, switches));
}
sdk.stop();
await sdk.close();
await Promise.all([absent.close(), there.close()]);
