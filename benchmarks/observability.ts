import 'reflect-metadata';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolgateModule } from 'toolgate';
import { userMessage } from 'toolgate/model';
import { ObservabilityModule } from 'toolgate/observability';
import { drain } from './boot.js';
import { compare, printCompared, printComparison, type Work } from './compare.js';
import { droppingSdk } from './dropping-sdk.js';
import { spansByHand } from './observability/spans-by-hand.js';
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

printCompared('A prompt with one tool call, observed', 'no module', 'observed');
const [absent, there] = [await start(false), await start(true)];
const works = (mode: (typeof MODES)[number]) =>
  [asking(absent.get(ChatClient), mode), asking(there.get(ChatClient), mode)] as const;
for (const mode of MODES) printComparison(`${mode}, no SDK`, await compare(...works(mode), 1));
const sdk = droppingSdk();
for (const mode of MODES) {
  const how = { switches: { base: sdk.stop, ours: sdk.start }, warmMs: 2000 };
  printComparison(`${mode}, an SDK that drops spans and keeps metrics`, await compare(...works(mode), 1, how));
}

sdk.start();
printCompared('The SDK alone: the spans and measurements of such a call, by hand', 'by hand', 'observed');
printComparison('call', await compare(spansByHand(), works('call')[1], 1, { warmMs: 2000 }));
sdk.stop();
await sdk.close();
await Promise.all([absent.close(), there.close()]);
