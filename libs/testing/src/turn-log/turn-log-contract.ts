import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { TurnLog } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import type { ContractRunner, It } from '../contract/contract-runner.js';
import { assertProblem, opened, partsOf, texts } from './turn-log-samples.js';

/** A log under test, as two processes see it. */
export interface TurnLogSetting {
  /** The log of the process that runs the turns. */
  readonly writer: TurnLog;
  /** The log of a process that reads them; the same object if the log belongs to one process. */
  readonly reader: TurnLog;
  /** Lets the leases of the writing process end, as if the process was lost. Absent if the log belongs to one process. */
  loseWriter?(): Promise<void>;
}

/** A log under test: creates an empty one. */
export interface TurnLogUnderTest {
  readonly name: string;
  create(): TurnLogSetting | Promise<TurnLogSetting>;
}

type Make = () => Promise<TurnLogSetting>;

/**
 * Registers the tests that every log of live turns must pass. Runs in each test runner that has `describe` and `it`.
 */
export const turnLogContract = ({ describe, it }: ContractRunner, { name, create }: TurnLogUnderTest): void => {
  const make: Make = async () => create();
  describe(`${name}, as a log of live turns`, () => {
    describe('that is read', () => reading(it, make));
    describe('that is read by several readers', () => sharing(it, make));
    describe('that is searched', () => searching(it, make));
    describe('that receives a request to abort', () => aborting(it, make));
    describe('that receives several attempts', () => attempts(it, make));
    describe('that loses a turn', () => losing(it, make));
  });
};

const UNUSUAL: readonly StreamPart[] = [
  { type: 'text-delta', id: '0', delta: 'a\u0000b \ud800 \u2028 🙂 "\\', round: 3 },
  {
    type: 'tool-result',
    toolCallId: 'c',
    toolName: 't',
    output: { type: 'json', value: { __proto__x: [null, 1.5] } },
    outcome: { type: 'success' },
  },
  { type: 'finish', finishReason: { unified: 'stop' }, usage: { totalTokens: 3 } },
];

const reading = (it: It, make: Make): void => {
  it('yields the parts in order, to every reader, from any part on', async () => {
    const { writer, reader } = await make();
    const turn = await writer.open('r', opened());
    await turn.append(texts('a'));
    const early = [partsOf(reader, 'r'), partsOf(reader, 'r', 1), partsOf(writer, 'r', 2)];
    await turn.append(texts('b', 'c'));
    await turn.append(texts('d'));
    await turn.end();
    const all = texts('a', 'b', 'c', 'd');
    assert.deepEqual(await Promise.all(early), [all, all.slice(1), all.slice(2)]);
    assert.deepEqual(await partsOf(reader, 'r'), all);
    assert.deepEqual(await partsOf(reader, 'r', 2), all.slice(2));
    assert.deepEqual(await partsOf(reader, 'r', 4), []);
  });

  it('returns parts exactly as they were appended', async () => {
    const { writer, reader } = await make();
    const turn = await writer.open('r', opened());
    await turn.append(UNUSUAL);
    await turn.end();
    assert.deepEqual(await partsOf(reader, 'r'), UNUSUAL);
  });

  it('throws for a turn that it does not have', async () => {
    const { reader } = await make();
    await assertProblem(() => partsOf(reader, 'nobody'), 'not-found');
  });
};

const sharing = (it: It, make: Make): void => {
  it('ends a reader that leaves, and only that one', async () => {
    const { writer, reader } = await make();
    const turn = await writer.open('r', opened());
    const leaving = reader.read('r', 0);
    const step = leaving.next();
    const staying = partsOf(reader, 'r');
    await leaving.return?.();
    assert.equal((await step).done, true);
    assert.equal((await leaving.next()).done, true);
    await turn.append(texts('a'));
    await turn.end();
    assert.deepEqual(await staying, texts('a'));
  });

  it('keeps the turns apart', async () => {
    const { writer, reader } = await make();
    const [first, second] = [await writer.open('r', opened()), await writer.open('s', opened())];
    await Promise.all([first.append(texts('a')), second.append(texts('b'))]);
    await Promise.all([first.end(), second.end()]);
    assert.deepEqual([await partsOf(reader, 'r'), await partsOf(reader, 's')], [texts('a'), texts('b')]);
  });
};

