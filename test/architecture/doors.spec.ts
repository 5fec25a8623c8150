import { describe, expect, it } from '@jest/globals';
import { type ExportedName, exportsOf, indexOf, rooms } from './exports.js';

const namesOf = (names: readonly ExportedName[], isValue: boolean): readonly string[] =>
  names.filter((name) => name.isValue === isValue).map(({ name }) => name);

describe.each(rooms)('the door of %s', (room) => {
  const names = exportsOf(room);

  it('exports what it has promised', () => {
    expect({ values: namesOf(names, true), types: namesOf(names, false) }).toMatchSnapshot();
  });

  it('has at run time what its types say', async () => {
    const door = (await import(indexOf(room))) as object;
    expect(Object.keys(door).sort()).toEqual(namesOf(names, true));
  });

  it('says of each export what it is for', () => {
    expect(names.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
  });
});
