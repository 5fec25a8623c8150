import { describe, expect, it } from '@jest/globals';
import { doors, indexOf } from './door-files.js';
import { type ExportedName, exportsOf } from './exports.js';

const namesOf = (names: readonly ExportedName[], isValue: boolean): readonly string[] =>
  names.filter((name) => name.isValue === isValue).map(({ name }) => name);

describe.each(doors)('the door of %s', (door) => {
  const names = exportsOf(door);

  it('exports what it has promised', () => {
    expect({ values: namesOf(names, true), types: namesOf(names, false) }).toMatchSnapshot();
  });

  it('has at run time what its types say', async () => {
    const module = (await import(indexOf(door))) as object;
    expect(Object.keys(module).sort()).toEqual(namesOf(names, true));
  });

  it('says of each export what it is for', () => {
    expect(names.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
  });
});
