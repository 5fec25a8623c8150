import assert from 'node:assert/strict';
import type { ToolIndex, ToolSearchRequest } from 'toolgate/tool-search';
import { assertPlainJson } from '../contract/assert-plain-json.js';
import type { ContractRunner, It } from '../contract/contract-runner.js';
import { parcelTools, SAMPLE_TOOLS } from './tool-index-samples.js';

/** An index under test: creates an empty one. */
export interface ToolIndexUnderTest {
  readonly name: string;
  create(): ToolIndex | Promise<ToolIndex>;
}

type Make = () => Promise<ToolIndex>;

/** Registers the tests that every tool index must pass. Runs in each test runner that has `describe` and `it`. */
export const toolIndexContract = ({ describe, it }: ContractRunner, { name, create }: ToolIndexUnderTest): void => {
  const make: Make = async () => create();
  const filled: Make = async () => {
    const index = await create();
    await index.indexTools('s', SAMPLE_TOOLS);
    return index;
  };
  describe(`${name}, as an index of tools`, () => {
    describe('that is searched', () => searching(it, filled));
    describe('that limits its results', () => bounds(it, make));
    describe('that has sessions', () => sessions(it, make));
    describe('that is changed', () => changing(it, filled));
    describe('that is used at once', () => concurrency(it, make));
  });
};

const searching = (it: It, filled: Make): void => {
  it('reports its search type', async () => {
    assert.match((await filled()).searchType, /^\S+$/);
  });

  it('finds tools by their names and by their descriptions', async () => {
    const index = await filled();
    assert.equal((await namesFor(index, 'translate'))[0], 'translate');
    assert.equal((await namesFor(index, 'invoice'))[0], 'sendInvoice');
    assert.equal((await namesFor(index, 'temperature'))[0], 'getWeather');
    assert.equal((await namesFor(index, 'language'))[0], 'translate');
  });

  it('finds a tool by its name before one that mentions the words', async () => {
    const names = await namesFor(await filled(), 'weather');
    assert.deepEqual(names.slice(0, 2), ['getWeather', 'umbrella']);
  });

  it('returns the best first, with scores, as plain JSON', async () => {
    const response = await (await filled()).search({ sessionId: 's', query: 'weather' });
    assertPlainJson(response);
    const scores = response.tools.map(({ score }) => score);
    assert.ok(scores.every(Number.isFinite), `the scores are ${String(scores)}`);
    assert.deepEqual(
      scores,
      [...scores].sort((one, other) => other - one),
    );
  });

  it('returns each tool once', async () => {
    const names = await namesFor(await filled(), 'weather money order');
    assert.deepEqual(names, [...new Set(names)]);
  });

  it('finds only tools of a category, in upper or lower case', async () => {
    const index = await filled();
    const named = (category: string) => namesFor(index, 'order', { category });
    assert.deepEqual(
      (await named('money')).filter((name) => !/Invoice|Order/.test(name)),
      [],
    );
    assert.equal((await namesFor(index, 'weather', { category: 'OUTDOORS' })).length, 2);
    assert.deepEqual(await named('nobody has it'), []);
  });

  it('answers every query', async () => {
    const index = await filled();
    for (const query of ['', ' ', '((', '\\', '(a+)+$', '*', '!?', 'a'.repeat(5000)]) await namesFor(index, query);
  });
};

const bounds = (it: It, make: Make): void => {
  it('returns at most ten by default', async () => {
    const index = await make();
    await index.indexTools('s', parcelTools(30));
    assert.equal((await namesFor(index, 'parcel')).length, 10);
    assert.equal((await namesFor(index, 'parcel', { maxResults: 1 })).length, 1);
    assert.equal((await namesFor(index, 'parcel', { maxResults: 20 })).length, 20);
    assert.equal((await namesFor(index, 'parcel', { maxResults: 50 })).length, 30);
  });
};

