import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planMethod } from '../callbacks/plan-method.js';
import { Tool } from './tool.decorator.js';

const plan = (type: new () => unknown, key: string, isStatic = false) => planMethod(type, key, { isStatic });

class Base {
  @Tool({
    name: 'refund_order',
    description: 'Refund it',
    requiresApproval: true,
    returnDirect: true,
    sequential: true,
    idempotent: true,
    timeoutMs: 50,
    tags: ['money'],
    hints: { destructive: true },
  })
  refund(_order: string): unknown {
    return undefined;
  }

  @Tool({ parameters: { type: 'object', properties: { city: { type: 'string' } } } })
  whole(_input: unknown): unknown {
    return undefined;
  }

  @Tool({ requiresApproval: true })
  static shared(): unknown {
    return undefined;
  }
}

class Middle extends Base {
  @Tool({ description: '', tags: ['mine'] })
  override refund(_order: string): unknown {
    return undefined;
  }

  @Tool({ description: 'By city' })
  override whole(_input: unknown): unknown {
    return undefined;
  }

  @Tool({ description: 'Shared' })
  static override shared(): unknown {
    return undefined;
  }
}

class Leaf extends Middle {
  @Tool({ name: '', description: 'Refund it now', requiresApproval: false, idempotent: undefined })
  override refund(_order: string): unknown {
    return undefined;
  }
}

describe('a tool method declared again in a subclass', () => {
  it('inherits each option it does not state, including an empty description and name', () => {
    const { definition, metadata } = plan(Middle, 'refund');
    expect(definition).toMatchObject({ name: 'refund_order', description: 'Refund it' });
    expect(metadata).toEqual({
      requiresApproval: true,
      returnDirect: true,
      sequential: true,
      idempotent: true,
      timeoutMs: 50,
      tags: ['mine'],
      hints: { destructive: true },
    });
    expect(plan(Middle, 'shared', true).metadata).toEqual({ requiresApproval: true });
  });

  it('inherits from the nearest superclass that states an option; its own options take precedence', () => {
    const { definition, metadata } = plan(Leaf, 'refund');
    expect(definition).toMatchObject({ name: 'refund_order', description: 'Refund it now' });
    expect(metadata).toMatchObject({ requiresApproval: false, idempotent: true, tags: ['mine'] });
  });

  it('inherits the schema of the whole input', () => {
    expect(plan(Middle, 'whole').definition).toMatchObject({
      description: 'By city',
      inputSchema: { properties: { city: { type: 'string' } } },
    });
  });

  it('does not change the superclass', () => {
    expect(plan(Base, 'refund').metadata).toMatchObject({ tags: ['money'] });
  });

  it('does not inherit the inputSchema of the superclass’s parameters', () => {
    class Told {
      @Tool({
        parameters: z.object({ old: z.string() }),
        inputSchema: { type: 'object', properties: { old: { type: 'string' } } },
      })
      run(_input: unknown): unknown {
        return undefined;
      }
    }
    class Anew extends Told {
      @Tool({ parameters: z.object({ fresh: z.string() }) })
      override run(_input: unknown): unknown {
        return undefined;
      }
    }
    expect(plan(Anew, 'run').definition.inputSchema).toMatchObject({ required: ['fresh'] });
  });
});

describe('a second @Tool() on one method', () => {
  it('throws an error that names the method', () => {
    expect(() => {
      class Twice {
        @Tool({ requiresApproval: true })
        @Tool({ description: 'Run' })
        run() {}
      }
      return Twice;
    }).toThrow('Twice.run has @Tool() twice. Put all options into one.');
    expect(() => {
      class TwiceStatic {
        @Tool()
        @Tool()
        static run() {}
      }
      return TwiceStatic;
    }).toThrow('TwiceStatic.run has @Tool() twice');
  });
});
