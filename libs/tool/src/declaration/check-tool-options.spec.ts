import { describe, expect, it } from '@jest/globals';
import { ToolDeclarationException } from '../tool.errors.js';
import { planMethod } from './plan-method.js';
import { Tool, type ToolOptions } from './tool.decorator.js';

function planWith(options: Readonly<Record<string, unknown>>) {
  class Orders {
    @Tool(options as ToolOptions)
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
      const message = `Orders.run: \`${name}\` of @Tool() is ${kind}: give true or false, or leave it out.`;
      expect(() => planWith({ [name]: value })).toThrow(new ToolDeclarationException(message));
    }
    expect(planWith({ [name]: false }).metadata).toEqual({ [name]: false });
    expect(planWith({ [name]: undefined }).metadata).toEqual({});
  });

  it('for tags', () => {
    const told = "give an array of strings, such as ['read'], or leave it out.";
    expect(() => planWith({ tags: 'read' })).toThrow(`Orders.run: \`tags\` of @Tool() is a string: ${told}`);
    expect(() => planWith({ tags: ['read', 1] })).toThrow(`is an array with something else in it: ${told}`);
    expect(planWith({ tags: [] }).metadata).toEqual({ tags: [] });
  });

  it('and names all of them, inherited ones too', () => {
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
