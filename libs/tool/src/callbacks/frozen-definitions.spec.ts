import { describe, expect, it } from 'vitest';
import { frozenCopy } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { ToolContext } from '../contract/tool-context.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';
import { planMethod } from './plan-method.js';

const kinds = ['a', 'b'];
const given: JsonSchema = { type: 'object', properties: { kind: { enum: kinds } }, required: ['kind'] };
const tags = ['read'];
const hints = { destructive: true };
const examples = [{ a: 1 }];

class Orders {
  @Tool({ parameters: given, tags, hints, requiresApproval: true })
  run(input: unknown) {
    return input;
  }

  @Tool()
  note(@ToolParam({ schema: { type: 'object' }, examples }) value: object, when: Date) {
    return [value, when];
  }
}

const plan = (key: string) => planMethod(Orders, key, { isStatic: false });

function changeable(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]) => changeable(one, `${path}/${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}

describe('the definition of a tool', () => {
  it('cannot be changed at any depth', () => {
    for (const key of ['run', 'note']) {
      const { definition, metadata } = plan(key);
      expect(changeable({ ...definition })).toEqual(['']);
      expect(changeable(definition)).toEqual([]);
      expect(changeable(metadata)).toEqual([]);
    }
    const { metadata } = plan('run');
    expect(() => Object.assign(metadata, { requiresApproval: false })).toThrow(TypeError);
    expect(() => (metadata.tags as string[]).push('x')).toThrow(TypeError);
  });

  it('does not freeze the application’s own objects', () => {
    plan('run');
    plan('note');
    expect([given, kinds, tags, hints, examples, examples[0]].filter(Object.isFrozen)).toEqual([]);
  });

  it('still validates inputs after the application changes its schema object', () => {
    const own = { type: 'object', properties: { kind: { enum: [{ a: 1 }] } }, required: ['kind'] };
    class Own {
      @Tool({ parameters: own })
      run(input: unknown) {
        return input;
      }
    }
    const { prepare, definition } = planMethod(Own, 'run', { isStatic: false });
    own.properties.kind.enum.push({ a: 2 });
    Object.assign(own.properties.kind.enum[0]!, { a: 3 });
    expect(definition.inputSchema).toMatchObject({ properties: { kind: { enum: [{ a: 1 }] } } });
    expect(prepare({ kind: { a: 2 } })).toMatchObject({ type: 'issues' });
    expect(prepare({ kind: { a: 1 } })).toMatchObject({ input: { kind: { a: 1 } } });
  });

  it('validates an input like any other schema', () => {
    const { definition, prepare } = plan('note');
    const validate = jsonSchemaValidator(definition.inputSchema);
    const input = { value: { a: 1 }, when: '2026-01-31T09:30:00Z' };
    expect(validate(input)).toEqual({ type: 'valid', input });
    const prepared = prepare(input);
    if (!('makeArguments' in prepared)) throw new Error('not prepared');
    const [value] = prepared.makeArguments(new ToolContext()) as [object];
    expect(Object.isFrozen(value)).toBe(false);
  });
});

describe('a frozen copy', () => {
  it('is written as the same JSON', () => {
    const data = JSON.parse('{"b":1,"a":[null,{"__proto__":{"x":1}}],"c":"t"}') as object;
    const source = { ...data, left: undefined, at: new Date(0) };
    expect(JSON.stringify(frozenCopy(source))).toBe(JSON.stringify(source));
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
