import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { ChatClient, type StreamPart } from 'toolgate';
import type { LiveTurn } from 'toolgate/chat';
import { UiMessageEncoder, uiMessages } from 'toolgate/http';
import { SqlModule } from 'toolgate/sql';
import { callsTools, ScriptedApprover, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk } from '../../approval/approval.fixture.js';
import { allOf } from '../../live/live.fixture.js';
import { problemsOf } from './chunk-problems.fixture.js';
import { plainParts, readAsStock, stockClients } from './stock-client.fixture.js';

const call = fc.record({
  tool: fc.constantFrom('find', 'refund'),
  decision: fc.constantFrom('approve' as const, 'reject' as const),
});

const rounds = fc.array(
  fc.record({ text: fc.string({ maxLength: 12 }), calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
  { minLength: 1, maxLength: 3 },
);

type Round = typeof rounds extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const waits = ({ calls }: Round): boolean => calls.some(({ tool }) => tool === 'refund');

/** A turn that waits at least once, and where its readers begin. */
const turns = fc.record({
  rounds: rounds.filter((all) => all.some(waits)),
  answer: fc.string({ minLength: 1, maxLength: 12 }),
  // A provider may repeat the ids of its calls in each round.
  repeatsIds: fc.boolean(),
  // The answer is a value whose schema was saved while the turn waited.
  isEntity: fc.boolean(),
  froms: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
});

type Turn = typeof turns extends fc.Arbitrary<infer T> ? T : never;

const scriptOf = ({ rounds, answer, repeatsIds, isEntity }: Turn) => [
  ...rounds.map(({ text, calls }, round) =>
    callsTools(
      ...(text === '' ? [] : [text]),
      ...calls.map(({ tool, decision }, index) => {
        const input = { order: decision, ...(tool === 'refund' && { amount: index }) };
        return toolCall(tool, input, repeatsIds ? `c${index}` : `c${round}-${index}`);
      }),
    ),
  ),
  isEntity ? JSON.stringify({ answer }) : answer,
];

const ANSWER = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] } as const;

/** What a reader saw of one attempt of a turn. */
interface Seen {
  readonly from: number;
  readonly parts: readonly StreamPart[];
}

/** Reads a turn from several parts on, while it runs and after it. */
const readFrom = async (turn: LiveTurn, froms: readonly number[]): Promise<readonly Seen[]> => {
  const reading = froms.map(async (from) => ({ from, parts: await allOf(turn.parts(from)) }));
  await turn.outcome();
  const late = froms.map(async (from) => ({ from, parts: await allOf(turn.parts(from)) }));
  return Promise.all([...reading, ...late]);
};

/** Runs a turn to its answer, through every suspension. Returns what its readers saw, and its saved messages. */
const play = async (turn: Turn, imports: Parameters<typeof bootDesk>[2]) => {
  const store = imports && { approval: { store: undefined } };
  const { app, approvals } = await bootDesk(new ScriptedChatModel(scriptOf(turn)), store, imports);
  const chat = app.get(ChatClient);
  const approver = new ScriptedApprover(approvals, ({ arguments: { order } }) => order as 'approve' | 'reject');
  const seen: Seen[] = [];
  const prompt = chat.prompt('Hello').tools(Desk);
  let live = (turn.isEntity ? prompt.entity(ANSWER) : prompt).stream().live();
  for (let length = 0; ;) {
    seen.push(...(await readFrom(live, [0, length, ...turn.froms.map((from) => from % (length + 1))])));
    const outcome = await live.outcome();
    if (outcome.status === 'completed') break;
    length = (await allOf(live.parts())).length;
    await approver.decideAll({ runId: outcome.runId });
    live = chat.resume(outcome.runId).stream().live();
  }
  const parts = await allOf(live.parts());
  const saved = uiMessages({ id: live.runId, messages: await approvals.runs.messages(live.runId, { id: 'ada' }) });
  await app.close();
  return { runId: live.runId, seen, parts, answer: saved.at(-1)! };
};

const isSuspension = ({ type }: StreamPart): boolean => type === 'suspended';

const logs = [
  { name: 'in memory', imports: undefined, numRuns: inject('isThorough') ? 40 : 15 },
  {
    name: 'in SQLite',
    imports: { imports: [SqlModule.forRoot({ sqlite: { file: ':memory:' }, liveTurns: { joinMs: 0, pollMs: 5 } })] },
    numRuns: 8,
  },
];

describe.each(logs)('a live turn whose log is $name', ({ imports, numRuns }) => {
  it('shows each reader the saved parts from its index on, and becomes the saved message, through every suspension', () =>
    fc.assert(
      fc.asyncProperty(turns, async (turn) => {
        const { seen, parts, answer, runId } = await play(turn, imports);
        for (const { from, parts: read } of seen) {
          expect(read).toEqual(parts.slice(from, from + read.length));
          // The stream of a reader ends early only at a suspension.
          const next = from + read.length;
          expect(next === parts.length || isSuspension(parts[next - 1]!)).toBe(true);
        }
        expect(parts.filter(isSuspension).length).toBe(turn.rounds.filter(waits).length);
        const encoder = new UiMessageEncoder({ messageId: runId });
        const chunks = [...encoder.start(), ...parts.flatMap((part) => encoder.encode(part)), ...encoder.end()];
        expect(problemsOf([chunks])).toEqual([]);
        for (const { ai } of stockClients) {
          const message = await readAsStock(ai, chunks);
          expect(message?.id).toBe(runId);
          expect(plainParts(message?.parts ?? [])).toEqual(plainParts(answer.parts));
          const entity = turn.isEntity ? [{ answer: turn.answer }] : [];
          expect(message?.parts.flatMap((part) => (part.type === 'data-entity' ? [part.data] : []))).toEqual(entity);
        }
      }),
      { numRuns },
    ));
});
