import { describe, expect, it } from 'vitest';
import { doorNames } from '../docs/door-names.js';
import { doors, indexOf } from './door-files.js';
import { type ExportedName, exportsOf } from './exports.js';

const namesOf = (names: readonly ExportedName[], isValue: boolean): readonly string[] =>
  names.filter((name) => name.isValue === isValue).map(({ name }) => name);

const referenced = doorNames();

describe.each(doors)('the door of %s', (door) => {
  const names = exportsOf(door);

  it('exports exactly the recorded names', () => {
    expect({ values: namesOf(names, true), types: namesOf(names, false) }).toMatchSnapshot();
  });

  it('exports the same names at run time as in its types', async () => {
    const module = (await import(indexOf(door))) as object;
    expect(Object.keys(module).sort()).toEqual(namesOf(names, true));
  });

  it('has each export in the reference, where the compiler finds it', () => {
    const listed = referenced.filter((name) => name.door === door || name.others.includes(door));
    expect(listed.map(({ name }) => name).sort()).toEqual(names.map(({ name }) => name));
    const own = listed.filter((name) => name.door === door && name.isValue).map(({ name }) => name);
    expect(namesOf(names, true)).toEqual(expect.arrayContaining(own));
  });

  it('has a comment on each export', () => {
    expect(names.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
  });
});
