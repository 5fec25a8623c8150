import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStepCount, type LanguageModel, streamText, tool } from 'ai';
import { GatedCalls } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { aiSdkToolsModule, type GatedAiSdkTools, gateAiSdkTools } from 'toolgate/ai-sdk/tools';
import { SqlModule } from 'toolgate/sql';
import { z } from 'zod';
import { Asker, USER } from '../asker.js';
import { boot, drain } from '../boot.js';
import { compare } from '../compare.js';
import { InProcessModel } from '../in-process.model.js';
import { findOrder } from '../tools-of.js';

const WORDS = 'Order A-1042 was paid on Monday and it will be with you on Thursday, have a good day.'.split(/(?<= )/);
const INPUT = JSON.stringify({ orderNumber: 'A-1042' });
const CALL = { type: 'tool-call', toolCallId: 'call-1', toolName: 'findOrder', input: INPUT };
const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const ANSWER = [
  { type: 'text-start', id: '0' },
  ...WORDS.map((delta) => ({ type: 'text-delta', id: '0', delta })),
  { type: 'text-end', id: '0' },
];

/** Calls one tool, then answers; no I/O. */
const model = {
  specificationVersion: 'v4',
  provider: 'fake',
  modelId: 'fake',
  supportedUrls: {},
  async doStream({ prompt }: { prompt: readonly { readonly role: string }[] }) {
    const isFirst = prompt.at(-1)!.role === 'user';
    const finishReason = { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined };
    const parts = [
      { type: 'stream-start', warnings: [] },
      ...(isFirst ? [CALL] : ANSWER),
      { type: 'finish', usage: USAGE, finishReason },
    ];
    return { stream: ReadableStream.from(parts) };
  },
} as unknown as LanguageModel;

const tools = {
  findOrder: tool({
    description: 'Looks an order up',
    inputSchema: z.object({ orderNumber: z.string() }),
    execute: async ({ orderNumber }) => findOrder(orderNumber),
  }),
};

const answer = (
  given: Pick<Parameters<typeof streamText<typeof tools>>[0], 'toolApproval'> & { tools: typeof tools },
) => drain(streamText({ model, prompt: 'Where is order A-1042?', stopWhen: isStepCount(5), ...given }).textStream);

/** A turn takes milliseconds, and the difference is a tenth: many slices find the machine in the same state. */
const SLOW = { warmMs: 6000, sliceMs: 20, slices: 150 };

const bootLoop = (file?: string) => {
  const requester = new Asker();
  const approval = file === undefined ? { requester, store: new InMemoryApprovalStore() } : { requester };
  const sql = file === undefined ? [] : [SqlModule.forRoot({ sqlite: { file } })];
  return boot(
    { model: new InProcessModel(), approval: { ...approval, worker: false } },
    [],
    [aiSdkToolsModule({ tools }), ...sql],
  );
};

/** The calls after which V8 has compiled the gate. */
const COMPILED = 20_000;

/** The number of turns. Each has a conversation of its own, because a conversation stores a record of each call. */
let turns = 0;

/** Makes the gate of a turn. */
type Gating = () => GatedAiSdkTools<typeof tools>;

const gating =
  (gated: GatedCalls, wait: 'inline' | 'client'): Gating =>
  () =>
    gateAiSdkTools(tools, gated, { requester: USER, conversation: `c-${(turns += 1)}`, wait });

type Approval = NonNullable<GatedAiSdkTools<typeof tools>['toolApproval']>;
type Execute = NonNullable<(typeof tools)['findOrder']['execute']>;

/** Plays one turn, and returns what the AI SDK passes to its gate. */
const argumentsOf = async (gate: Gating) => {
  let [asked, executed] = [undefined as Parameters<Approval> | undefined, undefined as Parameters<Execute> | undefined];
  const { tools: gatedTools, toolApproval } = gate();
  const findOrder = {
    ...gatedTools.findOrder,
    execute: (...given: Parameters<Execute>) => gatedTools.findOrder.execute!(...(executed = given)),
  };
  const approval = toolApproval && {
    toolApproval: (...given: Parameters<Approval>) => toolApproval(...(asked = given)),
  };
  await answer({ tools: { findOrder } as typeof tools, ...approval });
  return { asked, executed: executed! };
};

/**
 * Calls the gate alone, as the AI SDK calls it. V8 compiles what is called often: the gate is called once in a turn of
 * milliseconds, so V8 would compile it only after minutes.
 */
const compileGate = async (gate: Gating, calls: number): Promise<void> => {
  const { asked, executed } = await argumentsOf(gate);
  for (let call = 0; call < calls; call++) {
    const { tools: gatedTools, toolApproval } = gate();
    if (asked) await toolApproval!(...asked);
    await gatedTools.findOrder.execute!(...executed);
  }
};

/** A turn of `streamText` with one call that the strategy approves, with and without the gate. */
export const gatedLoop = async (wait: 'inline' | 'client', file?: string) => {
  const app = await bootLoop(file);
  const gate = gating(app.get(GatedCalls), wait);
  await compileGate(gate, file === undefined ? COMPILED : COMPILED / 10);
  const result = await compare(
    () => answer({ tools }),
    () => answer(gate()),
    1,
    SLOW,
  );
  await app.close();
  return result;
};

/** The same turn, with its record in a file of SQLite. */
export const gatedLoopOnSqlite = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'));
  const result = await gatedLoop('inline', join(folder, 'toolgate.db'));
  await rm(folder, { recursive: true });
  return result;
};