const searching = (it: It, make: Make): void => {
  it('returns a turn with its owner', async () => {
    const { writer, reader } = await make();
    const turn = await writer.open('r', opened());
    const about = { runId: 'r', tenant: 'acme', conversation: 'c-1', requester: 'ada', attempt: 0, begin: 0 };
    assert.deepEqual(await reader.find('r'), { ...about, isOpen: true });
    await turn.append(texts('a'));
    await turn.end();
    assert.deepEqual(await reader.find('r'), { ...about, isOpen: false });
    assert.equal(await reader.find('nobody'), undefined);
  });

  it('returns a turn outside of a conversation, without a requester', async () => {
    const { writer, reader } = await make();
    await writer.open('r', opened({ conversation: undefined, requester: undefined }));
    const found = await reader.find('r');
    assert.deepEqual([found?.tenant, found?.conversation, found?.requester], ['acme', undefined, undefined]);
  });

  it('returns the open turn of a conversation, which belongs to its tenant', async () => {
    const { writer, reader } = await make();
    const conversation = { tenant: 'acme', conversation: 'c-1' };
    assert.equal(await reader.active(conversation), undefined);
    const turn = await writer.open('r', opened());
    assert.equal(await reader.active(conversation), 'r');
    assert.equal(await reader.active({ ...conversation, tenant: 'other' }), undefined);
    assert.equal(await reader.active({ ...conversation, conversation: 'c-2' }), undefined);
    await turn.end();
    assert.equal(await reader.active(conversation), undefined);
  });

  it('returns the turn of a conversation that was opened last, also after an earlier one has ended', async () => {
    const { writer, reader } = await make();
    const earlier = await writer.open('a', opened());
    // A clock of a database may count milliseconds.
    await delay(5);
    await writer.open('b', opened());
    await earlier.end();
    assert.equal(await reader.active({ tenant: 'acme', conversation: 'c-1' }), 'b');
  });
};

const aborting = (it: It, make: Make): void => {
  it('informs the writer once, from any process', async () => {
    const { writer, reader } = await make();
    let count = 0;
    let onCount = (): void => {};
    const aborted = new Promise<void>((resolve) => (onCount = resolve));
    const onAbort = (): void => {
      count += 1;
      onCount();
    };
    const turn = await writer.open('r', opened({ onAbort }));
    assert.equal(await reader.requestAbort('r'), true);
    await aborted;
    await writer.requestAbort('r');
    await turn.append(texts('a'));
    await turn.end();
    assert.equal(count, 1);
    assert.deepEqual(await partsOf(reader, 'r'), texts('a'));
  });

  it('does nothing for a turn that has ended, or that it does not have', async () => {
    const { writer, reader } = await make();
    let count = 0;
    const turn = await writer.open('r', opened({ onAbort: () => (count += 1) }));
    await turn.end();
    assert.deepEqual([await reader.requestAbort('r'), await reader.requestAbort('nobody'), count], [false, false, 0]);
  });
};

const attempts = (it: It, make: Make): void => {
  it('adds the parts of a later attempt to those of the earlier ones', async () => {
    const { writer, reader } = await make();
    const first = await writer.open('r', opened());
    await first.append(texts('a', 'b'));
    await first.end();
    const second = await reader.open('r', opened({ attempt: 3 }));
    const following = partsOf(reader, 'r', 1);
    const found = await reader.find('r');
    assert.deepEqual([found?.attempt, found?.begin, found?.isOpen], [3, 2, true]);
    await second.append(texts('c'));
    await second.end();
    assert.deepEqual(await following, texts('b', 'c'));
    assert.deepEqual(await partsOf(writer, 'r'), texts('a', 'b', 'c'));
  });

  it('accepts nothing more from an earlier attempt', async () => {
    const { writer, reader } = await make();
    const first = await writer.open('r', opened({ attempt: 1 }));
    const second = await reader.open('r', opened({ attempt: 2 }));
    await assertProblem(() => first.append(texts('a')), 'lost');
    await assertProblem(() => first.end(), 'lost');
    await assertProblem(() => first.release(), 'lost');
    await assertProblem(() => writer.open('r', opened({ attempt: 2 })), 'lost');
    await second.append(texts('b'));
    await second.end();
    await assertProblem(() => second.append(texts('c')), 'lost');
    assert.deepEqual(await partsOf(reader, 'r'), texts('b'));
  });
};

const losing = (it: It, make: Make): void => {
  it('ends the readers with an error after the last part, if the writer releases the turn', async () => {
    const { writer, reader } = await make();
    const turn = await writer.open('r', opened());
    await turn.append(texts('a'));
    await turn.release();
    const seen: StreamPart[] = [];
    await assertProblem(async () => {
      for await (const parts of reader.read('r', 0)) seen.push(...parts);
    }, 'lost');
    assert.deepEqual(seen, texts('a'));
    assert.equal((await reader.find('r'))?.isOpen, false);
    assert.equal(await reader.active({ tenant: 'acme', conversation: 'c-1' }), undefined);
  });

  it('ends the readers with an error if the process of the writer is lost, and another attempt may begin', async () => {
    const { writer, reader, loseWriter } = await make();
    if (!loseWriter) return;
    const turn = await writer.open('r', opened());
    await turn.append(texts('a'));
    const following = partsOf(reader, 'r');
    const lost = assertProblem(() => following, 'lost');
    await loseWriter();
    await lost;
    assert.equal((await reader.find('r'))?.isOpen, false);
    const next = await reader.open('r', opened({ attempt: 1 }));
    await next.append(texts('b'));
    await next.end();
    assert.deepEqual(await partsOf(reader, 'r'), texts('a', 'b'));
  });
};
