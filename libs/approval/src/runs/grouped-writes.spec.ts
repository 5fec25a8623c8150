import { describe, expect, it } from 'vitest';
import type { Draft } from '../transitions/draft.js';
import { GroupedWrites, type WriteRun } from './grouped-writes.js';

/** Grouped writes whose store fails as the test demands, and the changes that were written. */
const grouped = (fails: (write: number) => Error | undefined = () => undefined) => {
  const written: string[][] = [];
  let count = 0;
  const writeRun: WriteRun = async (act) => {
    const done: string[] = [];
    const result = act({ done } as unknown as Draft);
    const error = fails(++count);
    if (error) throw error;
    written.push(done);
    return result;
  };
  const writes = new GroupedWrites(writeRun);
  const write = (name: string, refuses = false) =>
    writes.write((draft) => {
      if (refuses) throw new Error(`no ${name}`);
      (draft as unknown as { done: string[] }).done.push(name);
      return name.toUpperCase();
    });
  return { written, write, count: () => count };
};

describe('changes of a run that are requested at the same moment', () => {
  it('are written together, in order, and each has its own result', async () => {
    const { written, write } = grouped();
    expect(await Promise.all(['a', 'b', 'c'].map((name) => write(name)))).toEqual(['A', 'B', 'C']);
    expect(written).toEqual([['a', 'b', 'c']]);
  });

  it('are followed by those that were requested during the write', async () => {
    const { written, write } = grouped();
    const first = write('a');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, write('b'), write('c')]);
    await write('d');
    expect(written).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('are written one by one if one of them throws, which prevents none of the others', async () => {
    const { written, write } = grouped();
    const all = await Promise.allSettled([write('a'), write('b', true), write('c')]);
    expect(all).toMatchObject([{ value: 'A' }, { reason: new Error('no b') }, { value: 'C' }]);
    expect(written).toEqual([['a'], ['c']]);
  });

  it('fail together, and are not written one by one, if the store fails', async () => {
    const { write, count } = grouped((number) => (number === 1 ? new Error('no disk') : undefined));
    const all = await Promise.allSettled([write('a'), write('b')]);
    expect(all).toMatchObject([{ reason: new Error('no disk') }, { reason: new Error('no disk') }]);
    expect(count()).toBe(1);
    expect(await write('a')).toBe('A');
  });
});
