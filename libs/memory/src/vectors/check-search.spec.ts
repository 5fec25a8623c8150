import { describe, expect, it } from 'vitest';
import { checkSearch, checkSelection } from './check-search.js';
import { VectorStoreException } from './vector-store.errors.js';

const EQUALITY =
  "A filter compares for equality: pass a string, a number, true, false or null for each name, such as { kind: 'animal' }.";
const SELECTION = 'Pass { ids: [...] } or { filter: {...} }. An empty filter deletes all documents.';
const NAMES = 'Use text, topK, minScore or filter.';

const WRONG: readonly (readonly [search: unknown, message: string])[] = [
  ['dogs', 'VectorStore.search() received a string. Pass { text, topK?, minScore?, filter? }.'],
  [undefined, 'VectorStore.search() received undefined. Pass { text, topK?, minScore?, filter? }.'],
  [{}, 'text of VectorStore.search() is undefined. Pass the text to search for.'],
  [{ query: 'x' }, `VectorStore.search() does not accept the option query. Did you mean text? ${NAMES}`],
  [
    { text: 'x', similarityThreshold: 0.7 },
    `VectorStore.search() does not accept the option similarityThreshold. Did you mean minScore? ${NAMES}`,
  ],
  [{ text: 'x', k: 4 }, `VectorStore.search() does not accept the option k. Did you mean topK? ${NAMES}`],
  [{ text: 'x', topk: 4 }, `VectorStore.search() does not accept the option topk. Did you mean topK? ${NAMES}`],
  [{ text: 'x', toString: 4 }, `VectorStore.search() does not accept the option toString. ${NAMES}`],
  [{ text: 'x', topK: '4' }, 'topK of VectorStore.search() is a string. Pass a number above 0, or leave it out.'],
  [{ text: 'x', topK: 0 }, 'topK of VectorStore.search() is the number 0. Pass a number above 0, or leave it out.'],
  [{ text: 'x', minScore: NaN }, 'minScore of VectorStore.search() is the number NaN. Pass a number, or leave it out.'],
  [{ text: 'x', filter: "kind == 'animal'" }, `filter of VectorStore.search() is a string. ${EQUALITY}`],
  [
    { text: 'x', filter: new Map([['kind', 'x']]) },
    `filter of VectorStore.search() is an instance of Map. ${EQUALITY}`,
  ],
  [{ text: 'x', filter: [] }, `filter of VectorStore.search() is an empty list. ${EQUALITY}`],
  [
    { text: 'x', filter: { legs: { $gt: 3 } } },
    `filter.legs of VectorStore.search() is an object with $gt. ${EQUALITY}`,
  ],
  [{ text: 'x', filter: { kind: ['a', 'b'] } }, `filter.kind of VectorStore.search() is a list. ${EQUALITY}`],
  [{ text: 'x', filter: { tenant: undefined } }, `filter.tenant of VectorStore.search() is undefined. ${EQUALITY}`],
];

const WRONG_SELECTIONS: readonly (readonly [selection: unknown, message: string])[] = [
  ['d1', `VectorStore.delete() received a string. ${SELECTION}`],
  [{}, `VectorStore.delete() received no option. ${SELECTION}`],
  [{ id: 'd1' }, `VectorStore.delete() received the options id. ${SELECTION}`],
  [{ ids: ['a'], filter: {} }, `VectorStore.delete() received the options ids, filter. ${SELECTION}`],
  [{ ids: 'd1' }, 'ids of VectorStore.delete() is a string. Pass a list of strings.'],
  [{ ids: ['a', 7] }, 'ids[1] of VectorStore.delete() is the number 7. Pass a list of strings.'],
  [{ filter: undefined }, `filter of VectorStore.delete() is undefined. ${EQUALITY}`],
  [{ filter: { tenant: undefined } }, `filter.tenant of VectorStore.delete() is undefined. ${EQUALITY}`],
];

describe('a search of a vector store', () => {
  it.each(WRONG)('is rejected with the name of the field: %j', (search, message) => {
    expect(() => checkSearch(search as never)).toThrow(new VectorStoreException(message));
  });

  it('passes with each option, and with those that are undefined', () => {
    const whole = { text: '', topK: Infinity, minScore: -1, filter: { a: 'x', b: 0, c: false, d: null } };
    const bare = { text: 'x', topK: undefined, minScore: undefined, filter: undefined };
    expect([checkSearch(whole), checkSearch(bare as never)]).toEqual([whole, bare]);
  });
});

describe('a deletion of a vector store', () => {
  it.each(WRONG_SELECTIONS)('is rejected with the name of the field: %j', (selection, message) => {
    expect(() => checkSelection(selection as never)).toThrow(new VectorStoreException(message));
  });

  it('passes by ids, and by a filter', () => {
    expect(checkSelection({ ids: [] })).toEqual({ ids: [] });
    expect(checkSelection({ filter: {} })).toEqual({ filter: {} });
  });
});
