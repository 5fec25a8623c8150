import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { type ChatMemoryRepository, InMemoryChatMemoryRepository } from 'toolgate/memory';
import { assistantMessage, type Message, systemMessage, userMessage } from 'toolgate/model';
import { openMigratedSqlite } from '../fixtures/migrated-sqlite.fixture.js';
import { SqlChatMemoryRepository } from './sql-chat-memory.repository.js';
import { idOf, storableId } from '../dialect/storable-id.js';

const anyText = fc.string({ unit: 'binary', minLength: 1 });
const id = fc.constantFrom('a', 'b', '\u0000', '\ud800');
const tenant = fc.constantFrom(undefined, 'default', 'a', '\ud800');
const conversation = fc.oneof(
  id,
  fc
    .record({ tenant, conversation: id })
    .map(({ tenant: of, ...key }) => ({ ...key, ...(of !== undefined && { tenant: of }) })),
);
const make = fc.constantFrom(systemMessage, userMessage, assistantMessage);
const turn = fc.constantFrom('1', '2', '3', '4', '5');
const message: fc.Arbitrary<Message> = fc.tuple(make, anyText).map(([create, text]) => create(text));

type Step = (repository: ChatMemoryRepository) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(conversation, turn, fc.array(message, { maxLength: 4 }), fc.option(turn, { nil: undefined, freq: 2 }))
      .map(
        ([id, added, messages, replaces]): Step =>
          (repository) =>
            repository.append(id, added, messages, { ...(replaces !== undefined && { replaces }) }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(conversation, fc.option(fc.nat(6), { nil: undefined })).map(
      ([id, last]): Step =>
        (repository) =>
          repository.history(id, { ...(last !== undefined && { last }) }),
    ),
  },
  conversation.map(
    (id): Step =>
      (repository) =>
        repository.removeLast(id),
  ),
  tenant.map(
    (of): Step =>
      (repository) =>
        repository.conversations(of),
  ),
  conversation.map(
    (id): Step =>
      (repository) =>
        repository.delete(id),
  ),
  fc.nat(40).map(
    (time): Step =>
      (repository) =>
        repository.deleteUnusedSince(new Date(time)),
  ),
);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

describe('conversations in a database', () => {
  it('are the same as in memory after every sequence of operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        let time = 0;
        const now = () => new Date(time);
        const database = await openMigratedSqlite({ file: ':memory:' });
        const [ours, theirs] = [
          new SqlChatMemoryRepository(database, { now }),
          new InMemoryChatMemoryRepository({ now }),
        ];
        for (const act of steps) {
          time++;
          expect(plain(await act(ours))).toEqual(plain(await act(theirs)));
        }
        await database.destroy();
      }),
      { numRuns: inject('isThorough') ? 60 : 15 },
    );
  });

  it('have ids that every database can store, and that stay distinct', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 }), (codes) => {
        const id = String.fromCharCode(...codes, 0x1b, 0x30, 0);
        const stored = storableId(id);
        expect(idOf(stored)).toBe(id);
        expect(stored).not.toContain('\0');
        expect(Buffer.from(stored).toString()).toBe(stored);
      }),
    );
    expect(storableId('user-42/Zoë 👋')).toBe('user-42/Zoë 👋');
  });
});
