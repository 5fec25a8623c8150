import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { type Compiled, compile, factoryIn } from './compile.fixture.js';

let compiled: Compiled;
beforeAll(() => {
  compiled = compile(['bookings', 'unclear'], { plugin: {} });
});

describe('what the plugin writes', () => {
  it('is one static method for a class with tools', () => {
    expect(factoryIn(compiled, 'bookings.js')).toMatchSnapshot();
  });

  it('is one static method for a DTO', () => {
    expect(factoryIn(compiled, 'stay.js')).toMatchSnapshot();
  });
});

describe('what the plugin reports', () => {
  it('x', () => {
    expect(compiled.warnings).toEqual([]);
  });
  it('y', () => {
    const m = compile(['bookings'], { plugin: {}, module: ts.ModuleKind.ESNext });
    expect(m.outputs.get('bookings.js')).toBe('');
  });
});
