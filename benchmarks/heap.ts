import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { type Message, userMessage } from 'toolgate/model';
import { ToolRegistry } from 'toolgate/tool';
import { heldBySuspended } from './approvals.js';
import { boot, drain } from './boot.js';
import { handWritten } from './hand-written.js';
import { allocatedBy, heldBy, leftInOldSpaceBy, type Turns } from './heap/bytes-by.js';
import { WaitingModel } from './heap/waiting.model.js';
import { printRow, printTable } from './table.js';
import { findOrder, toolsOf } from './tools-of.js';

Logger.overrideLogger(['error', 'warn']);

const model = new WaitingModel();
const tools = toolsOf(1);
const app = await boot({ model }, [tools]);
const chat = app.get(ChatClient);
const definitions = app
  .get(ToolRegistry)
  .callbacks()
  .map(({ definition }) => definition);
const loop = handWritten({ model, definitions, run: findOrder });

const messages: readonly Message[] = [userMessage('Where is A-1042?')];
const prompt = () => chat.prompt({ messages, tools: [tools] });
const turns: Readonly<Record<string, readonly [base: () => Promise<unknown>, ours: () => Promise<unknown>]>> = {
  call: [() => loop.call(messages), () => prompt().call().content()],
  stream: [() => drain(loop.stream(messages)), () => drain(prompt().stream())],
};

printTable('Bytes of the heap by a turn with one tool call', ['', 'by hand', 'Toolgate']);
const measures: readonly (readonly [name: string, measure: (turns: Turns) => Promise<number>])[] = [
  ['held while it waits for its first answer', heldBy(1)],
  ['held while it waits for its second answer', heldBy(2)],
  ['allocated from start to end', allocatedBy],
  ['left in the old space after its end', leftInOldSpaceBy],
];
for (const [name, measure] of measures) {
  for (const [mode, [base, ours]] of Object.entries(turns)) {
    const bytes = [await measure({ model, start: base }), await measure({ model, start: ours })];
    printRow([`${mode}: ${name}`, ...bytes.map((each) => each.toFixed(0))]);
  }
}
await app.close();

printTable('Bytes of the heap by a turn that waits for a person', ['', 'Toolgate']);
printRow(['held in the process, with its run on SQLite', (await heldBySuspended(500)).toFixed(0)]);