const sessions = (it: It, make: Make): void => {
  it('finds nothing in an unknown session', async () => {
    const index = await make();
    assert.deepEqual(await namesFor(index, 'weather', { sessionId: 'nobody' }), []);
    await index.clearIndex('nobody');
    await index.indexTools('s', []);
    assert.deepEqual(await namesFor(index, 'weather'), []);
  });

  it('finds the tools of a session in that session only', async () => {
    const index = await make();
    await index.indexTools('one', SAMPLE_TOOLS);
    await index.indexTools('other', parcelTools(3));
    const [inOne, inOther] = [
      await namesFor(index, 'parcel', { sessionId: 'one' }),
      await namesFor(index, 'translate', { sessionId: 'other' }),
    ];
    assert.ok(!inOne.some((name) => name.startsWith('parcel')));
    assert.ok(inOther.every((name) => name.startsWith('parcel')));
  });

  it('finds a tool of few among those of many others', async () => {
    const index = await make();
    await index.indexTools('many', parcelTools(200));
    await index.indexTools('few', [{ name: 'parcelWay', description: 'Tells how far off a parcel is, if at all' }]);
    assert.deepEqual(await namesFor(index, 'parcel', { sessionId: 'few', maxResults: 3 }), ['parcelWay']);
  });

  it('separates tools of one name by session', async () => {
    const index = await make();
    await index.indexTool('one', { name: 'go', description: 'Drives a train' });
    await index.indexTool('other', { name: 'go', description: 'Sails a ship' });
    assert.deepEqual(await namesFor(index, 'train', { sessionId: 'one' }), ['go']);
    assert.deepEqual(await namesFor(index, 'ship', { sessionId: 'other' }), ['go']);
    await index.clearIndex('one');
    assert.deepEqual(await namesFor(index, 'ship', { sessionId: 'other' }), ['go']);
  });

  it('removes a session and leaves the others', async () => {
    const index = await make();
    for (const session of ['one', 'other']) await index.indexTools(session, SAMPLE_TOOLS);
    await index.clearIndex('one');
    assert.deepEqual(await namesFor(index, 'weather', { sessionId: 'one' }), []);
    assert.equal((await namesFor(index, 'weather', { sessionId: 'other' }))[0], 'getWeather');
    await index.indexTools('one', SAMPLE_TOOLS);
    assert.equal((await namesFor(index, 'weather', { sessionId: 'one' }))[0], 'getWeather');
  });
};

const changing = (it: It, filled: Make): void => {
  it('adds tools to a session', async () => {
    const index = await filled();
    await index.indexTool('s', { name: 'paintWall', description: 'Colours a wall' });
    assert.equal((await namesFor(index, 'wall'))[0], 'paintWall');
    assert.equal((await namesFor(index, 'weather'))[0], 'getWeather');
  });

  it('replaces a tool with the same name', async () => {
    const index = await filled();
    await index.indexTools('s', [{ name: 'translate', description: 'Grows potatoes' }]);
    assert.ok(!(await namesFor(index, 'sentence in another language')).includes('translate'));
    assert.equal((await namesFor(index, 'potatoes'))[0], 'translate');
  });

  it('stores the last of two tools with the same name', async () => {
    const index = await filled();
    const named = (description: string) => ({ name: 'twice', description });
    await index.indexTools('s', [named('Bakes bread'), named('Grows potatoes')]);
    assert.ok(!(await namesFor(index, 'bread')).includes('twice'));
    assert.equal((await namesFor(index, 'potatoes'))[0], 'twice');
  });

  it('uses the current tags of a tool', async () => {
    const index = await filled();
    await index.indexTool('s', { name: 'translate', description: 'Says it in another language', tags: ['speech'] });
    assert.deepEqual(await namesFor(index, 'language', { category: 'speech' }), ['translate']);
  });
};

const concurrency = (it: It, make: Make): void => {
  it('finds tools whose indexing has begun', async () => {
    const index = await make();
    const indexing = index.indexTools('s', [...parcelTools(100), ...SAMPLE_TOOLS]);
    assert.equal((await namesFor(index, 'translate'))[0], 'translate');
    await indexing;
  });

  it('indexes sessions in parallel', async () => {
    const index = await make();
    const ids = ['a', 'b', 'c', 'd'];
    await Promise.all(
      ids.flatMap((id) => [
        index.indexTools(id, SAMPLE_TOOLS),
        index.indexTool(id, { name: `${id}Parcel`, description: 'Looks after a parcel' }),
      ]),
    );
    for (const sessionId of ids) {
      assert.deepEqual(await namesFor(index, 'parcel', { sessionId, maxResults: 1 }), [`${sessionId}Parcel`]);
      assert.equal((await namesFor(index, 'translate', { sessionId }))[0], 'translate');
    }
  });

  it('handles the requests of a session in order', async () => {
    const index = await make();
    await Promise.all([
      index.indexTools('s', parcelTools(100)),
      index.clearIndex('s'),
      index.indexTools('s', SAMPLE_TOOLS),
    ]);
    assert.ok(!(await namesFor(index, 'parcel')).some((name) => name.startsWith('parcel')));
    assert.equal((await namesFor(index, 'translate'))[0], 'translate');
  });
};

const namesFor = async (
  index: ToolIndex,
  query: string,
  request: Partial<ToolSearchRequest> = {},
): Promise<readonly string[]> => {
  const { tools } = await index.search({ sessionId: 's', query, ...request });
  return tools.map(({ name }) => name);
};
