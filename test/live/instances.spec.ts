import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Observable } from 'rxjs';
import type { StreamPart } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { until } from '../approval/waiting.fixture.js';
import { textOfParts } from '../chat/chat.fixture.js';
import { type InstanceStory, startInstance } from '../postgres/instance.fixture.js';
import { allOf, heldModel } from './live.fixture.js';
import { turnProcesses } from './turn-process.fixture.js';

const ADA = { id: 'ada', administrator: false };
const TEXT = 'The order is on its way to you.';
/** Only a notification is faster than this. */
const NEVER = { pollMs: 600_000 };

let server: PostgresServer;
let connectionString: string;
let processes: Awaited<ReturnType<typeof turnProcesses>>;
const started: { readonly app: { close(): Promise<void> } }[] = [];

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
  processes = await turnProcesses();
}, 60_000);

afterEach(async () => {
  for (const { app } of started.splice(0)) await app.close();
});

afterAll(async () => {
  await processes?.close();
  await server?.stop();
}, 30_000);

const start = async (story: Omit<InstanceStory, 'connectionString'> = {}) => {
  const instance = await startInstance({ connectionString, liveTurns: true, ...story });
  started.push(instance);
  return instance;
};

/** Follows a live turn as soon as the log has it. */
const followOf = async ({ chat }: Awaited<ReturnType<typeof start>>, runId: string) => {
  await until(() => chat.follow(runId, ADA));
  return (await chat.follow(runId, ADA))!;
};

/** Collects the parts of a live turn, and how its stream ended. */
const collect = (parts: Observable<StreamPart>) => {
  const seen: StreamPart[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    parts.subscribe({
      next: (part) => void seen.push(part),
      error: reject,
      complete: resolve,
    });
  });
  return { seen, ended, text: () => textOfParts(seen) };
};

describe('a live turn of another instance', () => {
  it('is read while it is written, without waiting for the next look', async () => {
    const { model, open } = heldModel([TEXT], 2);
    const runner = await start({ model, liveTurns: NEVER });
    const reader = await start({ liveTurns: NEVER });
    const turn = runner.chat.prompt('Where is A-1?').conversation('c-1').stream().live();
    const followed = await followOf(reader, turn.runId);
    expect(await reader.chat.active('c-1')).toBe(turn.runId);
    const { seen, ended, text } = collect(followed.parts());
    await until(() => seen.length === 2);
    open();
    await ended;
    expect(text()).toBe(TEXT);
    expect(seen).toEqual(await allOf(turn.parts()));
    expect((await allOf(followed.parts(1))).slice(0, 1)).toEqual(seen.slice(1, 2));
    expect(await reader.chat.active('c-1')).toBeUndefined();
  });

  it('is found by its requester alone, and ended by an abort from anywhere', async () => {
    const { model, reached } = heldModel([TEXT], 2);
    const runner = await start({ model, liveTurns: { pollMs: 20 } });
    const reader = await start({ liveTurns: NEVER });
    const turn = runner.chat.prompt('Where is A-1?').stream().live();
    turn.outcome().catch(() => {});
    await reached;
    expect(await reader.chat.follow(turn.runId, { id: 'eve', administrator: false })).toBeUndefined();
    const parts = allOf((await followOf(reader, turn.runId)).parts());
    await expect(reader.chat.abort(turn.runId, { id: 'eve', administrator: false })).rejects.toThrow('may be aborted');
    await reader.chat.abort(turn.runId, ADA);
    expect((await parts).at(-1)).toMatchObject({ type: 'error', kind: 'aborted' });
    await expect(turn.outcome()).rejects.toThrow();
  });

  it('ends its readers with an error when its process is killed', async () => {
    const reader = await start();
    const killed = await processes.start({ connectionString, starts: true, parts: 3, answer: TEXT, leaseMs: 1000 });
    const { seen, ended } = collect((await followOf(reader, killed.runId)).parts());
    await until(() => seen.length >= 3);
    await killed.kill();
    await ended;
    expect(seen.at(-1)).toEqual({ type: 'error', kind: 'lost', message: 'The turn was lost before its end.' });
    expect(await reader.chat.active('c-1')).toBeUndefined();
  });
});

describe('a run that another instance resumes', () => {
  it('is streamed to its reader while it is written', async () => {
    const { model, reached, open } = heldModel([TEXT], 2);
    const door = await start({ liveTurns: NEVER });
    const worker = await start({ model, worker: true, liveTurns: NEVER });
    const runId = await door.ask();
    await door.approve(runId);
    await until(() => worker.desk.done.length === 1);
    const { seen, ended, text } = collect(door.chat.resume(runId).stream().events());
    await reached;
    // Without a notification, the reader would look later.
    await until(() => text().length > 0, 1000);
    open();
    await ended;
    expect(text()).toBe(TEXT);
    expect(seen.at(-1)).toMatchObject({ type: 'finish' });
  });

  it('is resumed by a third one when that is killed: the body runs once, and the reader receives one answer', async () => {
    const leaseMs = 1000;
    // The instance of a reader resumes the run too, if it is the first to see that the lease has expired.
    const answers = [callsTools(toolCall('refund', { order: 'A-1', amount: 5 })), TEXT];
    const door = await start({ leaseMs, model: new ScriptedChatModel(answers) });
    const runId = await door.ask();
    const killed = await processes.start({ connectionString, starts: false, parts: 3, answer: TEXT, leaseMs });
    await door.approve(runId);
    await until(() => killed.reports.includes('refunded'));
    const followed = collect(door.chat.resume(runId).stream().events());
    const live = collect((await followOf(door, runId)).parts());
    await until(() => followed.text() !== '' && live.text() !== '');
    await killed.kill();
    const third = await start({ leaseMs, worker: true, model: new ScriptedChatModel([TEXT]) });
    await followed.ended;
    expect(third.desk.done).toEqual([]);
    expect(await door.chat.resume(runId).call().content()).toBe(TEXT);
    await live.ended;
    for (const { seen } of [followed, live]) {
      const last = seen.findLastIndex(({ type }) => type === 'resumed');
      expect(textOfParts(seen.slice(0, last))).not.toBe('');
      expect(textOfParts(seen.slice(last))).toBe(TEXT);
      expect(seen.at(-1)).toMatchObject({ type: 'finish' });
    }
  });
});
