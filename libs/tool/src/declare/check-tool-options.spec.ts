import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planMethod } from '../callbacks/plan-method.js';
import { ToolCallResultConverter } from '../contract/tool-callback.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { Tool } from './tool.decorator.js';
import type { ToolOptions } from './tool-options.js';
import { Tools } from './tools.decorator.js';

const JSON_SCHEMA =
  "Pass JSON Schema, such as { type: 'object', properties: {} }, or pass a Standard Schema as `parameters`";

function planWith(options: Readonly<Record<string, unknown>>) {
  class Orders {
    @Tool(options)
    run() {}
  }
  return planMethod(Orders, 'run', { isStatic: false });
}

describe('an option of the wrong type stops start-up', () => {
  it.each(['requiresApproval', 'returnDirect', 'sequential', 'idempotent'])('for %s', (name) => {
    for (const [value, kind] of [
      ['false', 'a string'],
      [0, 'a number'],
      [null, 'null'],
      [{}, 'an object'],
    ] as const) {
      const message = `Orders.run: \`${name}\` of @Tool() is ${kind}. Pass true or false, or leave it out.`;
      expect(() => planWith({ [name]: value })).toThrow(new ToolDeclarationException(message));
    }
    expect(planWith({ [name]: false }).metadata).toEqual({ [name]: false });
    expect(planWith({ [name]: undefined }).metadata).toEqual({});
  });

  it('for tags', () => {
    const instruction = "Pass an array of strings, such as ['read'], or leave it out.";
    expect(() => planWith({ tags: 'read' })).toThrow(`Orders.run: \`tags\` of @Tool() is a string. ${instruction}`);
    expect(() => planWith({ tags: ['read', 1] })).toThrow(`is an array with content that does not fit. ${instruction}`);
    expect(planWith({ tags: [] }).metadata).toEqual({ tags: [] });
  });

  it.each([
    ['timeoutMs', '5', 'a string', 'Pass a number of milliseconds above 0'],
    ['timeoutMs', -1, '-1', 'Pass a number of milliseconds above 0'],
    ['maxResultLength', 0, '0', 'Pass a whole number of characters above 0, or Infinity'],
    ['maxResultLength', 1.5, '1.5', 'Pass a whole number of characters above 0, or Infinity'],
    [
      'hints',
      { readonly: true },
      'an object with content that does not fit',
      'Pass { readOnly, destructive, openWorld }, each true or false',
    ],
    [
      'hints',
      { readOnly: 'yes' },
      'an object with content that does not fit',
      'Pass { readOnly, destructive, openWorld }, each true or false',
    ],
    ['hints', [], 'an array', 'Pass { readOnly, destructive, openWorld }, each true or false'],
    [
      'resultConverter',
      class {},
      'a function',
      'Pass a class that extends ToolCallResultConverter, or an instance of one',
    ],
    ['resultConverter', 'json', 'a string', 'Pass a class that extends ToolCallResultConverter, or an instance of one'],
    ['resultConverter', null, 'null', 'Pass a class that extends ToolCallResultConverter, or an instance of one'],
    ['inputSchema', 'text', 'a string', JSON_SCHEMA],
    ['inputSchema', z.object({}), 'an object', JSON_SCHEMA],
    ['parameters', 5, 'a number', 'Pass a Standard Schema, a class or JSON Schema'],
    ['reconcile', () => {}, 'a function', 'Pass the name of a method of the class'],
    ['name', 5, 'a number', 'Pass a string that is not blank'],
    ['description', {}, 'an object', 'Pass a string'],
  ])('for %s: %j', (name, value, kind, instruction) => {
    expect(() => planWith({ [name]: value })).toThrow(
      `Orders.run: \`${name}\` of @Tool() is ${kind}. ${instruction}, or leave it out.`,
    );
  });

  it('and an unknown option does too', () => {
    expect(() => planWith({ requireApproval: true })).toThrow(
      'Orders.run: `requireApproval` is not an option of @Tool(). Use one of: name, description, parameters, inputSchema, resultConverter, returnDirect, requiresApproval, sequential, idempotent, reconcile, question, timeoutMs, maxResultLength, tags, hints, returnType, strict, inputExamples, providerOptions.',
    );
    expect(() => planWith({ prefix: 'a_' })).toThrow(
      'Orders.run: `prefix` is not an option of @Tool(). Use one of: name, description,',
    );
    @Tools({ name: 'one' } as ToolOptions)
    class Named {
      @Tool()
      run() {}
    }
    expect(() => planMethod(Named, 'run', { isStatic: false })).toThrow(
      'Named: `name` is not an option of @Tools(). Use one of: prefix, resultConverter,',
    );
  });

  it('but a valid option does not', () => {
    abstract class Found extends ToolCallResultConverter {}
    for (const resultConverter of [Found, { convert: () => ({ type: 'text', text: '' }) }]) {
      expect(planWith({ resultConverter }).resultConverter).toBe(resultConverter);
    }
    const hints = { readOnly: true, destructive: undefined, openWorld: false };
    expect(planWith({ hints, maxResultLength: Infinity, timeoutMs: 0.5 }).metadata).toMatchObject({ timeoutMs: 0.5 });
  });

  it('and the message names all of them, including inherited ones', () => {
    class Base {
      @Tool({ requiresApproval: 'false', idempotent: 1 } as unknown as ToolOptions)
      run(): unknown {
        return undefined;
      }
    }
    class Child extends Base {
      @Tool({ description: 'Run' })
      override run(): unknown {
        return undefined;
      }
    }
    expect(() => planMethod(Child, 'run', { isStatic: false })).toThrow(
      /^Child\.run: `requiresApproval`.*\nChild\.run: `idempotent`/,
    );
  });
});
