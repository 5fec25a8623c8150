import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { assistantMessage, type Message, userMessage } from 'toolgate/model';
import { ToolRegistry } from 'toolgate/tool';
import { approvedBatch } from './approvals.js';
import { boot, drain } from './boot.js';
import { compare, type Compared, printCompared, printComparison, type Work } from './compare.js';
import { handWritten } from './hand-written.js';
import { InProcessModel } from './in-process.model.js';
import { longStream, withAdvisors } from './more.js';
import { findOrder, toolsOf } from './tools-of.js';

Logger.overrideLogger(['error', 'warn']);

const MODES = ['call', 'stream'] as const;

interface Scenario {
  readonly mode: (typeof MODES)[number];
  readonly atOnce: number;
  readonly tools: number;
  /** How many messages come before the question. */
  readonly history: number;
}

const historyOf = (length: number): Message[] => [
  ...Array.from({ length }, (_, index) =>
    index % 2 === 0 ? userMessage(`Question ${index}`) : assistantMessage(`Answer ${index}`),
  ),
  userMessage('Where is my order A-1042?'),
];

const measure = async ({ mode, atOnce, tools, history }: Scenario): Promise<Compared> => {
  const model = new InProcessModel();
  const type = toolsOf(tools);
  const app = await boot({ model }, [type]);
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
  const compared = await compare(base, ours, atOnce);
  await app.close();
  return compared;
};

const SIZES = [1, 20, 200].flatMap((tools) => [0, 100].map((history) => ({ tools, history })));

// On a slow machine, V8 still compiles the loop after the warm-up of a row, so the first measurements do not count.
for (const mode of MODES) await measure({ mode, atOnce: 1, tools: 1, history: 0 });

printCompared('A prompt with one tool call', 'by hand');
for (const mode of MODES) {
  for (const atOnce of [1, 1000]) {
    for (const { tools, history } of SIZES) {
      const sent = `${tools} ${tools === 1 ? 'tool' : 'tools'}, ${history} messages`;
      const name = `${mode}, ${atOnce.toLocaleString('en')} at once, ${sent}`;
      printComparison(name, await measure({ mode, atOnce, tools, history }));
    }
  }
}

printCompared('An answer of 2,000 chunks', 'model alone');
printComparison('stream, 1 at once', await longStream(1));
printComparison('stream, 100 at once', await longStream(100));

printCompared('Memory and three advisors around a prompt', 'without', 'with');
for (const kind of ['around', 'generator'] as const) {
  for (const mode of MODES) printComparison(`${mode}, advisors of the kind ${kind}`, await withAdvisors(mode, kind));
}

printCompared('A prompt whose tool call is approved', 'no gate');
printComparison('call, with a strategy and a store', await approvedBatch());
