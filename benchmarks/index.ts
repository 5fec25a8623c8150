import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { assistantMessage, type Message, userMessage } from 'toolgate/model';
import { ToolRegistry } from 'toolgate/tool';
import { approvedBatch, heldBySuspended, onSqlite } from './approvals.js';
import { boot, drain } from './boot.js';
import { compare, type Work } from './compare.js';
import { handWritten } from './hand-written.js';
import { InProcessModel } from './in-process.model.js';
import { longStream, withAdvisors } from './more.js';
import { findOrder, toolsOf } from './tools-of.js';

Logger.overrideLogger(['error', 'warn']);

const historyOf = (length: number): Message[] => [
  ...Array.from({ length }, (_, index) =>
    index % 2 === 0 ? userMessage(`Question ${index}`) : assistantMessage(`Answer ${index}`),
  ),
  userMessage('Where is my order A-1042?'),
];

const scenario = async (tools: number, history: number, mode: 'call' | 'stream', atOnce: number) => {
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
  const result = await compare(base, ours, atOnce);
  await app.close();
  return result;
};

const print = (name: string, { base, ours, ratio }: Awaited<ReturnType<typeof compare>>): void =>
  console.log(
    `${name.padEnd(52)} ${String(base).padStart(9)} ${String(ours).padStart(9)} ${ratio.toFixed(2).padStart(7)} ×`,
  );

const title = (name: string, base: string, ours: string): void =>
  console.log(`\n${name.padEnd(52)} ${base.padStart(9)} ${ours.padStart(9)}   ratio`);

title('a prompt with one tool round trip, no I/O', 'by hand/s', 'ours/s');
const scenarios = (['call', 'stream'] as const).flatMap((mode) =>
  [1, 1000].flatMap((atOnce) =>
    [1, 20, 200].flatMap((tools) => [0, 100].map((history) => ({ mode, atOnce, tools, history }))),
  ),
);

for (const { mode, atOnce, tools, history } of scenarios) {
  const name = `${mode}, ${atOnce} at once, ${tools} tools, ${history} messages before`;
  print(name, await scenario(tools, history, mode, atOnce));
}

title('an answer of 2,000 chunks', 'model/s', 'ours/s');
print('stream, 1 at once', await longStream(1));
print('stream, 100 at once', await longStream(100));

title('memory and three advisors around a prompt', 'without/s', 'with/s');
for (const kind of ['around', 'generator'] as const) {
  for (const mode of ['call', 'stream'] as const) {
    const result = await withAdvisors(mode, kind);
    print(`${mode}, 1 at once, advisors of the kind ${kind}`, result);
    const [without, with_] = [1e6 / result.base, 1e6 / result.ours];
    console.log(`${''.padEnd(52)} ${`+ ${(with_ - without).toFixed(1)} µs a prompt`.padStart(19)}`);
  }
}

title('a prompt whose tool call is approved', 'no gate/s', 'ours/s');
const approved = await approvedBatch();
print('call, 1 at once, beside a store of approvals', approved);
console.log(
  `${''.padEnd(52)} ${`+ ${(1e6 / approved.ours - 1e6 / approved.base).toFixed(1)} µs a prompt`.padStart(19)}`,
);

title('turns that wait for a person, on SQLite', 'SQL/s', 'ours/s');
const { suspended, whole } = await onSqlite();
print('suspended', suspended);
print('suspended, decided, resumed and completed', whole);
console.log(
  `${'held in the process by a suspended run'.padEnd(52)} ${`${await heldBySuspended(500)} bytes`.padStart(19)}`,
);
