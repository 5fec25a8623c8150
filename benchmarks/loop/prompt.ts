import 'reflect-metadata';
import { ChatClient } from 'toolgate';
import { assistantMessage, type Message, userMessage } from 'toolgate/model';
import { ToolRegistry } from 'toolgate/tool';
import { boot, drain } from '../boot.js';
import { compare, type Compared, type Work } from '../compare.js';
import { costsOf } from '../costs-of.js';
import { handWritten } from '../hand-written.js';
import { InProcessModel } from '../in-process.model.js';
import { findOrder, toolsOf } from '../tools-of.js';

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
  const prompt = () => chat.prompt({ messages, tools: [type] });
  const base = { call: () => loop.call(messages), stream: () => drain(loop.stream(messages)) };
  const ours = { call: () => prompt().call().content(), stream: () => drain(prompt().stream()) };
  // An application calls and streams. V8 compiles code that both use differently than for one of them alone.
  const works = [base, ours].flatMap((each) => MODES.map((name): { work: Work } => ({ work: each[name] })));
  await costsOf(works, { slices: 1, warmMs: 150 });
  const compared = await compare(base[mode], ours[mode], atOnce);
  await app.close();
  return compared;
};

const SIZES = [1, 20, 200].flatMap((tools) => [0, 100].map((history) => ({ tools, history })));

const nameOf = ({ mode, atOnce, tools, history }: Scenario): string =>
  `${mode}, ${atOnce.toLocaleString('en')} at once, ${tools} ${tools === 1 ? 'tool' : 'tools'}, ${history} messages`;

/** A prompt with one tool call, beside a loop written by hand. */
export const PROMPTS = Object.fromEntries(
  MODES.flatMap((mode) => [1, 1000].flatMap((atOnce) => SIZES.map((size) => ({ mode, atOnce, ...size })))).map(
    (scenario) => [nameOf(scenario), () => measure(scenario)],
  ),
);
